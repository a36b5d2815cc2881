//! What stands on a page besides drawings: tables of rows and of facts, files to download, and text made safe inside
//! HTML and SVG, as element content and as an attribute value alike.

use std::fmt::Write;

/// Columns that a phone has room for, side by side.
const MOST_ON_A_PHONE: usize = 5;

/// Rows of written values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataTable {
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

    pub fn to_html(&self) -> String {
        self.html(false)
    }

    /// The same for a page that is read on a phone: there, each row of a wide table takes several lines.
    pub fn to_folding_html(&self) -> String {
        self.html(self.columns.len() > MOST_ON_A_PHONE)
    }

    fn html(&self, folds: bool) -> String {
        let class = |column: usize| if column >= self.numbers_from { r#" class="number""# } else { "" };
        // Where its rows take several lines each, only its roles make it a table to a screen reader.
        let role = |name: &str| if folds { format!(r#" role="{name}""#) } else { String::new() };
        let (row_role, group) = (role("row"), role("rowgroup"));
        let fold = match (folds, self.numbers_from) {
            (false, _) => "",
            (true, ..=1) => " fold named",
            (true, _) => " fold broad",
        };
        let mut html = format!(r#"<table class="data{fold}"{}><thead{group}><tr{row_role}>"#, role("table"));
        for (column, name) in self.columns.iter().enumerate() {
            let _ = write!(html, r#"<th scope="col"{}{}>{}</th>"#, class(column), role("columnheader"), escape(name));
        }
        let _ = write!(html, "</tr></thead><tbody{group}>");
        for row in &self.rows {
            let _ = write!(html, "<tr{row_role}>");
            for column in 0..self.columns.len() {
                let value = escape(row.get(column).map_or("", String::as_str));
                let _ = match column {
                    0 => write!(html, r#"<th scope="row"{}>{value}</th>"#, role("rowheader")),
                    _ => write!(html, "<td{}{}>{value}</td>", class(column), role("cell")),
                };
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        html
    }
}

/// A file to download.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Download {
    /// The name under which it is saved, such as `league.csv`.
    pub name: String,
    /// Its media type, such as `text/csv`.
    pub media: &'static str,
    pub text: String,
}

impl Download {
    pub fn csv(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), media: "text/csv", text }
    }

    pub fn json(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), media: "application/json", text }
    }
}

/// A link to each, their contents within the addresses.
pub(crate) fn links(files: &[Download]) -> String {
    let link = |file: &Download| {
        let name = escape(&file.name);
        let content = encoded(&file.text);
        format!(r#"<a download="{name}" href="data:{};charset=utf-8,{content}">{name}</a>"#, file.media)
    };
    files.iter().map(link).collect::<Vec<String>>().join(", ")
}

/// The text as an address may hold it (RFC 3986): every byte that is not plain as `%` and two hexadecimal digits.
pub fn encoded(text: &str) -> String {
    let mut address = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' => address.push(byte.into()),
            other => {
                let _ = write!(address, "%{other:02X}");
            }
        }
    }
    address
}

/// Facts in the order they are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Each fact's name and value.
    pub rows: Vec<(String, String)>,
}

impl Facts {
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.rows.push((name.into(), value.into()));
        self
    }

    pub fn to_html(&self) -> String {
        let mut html = String::from("<table class=\"facts\"><tbody>");
        for (name, value) in &self.rows {
            let _ = write!(html, r#"<tr><th scope="row">{}</th><td>{}</td></tr>"#, escape(name), escape(value));
        }
        html.push_str("</tbody></table>");
        html
    }
}

/// The text with `& < > " '` written as references and characters that XML forbids replaced by U+FFFD.
///
/// Every text a caller hands to this crate passes through here once, when it is drawn.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' => safe.push(letter),
            // A carriage return is legal but would be read back as a line feed: write what will be read.
            '\r' => safe.push('\n'),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}
