//! A plain table: named columns of words and numbers, a first column that names the rows.

use crate::escape::escape;
use std::fmt::Write;

/// Rows of written values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataTable {
    /// The columns' names.
    pub columns: Vec<String>,
    /// From which column on values are numbers, set to the right.
    pub numbers_from: usize,
    /// The rows; the first value names the row. What a row lacks at its end is left empty.
    pub rows: Vec<Vec<String>>,
}

impl DataTable {
    /// A table without rows: columns of words before `numbers_from`, of numbers from there on.
    pub fn new(columns: &[&str], numbers_from: usize) -> Self {
        Self { columns: columns.iter().map(|name| (*name).to_string()).collect(), numbers_from, rows: Vec::new() }
    }

    /// An HTML `<table>`.
    pub fn to_html(&self) -> String {
        let class = |column: usize| if column >= self.numbers_from { r#" class="number""# } else { "" };
        let mut html = String::from(r#"<table class="data"><thead><tr>"#);
        for (column, name) in self.columns.iter().enumerate() {
            let _ = write!(html, r#"<th scope="col"{}>{}</th>"#, class(column), escape(name));
        }
        html.push_str("</tr></thead><tbody>");
        for row in &self.rows {
            html.push_str("<tr>");
            for column in 0..self.columns.len() {
                let value = escape(row.get(column).map_or("", String::as_str));
                let _ = match column {
                    0 => write!(html, r#"<th scope="row">{value}</th>"#),
                    _ => write!(html, "<td{}>{value}</td>", class(column)),
                };
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        html
    }
}
