//! A long table whose rows the reader sorts, filters and sees on a map of two of its columns.
//!
//! Without a script the page shows the whole table in its order. The script works on the cells that were made here: it
//! hides and moves rows, takes their means and draws their numbers.

use std::fmt::Write;

use super::page_parts::escape;

/// Makes the table sortable, the filters and the map; a page needs it once.
pub(crate) const ROW_SCRIPT: &str = concat!(include_str!("row_browser.js"), include_str!("row_map.js"));

/// What the script draws the map into.
const EMPTY_MAP: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"></svg>";

/// A table to browse.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RowBrowser {
    /// Tells it from others in the page. Letters, digits and `-`.
    pub id: String,
    /// What it shows, for readers who cannot see it.
    pub name: String,
    /// What a row is, and what rows are.
    pub row_names: [String; 2],
    /// Columns of words after the rows' names.
    pub words: Vec<WordColumn>,
    /// Columns of numbers after these.
    pub numbers: Vec<NumberColumn>,
    /// The numbers of the columns that the map shows at first, to the right and upwards.
    pub map: [usize; 2],
    pub rows: Vec<BrowsedRow>,
}

/// A column of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordColumn {
    pub name: String,
    /// Whether rows are chosen by its words; they can be searched in any case.
    pub is_choice: bool,
}

/// A column of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberColumn {
    pub name: String,
    /// Whether several rows have the sum of their numbers, and not the mean.
    pub is_count: bool,
}

/// A row, column by column.
#[derive(Clone, PartialEq, Debug)]
pub struct BrowsedRow {
    pub name: String,
    /// Where its name leads to; empty for nowhere.
    pub address: String,
    /// What it counts in means.
    pub weight: f64,
    pub words: Vec<String>,
    /// As [`fixed`](super::number_format::fixed) writes them.
    pub numbers: Vec<String>,
}

impl RowBrowser {
    /// The table, with empty places for what the script makes; `None` without a row.
    pub(crate) fn to_html(&self) -> Option<String> {
        if self.rows.is_empty() {
            return None;
        }
        let (id, name, [one, many]) =
            (escape(&self.id), escape(&self.name), self.row_names.each_ref().map(|it| escape(it)));
        let choices: Vec<&str> = self.words.iter().map(|it| if it.is_choice { "1" } else { "0" }).collect();
        let counts = self.numbers.iter().enumerate().filter(|(_, column)| column.is_count);
        let counts: Vec<String> = counts.map(|(number, _)| number.to_string()).collect();
        let [across, up] = self.map;
        let mut html = format!(
            "<div class=\"rows\" id=\"{id}\" data-rows=\"{many}\" data-choices=\"{}\" data-sums=\"{}\" \
             data-map=\"{across},{up}\"><div class=\"sifter\"></div><p class=\"count\" role=\"status\"></p>\
             <div class=\"map\">{EMPTY_MAP}</div>\
             <div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{name}\">\
             <table class=\"data fold\"><thead><tr><th scope=\"col\">{one}</th>",
            choices.join(","),
            counts.join(",")
        );
        for column in &self.words {
            let _ = write!(html, "<th scope=\"col\">{}</th>", escape(&column.name));
        }
        for column in &self.numbers {
            let _ = write!(html, "<th scope=\"col\" class=\"number\">{}</th>", escape(&column.name));
        }
        html.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            self.write_row(&mut html, row);
        }
        html.push_str("</tbody></table></div></div>");
        Some(html)
    }

    fn write_row(&self, html: &mut String, row: &BrowsedRow) {
        let name = match (escape(&row.name), escape(&row.address)) {
            (name, address) if address.is_empty() => name,
            (name, address) => format!("<a href=\"{address}\">{name}</a>"),
        };
        let _ = write!(html, "<tr data-weight=\"{}\"><th scope=\"row\">{name}</th>", shortest(row.weight));
        for word in row.words.iter().take(self.words.len()) {
            let _ = write!(html, "<td class=\"word\">{}</td>", escape(word));
        }
        for number in row.numbers.iter().take(self.numbers.len()) {
            let _ = write!(html, "<td>{}</td>", escape(number));
        }
        html.push_str("</tr>\n");
    }
}

/// A weight in five significant digits, as scripts read numbers.
fn shortest(weight: f64) -> String {
    if weight.is_finite() { format!("{:.4e}", weight) } else { "0".to_owned() }
}
