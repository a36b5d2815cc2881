//! Names and what they stand for: the small table of facts, and a block of text set as it is.

use crate::escape::escape;
use std::fmt::Write;

/// Facts in the order they are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Each fact's name and value.
    pub rows: Vec<(String, String)>,
}

impl Facts {
    /// The facts with one more at the end.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.rows.push((name.into(), value.into()));
        self
    }

    /// An HTML `<table>` of two columns.
    pub fn to_html(&self) -> String {
        let mut html = String::from("<table class=\"facts\"><tbody>");
        for (name, value) in &self.rows {
            let _ = write!(html, r#"<tr><th scope="row">{}</th><td>{}</td></tr>"#, escape(name), escape(value));
        }
        html.push_str("</tbody></table>");
        html
    }
}

/// Text set letter for letter in a fixed-width font, lines kept: a recipe, a command.
pub fn code_block(text: &str) -> String {
    format!("<pre><code>{}</code></pre>", escape(text))
}
