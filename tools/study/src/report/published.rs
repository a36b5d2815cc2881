//! The report's section on a published table: its values beside the study's own, with the intervals of both.

use report::cross_table::CrossTable;
use report::number_format::fixed;
use report::page::Page;
use report::page_parts::DataTable;

use super::after;
use super::standings::{Pair, Standings, cross_table, with_sign};
use crate::file::measures::Published;

/// Adds the section; a study without a published table has none.
pub fn published_section(page: Page, published: Option<&Published>, all: &[Standings]) -> Page {
    let Some(published) = published.filter(|_| !all.is_empty()) else { return page };
    let heading = "Beside the published table";
    let mut page = page.section(heading, [published.source.as_str(), published.link.as_str()].join(" ").trim());
    if !published.remark.is_empty() {
        page = page.text(&published.remark);
    }
    let ours: Vec<Placed<'_>> = all.iter().map(|standings| Placed::of(published, standings)).collect();
    let tables: Vec<CrossTable> = ours.iter().map(Placed::cross_table).collect();
    let theirs = published_table(published);
    // One scale for all, or the eye would compare colours that mean different numbers.
    let values = tables.iter().chain([&theirs]).flat_map(|table| table.values.iter().flatten());
    let full = values.filter(|value| value.is_finite()).fold(0.0, |most: f64, value| most.max(value.abs()));
    let found_here = tables.into_iter().map(|table| (table, "As found here, in mbb/g"));
    for (table, caption) in std::iter::once((theirs, "As published, in mbb/g")).chain(found_here) {
        let table = CrossTable { full_colour_at: Some(full), ..table };
        page = page.figure(table.to_svg(), caption);
    }
    let mut table = DataTable::new(&["the first against the second", "published"], 1);
    for it in &ours {
        let after = it.standings.training.as_ref().map_or(String::new(), |training| format!(", training {training}"));
        table.columns.push(format!("here{after}"));
        table.columns.push(format!("do they agree{after}"));
    }
    for (row, column) in pairs(published) {
        let value = published.mbb_per_game[row][column];
        let names = format!("{} against {}", published.settings[row], published.settings[column]);
        let mut line = vec![names, with_sign(value, published.ci95)];
        for it in &ours {
            let found = it.found(row, column);
            line.push(with_sign(found.value, found.half_width));
            line.push(agreement(published.ci95, value, found).to_owned());
        }
        table.rows.push(line);
    }
    page = page.table(&table, "What the first wins from the second, in mbb/g, with half the 95 % intervals");
    page.text(&told(published))
}

/// What can be said about the published table by itself.
fn told(published: &Published) -> String {
    let Some(half_width) = published.ci95 else {
        return "No interval of the published values is known: they agree where they lie in the intervals found here."
            .to_owned();
    };
    let outside = pairs(published).filter(|&(row, column)| published.mbb_per_game[row][column].abs() > half_width);
    let (outside, all) = (outside.count(), pairs(published).count());
    let interval = format!("±\u{a0}{}", fixed(half_width, 1));
    let which = match outside {
        0 => format!("None of the {all} published differences"),
        1 => format!("One of the {all} published differences"),
        _ => format!("{outside} of the {all} published differences"),
    };
    let verb = if outside > 1 { "are" } else { "is" };
    format!(
        "{which} {verb} larger than the interval of its own match, {interval} mbb/g. Two values agree where they \
         differ by no more than both intervals together, the root of the sum of their squares."
    )
}

fn agreement(published: Option<f64>, value: f64, found: Pair) -> &'static str {
    let room = match (published, found.half_width) {
        (None, None) => return "not known",
        (one, other) => one.unwrap_or(0.0).hypot(other.unwrap_or(0.0)),
    };
    if (value - found.value).abs() <= room { "yes" } else { "no" }
}

fn pairs(published: &Published) -> impl Iterator<Item = (usize, usize)> + '_ {
    let count = published.settings.len();
    (0..count).flat_map(move |row| (row + 1..count).map(move |column| (row, column)))
}

/// The study's standings in the order of the published table.
struct Placed<'s> {
    standings: &'s Standings,
    /// The place of each of its settings among the study's.
    places: Vec<Option<usize>>,
    names: &'s [String],
}

impl<'s> Placed<'s> {
    fn of(published: &'s Published, standings: &'s Standings) -> Self {
        let place = |name: &String| standings.names.iter().position(|it| it == name);
        let places = published.settings.iter().map(place).collect();
        Self { standings, places, names: &published.settings }
    }

    /// What a row won from a column here; unknown where one of them did not play.
    fn found(&self, row: usize, column: usize) -> Pair {
        let places = self.places[row].zip(self.places[column]);
        places.map_or(Pair::UNKNOWN, |(row, column)| self.standings.pair(row, column))
    }

    fn cross_table(&self) -> CrossTable {
        let title = format!("Here{}", after(self.standings.training.as_deref()));
        let description = "What the row wins from the column here, with half the 95 % interval";
        cross_table(&title, description, self.names, |row, column| self.found(row, column))
    }
}

/// The published table as a heat map, without a claim of significance.
fn published_table(published: &Published) -> CrossTable {
    let description = "What the row won from the column in the published table";
    let pair = |row: usize, column: usize| {
        let value = published.mbb_per_game[row][column];
        Pair { value, half_width: published.ci95, ..Pair::UNKNOWN }
    };
    cross_table("Published", description, &published.settings, pair)
}
