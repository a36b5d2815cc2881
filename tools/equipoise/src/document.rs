//! What a command has to say: the same facts as JSON and as plain text.

use serde_json::Value;

/// A command's result.
#[derive(Debug)]
pub struct Document {
    /// The document of `--json`; its keys are a promise of the command line.
    pub json: Value,
    /// The same for people, lines without a last line feed.
    pub text: String,
    /// Why the command ends with [`crate::failure::WRONG_INPUT`] although it has something to show.
    pub refusal: Option<String>,
    /// Why it ends with [`crate::failure::FAILED`] all the same.
    pub failure: Option<String>,
}

impl Document {
    /// The document of a command that did what it was asked for.
    pub fn new(json: Value, text: String) -> Self {
        Self { json, text, refusal: None, failure: None }
    }
}
