//! Data that a page carries within itself, to be saved as a file.

use crate::escape::escape;
use std::fmt::Write;

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
    /// Comma-separated values.
    pub fn csv(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), media: "text/csv", text }
    }

    /// A JSON document.
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
fn encoded(text: &str) -> String {
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
