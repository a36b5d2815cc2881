//! The figures in the documents are those of `docs/figures.json`, which says for each what it is over and under which
//! heading of the lab book it was measured; and the tables of leagues agree with themselves.
//!
//! A figure that changes in a document alone, or in the file alone, is found here. So is a figure in the README, or a
//! mean on a page of results, that the file does not know, and one without an interval whose document does not say so.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A document says with one of these that a figure has no interval.
const WITHOUT_INTERVAL: [&str; 2] = ["no interval", "without an interval"];

/// The pages whose means must all be known, and more than how many means each has.
const PAGES: [(&str, usize); 7] = [
    ("docs/ochs-cluster-counts.md", 100),
    ("docs/training.md", 100),
    ("docs/exploitability.md", 15),
    ("docs/exact-opponent.md", 30),
    ("docs/comparisons.md", 1),
    ("docs/quickstart.md", 1),
    ("docs/luck.md", 15),
];

/// The figures of the documents.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    about: String,
    figures: Vec<Figure>,
}

/// A figure, and where it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    what: String,
    /// As it stands in the documents.
    value: String,
    /// Half its 95 % interval; none where nothing is drawn, or none was taken.
    interval: Option<String>,
    /// How often it was made, and over what the interval is.
    over: String,
    /// A heading of the lab book; none where what was measured is not kept there, as the documents say.
    record: Option<String>,
    /// Its words there; none where the lab book points to the document.
    recorded: Option<String>,
    /// The file of results that it was taken from, where that is small enough to be kept.
    result: Option<ResultFile>,
    /// The documents, and the words around the figure in each.
    documents: BTreeMap<String, String>,
}

/// A file of results of a study, and where a figure stands in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultFile {
    file: String,
    /// A JSON pointer.
    value: String,
    /// A JSON pointer, for a figure with an interval.
    interval: Option<String>,
    /// The file says what the first wins from the second, the document what the second wins from the first.
    #[serde(default)]
    from_the_other_side: bool,
}

impl ResultFile {
    /// What the figure differs from in the file.
    fn faults(&self, figure: &Figure) -> Vec<String> {
        let file = fs::read_to_string(root().join(&self.file)).unwrap_or_else(|error| panic!("{}: {error}", self.file));
        let file: Value = serde_json::from_str(&file).unwrap();
        let pairs = [(Some(&self.value), Some(&figure.value)), (self.interval.as_ref(), figure.interval.as_ref())];
        let mut faults = Vec::new();
        for (pointer, said) in pairs {
            let (Some(pointer), Some(said)) = (pointer, said) else {
                faults.extend((pointer.is_some() != said.is_some()).then(|| format!("{}: no interval", self.file)));
                continue;
            };
            let found = file.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {pointer}"));
            let is_turned = self.from_the_other_side && *pointer == self.value;
            let found = if is_turned { -found } else { found };
            let (said, half) = number(&one_line(said));
            if (found - said).abs() > half * 1.001 {
                faults.push(format!("{} has {found} at {pointer}, not {said}", self.file));
            }
        }
        faults
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A text as one line, so that line ends do not matter.
fn read(name: &str) -> String {
    one_line(&fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('-', "−")
}

/// Sections of a document with their headings.
fn sections(name: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    for line in fs::read_to_string(root().join(name)).unwrap().lines() {
        if line.starts_with('#') {
            sections.push((line.to_owned(), String::new()));
        }
        let text = &mut sections.last_mut().unwrap().1;
        *text += line;
        text.push('\n');
    }
    sections.into_iter().map(|(heading, text)| (heading, one_line(&text))).collect()
}

/// The first number of a text, and the half of its last digit.
fn number(text: &str) -> (f64, f64) {
    let start = text.find(|it: char| it.is_ascii_digit()).unwrap_or_else(|| panic!("no number in '{text}'"));
    let digits: String =
        text[start..].chars().take_while(|it| it.is_ascii_digit() || ".,".contains(*it)).collect::<String>();
    let digits = digits.replace(',', "");
    let digits = digits.trim_end_matches('.');
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let sign = if text[..start].ends_with('−') { -1.0 } else { 1.0 };
    (sign * digits.parse::<f64>().unwrap(), 0.5 * 10f64.powi(-(places as i32)))
}

fn faults(figure: &Figure) -> Vec<String> {
    let mut faults = figure.result.as_ref().map_or_else(Vec::new, |result| result.faults(figure));
    let shown = match &figure.interval {
        Some(interval) => format!("{} ± {interval}", figure.value),
        None => figure.value.clone(),
    };
    let shown = one_line(&shown);
    for (document, words) in &figure.documents {
        let words = one_line(words);
        if !words.contains(&shown) {
            faults.push(format!("'{words}' does not say {shown}"));
        }
        let of_document = sections(document);
        let Some((_, section)) = of_document.iter().find(|(_, text)| text.contains(&words)) else {
            faults.push(format!("{document} does not say '{words}'"));
            continue;
        };
        if figure.interval.is_none() && !WITHOUT_INTERVAL.iter().any(|said| section.contains(said)) {
            faults.push(format!("{document} does not say beside {shown} that it has no interval"));
        }
    }
    let Some(heading) = &figure.record else {
        let own = figure.documents.keys().all(|document| read(document).contains("are not kept here"));
        faults.extend((!own).then(|| "without a heading of the lab book, and no document says so".to_owned()));
        return faults;
    };
    let Some((_, section)) = sections("benches/RECORD.md").into_iter().find(|(found, _)| found == heading) else {
        faults.push(format!("the lab book has no '{heading}'"));
        return faults;
    };
    match &figure.recorded {
        Some(words) => {
            let words = one_line(words);
            if !section.contains(&words) {
                faults.push(format!("'{heading}' does not say '{words}'"));
            }
            let mut parts = vec![(words.split('±').next().unwrap().to_owned(), one_line(&figure.value))];
            if let (Some(interval), Some((_, recorded))) = (&figure.interval, words.split_once('±')) {
                parts.push((recorded.to_owned(), interval.clone()));
            }
            for (recorded, value) in parts {
                let ((found, _), (said, half)) = (number(&recorded), number(&value));
                if (found.abs() - said.abs()).abs() > half * 1.001 {
                    faults.push(format!("{value} is not what was recorded, {recorded}"));
                }
            }
        }
        None if figure.documents.keys().any(|it| section.contains(&one_line(it.trim_end_matches(".md")))) => {}
        None => faults.push(format!("'{heading}' points to none of its documents")),
    }
    faults
}

#[test]
fn figures_are_those_of_their_file_and_of_the_lab_book() {
    let figures: Figures =
        serde_json::from_str(&fs::read_to_string(root().join("docs/figures.json")).unwrap()).unwrap();
    assert!(figures.figures.len() > 25 && !figures.about.is_empty());
    let mut wrong = Vec::new();
    for figure in &figures.figures {
        assert!(!figure.over.is_empty() && !figure.documents.is_empty(), "{}", figure.what);
        wrong.extend(faults(figure).into_iter().map(|fault| format!("{}: {fault}", figure.what)));
    }
    assert!(wrong.is_empty(), "docs/figures.json and the documents differ:\n{}", wrong.join("\n"));
}

#[test]
fn the_readme_has_no_other_figures() {
    let figures: Figures =
        serde_json::from_str(&fs::read_to_string(root().join("docs/figures.json")).unwrap()).unwrap();
    let mut left = read("README.md");
    for words in figures.figures.iter().filter_map(|figure| figure.documents.get("README.md")) {
        left = left.replace(&one_line(words), "");
    }
    // The corner of the table of the league.
    let left = left.replace("mbb/g C6", "");
    for mark in ["±", "mbb/g"] {
        let around = left.find(mark).map(|at| left[..at].chars().rev().take(60).collect::<Vec<_>>());
        let around = around.map(|it| it.into_iter().rev().collect::<String>());
        assert!(around.is_none(), "not in docs/figures.json: {} {mark}", around.unwrap_or_default());
    }
}

/// The means with intervals in a text, such as `+14.0 ± 1.2`.
fn means(text: &str) -> Vec<String> {
    let is_digit = |it: char| it.is_ascii_digit() || ".,".contains(it);
    let words = text.split(" ± ").collect::<Vec<_>>();
    let pairs = words.windows(2).filter_map(|sides| {
        let value = sides[0].rsplit(|it: char| !is_digit(it) && !"+−".contains(it)).next()?;
        value.chars().any(|it| it.is_ascii_digit()).then_some(())?;
        let interval = sides[1].split(|it: char| !is_digit(it)).next()?.trim_end_matches(['.', ',']);
        Some(format!("{value} ± {interval}"))
    });
    pairs.collect()
}

#[test]
fn pages_of_results_have_no_other_means() {
    let figures: Figures =
        serde_json::from_str(&fs::read_to_string(root().join("docs/figures.json")).unwrap()).unwrap();
    let mut unknown = Vec::new();
    for (page, least) in PAGES {
        let of_page = figures.figures.iter().filter(|figure| figure.documents.contains_key(page));
        let known: Vec<String> = of_page
            .filter_map(|figure| Some(one_line(&format!("{} ± {}", figure.value, figure.interval.as_ref()?))))
            .collect();
        let found = means(&read(page));
        assert!(found.len() > least, "only {} means found in {page}", found.len());
        unknown.extend(found.into_iter().filter(|mean| !known.contains(mean)).map(|mean| format!("{page}: {mean}")));
    }
    assert!(unknown.is_empty(), "not in docs/figures.json:\n{}", unknown.join("\n"));
    assert_eq!(means("leads by +1.5 ± 0.2, then (−1,0.5 ± 3), the wider one, ± 55"), ["+1.5 ± 0.2", "−1,0.5 ± 3"]);
}

/// A table's cells, row after row; the second line, of dashes, is left out.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = vec![Vec::new()];
    for line in text.lines() {
        match line.strip_prefix('|') {
            Some(row) if row.starts_with("--") => {}
            Some(row) => {
                let cells = row.trim_end().trim_end_matches('|').split('|');
                tables.last_mut().unwrap().push(cells.map(|cell| one_line(&cell.replace('*', ""))).collect());
            }
            None => tables.push(Vec::new()),
        }
    }
    tables.retain(|table| !table.is_empty());
    tables
}

/// Whether a table is a league: its first columns have the names of its rows.
fn is_league(table: &[Vec<String>]) -> bool {
    let count = table.len() - 1;
    count > 1 && table[0].len() > count && (0..count).all(|row| table[row + 1][0] == table[0][row + 1])
}

/// What does not agree with itself in a league: what one wins the other loses, and a mean is that of its row.
fn league_faults(table: &[Vec<String>]) -> Vec<String> {
    let mut faults = Vec::new();
    let count = table.len() - 1;
    for (row, cells) in table[1..].iter().enumerate() {
        for column in (0..count).filter(|&column| column != row) {
            let (own, other) = (&cells[column + 1], &table[column + 1][row + 1]);
            let mirrored = own.replace('+', "p").replace('−', "+").replace('p', "−");
            let is_zero = number(own).0 == 0.0 && number(other).0 == 0.0;
            if mirrored != *other && !(is_zero && own.split('±').nth(1) == other.split('±').nth(1)) {
                faults.push(format!("{} from {}: {own}, back {other}", cells[0], table[0][column + 1]));
            }
        }
        if table[0].get(count + 1).is_some_and(|name| name == "mean") {
            let won = (1..=count).filter(|&column| column != row + 1).map(|column| number(&cells[column]).0);
            let (mean, told) = (won.sum::<f64>() / (count - 1) as f64, number(&cells[count + 1]).0);
            if (mean - told).abs() > 0.101 {
                faults.push(format!("the mean of {} is {mean:.2} and not {told}", cells[0]));
            }
        }
    }
    faults
}

#[test]
fn in_the_tables_of_leagues_what_one_wins_the_other_loses() {
    let mut leagues = 0;
    let mut wrong = Vec::new();
    for document in ["docs/ochs-earlier-leagues.md", "docs/training.md"] {
        for table in tables(&fs::read_to_string(root().join(document)).unwrap()).iter().filter(|it| is_league(it)) {
            leagues += 1;
            wrong.extend(league_faults(table).into_iter().map(|fault| format!("{document}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(leagues >= 8, "only {leagues} leagues found");
}

#[test]
fn the_leagues_after_deals_are_those_of_their_files() {
    let page = fs::read_to_string(root().join("docs/ochs-earlier-leagues.md")).unwrap();
    let (_, section) = page.split_once("### After 300,000 and 600,000 deals").expect("a section on the deals");
    for (table, deals) in tables(section).iter().filter(|table| is_league(table)).zip(["300000", "600000"]) {
        let file = format!("docs/results/ochs-counts-9000/league-deals-{deals}.json");
        let league: Value = serde_json::from_str(&fs::read_to_string(root().join(&file)).unwrap()).unwrap();
        let pairs = league["settings"]["pairs"].as_array().unwrap();
        assert_eq!((table.len(), pairs.len()), (9, 28));
        for pair in pairs {
            let [first, second] = ["first", "second"].map(|side| pair[side].as_u64().unwrap() as usize + 1);
            let cell = &table[first][second];
            let (mean, interval) = cell.split_once('±').unwrap_or_else(|| panic!("{file}: {cell}"));
            for (said, key) in [(mean, "mbb_per_game"), (interval, "interval95")] {
                let found = pair[key].as_f64().unwrap();
                assert!((number(said).0 - found).abs() <= 0.0501, "{file}: {cell}, {key} {found}");
            }
            assert_eq!(cell.ends_with('\\'), pair["significant"].as_bool().unwrap(), "{file}: {cell}");
        }
    }
}

#[test]
fn a_changed_cell_of_a_league_is_found() {
    let league = |cell: &str| {
        format!(
            "| | a | b | mean |\n|---|---|---|---|\n| **a** | | **+1.5 ± 0.2** | +1.5 |\n| **b** | {cell} | | −1.5 |\n"
        )
    };
    let faults = |text: &str| tables(text).iter().filter(|it| is_league(it)).flat_map(|it| league_faults(it)).count();
    assert_eq!(faults(&league("**−1.5 ± 0.2**")), 0);
    assert_eq!(faults(&league("−1.5 ± 0.3")), 2);
    assert!(faults(&league("−1.7 ± 0.2")) >= 3);
    assert_eq!(number("−1,864.25 rest"), (-1864.25, 0.005));
}
