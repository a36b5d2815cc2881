//! A reproduction for people: published tables beside ours and verdicts, as aligned text or as one page.

use companions::claims::{Claim, Reproduction, Row, Table, Verdict};
use report::number_format::{compact, fixed};
use report::page::Page;
use report::page_parts::DataTable;

use crate::plain_table::columns;

/// One companion's tables and claims, lines without a last line feed.
pub fn text(reproduction: &Reproduction) -> String {
    let heading = format!("{} ({})", reproduction.companion, reproduction.paper);
    let tables = reproduction.tables.iter().map(|table| {
        let shown = shown(table);
        format!("{}\n{}", heading_of(reproduction, table), in_columns(&shown))
    });
    let claims = format!("{}\n{}", counted(reproduction), in_columns(&claims(reproduction)));
    let notes = Some(notes(reproduction).join("\n")).filter(|notes| !notes.is_empty());
    let parts = [heading, LEGEND.to_owned()].into_iter().chain(tables).chain([claims]).chain(notes);
    parts.collect::<Vec<_>>().join("\n\n")
}

/// What the columns and lines of the tables mean.
const LEGEND: &str = "se: standard error of ours; paper se: the one that the paper's numbers must have had; z: the \
                      difference in standard errors of both. A claim's verdict hangs on its value and limit.";

/// A table's heading: `superiority, table 7: pre-flop accuracy, %`; one that only we have goes by its title. Two papers
/// have a table 1.
fn heading_of(reproduction: &Reproduction, table: &Table) -> String {
    let numbered = table.id.starts_with(|letter: char| letter.is_ascii_digit());
    if !numbered {
        return table.title.clone();
    }
    format!("{}, table {}: {}", reproduction.companion, table.id, table.title)
}

/// How many claims hold: the paper's, and those that are ours.
fn counted(reproduction: &Reproduction) -> String {
    let (ours, seconds) = (reproduction.claims_of_ours().count(), reproduction.seconds);
    let holding = reproduction.claims_of_ours().filter(|claim| claim.verdict == Verdict::Reproduced).count();
    let (reproduced, all) = (reproduction.claims_reproduced() - holding, reproduction.claims.len() - ours);
    let of_paper = format!("{reproduced} of {all} claims reproduced in {seconds:.1} s");
    if ours == 0 { of_paper } else { format!("{of_paper}; {holding} of {ours} claims of ours hold") }
}

/// A table's cells. Where it has one column, each row is one line; otherwise each row has lines for the paper's
/// numbers, ours, standard errors and z, as far as there are any.
fn shown(table: &Table) -> DataTable {
    if let [column] = table.columns.as_slice() {
        let mut shown = DataTable::new(&[column, "paper", "ours", "se", "paper se", "z"], 1);
        shown.rows = table.rows.iter().map(one_line).collect();
        return shown;
    }
    let mut headings = vec!["", ""];
    headings.extend(table.columns.iter().map(String::as_str));
    let mut shown = DataTable::new(&headings, 2);
    shown.rows = table.rows.iter().flat_map(several_lines).collect();
    shown
}

/// The claims with their verdicts.
fn claims(reproduction: &Reproduction) -> DataTable {
    let mut shown = DataTable::new(&["claim", "statement", "verdict", "value", "limit", "expected"], 6);
    let claims = reproduction.claims.iter().map(|claim| {
        let (id, verdict) = (reproduction.full_id(&claim.id), verdict(claim));
        let (value, limit) = (number(claim.value), number(claim.limit));
        vec![id, claim.statement.clone(), verdict, value, limit, claim.expected.clone()]
    });
    shown.rows = claims.collect();
    shown
}

/// A verdict in words. A claim of ours has no paper to be reproduced from.
fn verdict(claim: &Claim) -> String {
    match (claim.ours, claim.verdict) {
        (true, Verdict::Reproduced) => "ours: holds".to_owned(),
        (true, other) => format!("ours: {other}"),
        (false, other) => other.to_string(),
    }
}

/// What a reader of the verdicts should know, a line for each claim that has a note.
fn notes(reproduction: &Reproduction) -> Vec<String> {
    let notes = reproduction.claims.iter().filter_map(|claim| Some((&claim.id, claim.note.as_ref()?)));
    notes.map(|(id, note)| format!("{}: {note}.", reproduction.full_id(id))).collect()
}

fn one_line(row: &Row) -> Vec<String> {
    let cells = [&row.paper, &row.ours, &row.se, &row.paper_se, &row.z];
    let cells = cells.map(|cells| number(cells.first().copied().flatten()));
    std::iter::once(row.name.clone()).chain(cells).collect()
}

fn several_lines(row: &Row) -> Vec<Vec<String>> {
    let kinds =
        [("paper", &row.paper), ("ours", &row.ours), ("se", &row.se), ("paper se", &row.paper_se), ("z", &row.z)];
    let kinds = kinds.into_iter().filter(|(_, cells)| cells.iter().any(Option::is_some));
    let line = |(place, (kind, cells)): (usize, (&str, &Vec<Option<f64>>))| {
        let name = if place == 0 { row.name.clone() } else { String::new() };
        [name, kind.to_owned()].into_iter().chain(cells.iter().map(|&cell| number(cell))).collect()
    };
    kinds.enumerate().map(line).collect()
}

/// At most four significant digits, large numbers in full; empty where there is none.
fn number(value: Option<f64>) -> String {
    match value {
        None => String::new(),
        Some(value) if value.abs() >= 999.95 => fixed(value, 0),
        Some(value) => compact(value),
    }
}

fn in_columns(table: &DataTable) -> String {
    let headings: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    columns(&headings, &table.rows)
}

/// One section for each companion.
pub fn page(reproductions: &[Reproduction]) -> Page {
    let page = Page::new("The companion systems").lead(
        "Every published table beside ours, with standard errors (se), those that the paper's numbers must have had \
         (paper se), and z, the difference in standard errors of both. Every claim has a verdict.",
    );
    reproductions.iter().fold(page, section)
}

fn section(page: Page, reproduction: &Reproduction) -> Page {
    let intro = format!("{}. {}, seed {}.", reproduction.paper, counted(reproduction), reproduction.seed);
    let page = page.section(reproduction.companion, intro);
    let page = page.table(&claims(reproduction), "Claims and verdicts");
    let page = notes(reproduction).iter().fold(page, |page, note| page.text(note));
    let page =
        reproduction.pictures.iter().fold(page, |page, picture| page.figure(picture.to_svg(), &picture.description));
    reproduction.tables.iter().fold(page, |page, table| page.table(&shown(table), &heading_of(reproduction, table)))
}
