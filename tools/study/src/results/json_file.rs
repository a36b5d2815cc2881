//! Plain values as JSON files: written whole or not at all, and read back where they are there.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_text_if_there};
use tables::file::sibling::write_text_atomically;

use crate::error::StudyError;

/// Writes a value with its keys on lines of their own.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), StudyError> {
    let text = serde_json::to_string_pretty(value).expect("plain values have a JSON form");
    Ok(write_text_atomically(path, &(text + "\n"))?)
}

/// A value on one line.
pub(crate) fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain values have a JSON form")
}

/// Reads a value; `None` where there is no file. `what` names it for errors, such as `a league`.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path, what: &str) -> Result<Option<T>, StudyError> {
    let file = |problem: String| StudyError::File { path: path.to_owned(), problem };
    let Some(text) = read_text_if_there(path, MOST_DOCUMENT_BYTES)? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| file(format!("not {what} ({error})")))
}
