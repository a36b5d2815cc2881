//! The one function from a path to a text that goes into a document.

use serde::Serializer;
use std::path::Path;

/// A path as it stands in a JSON document: as it is where it is text, with each byte that is none written as `\xff`.
///
/// Paths are bytes on some systems; a document can only hold text. Whatever opens a file uses the path itself.
///
/// ```
/// # use std::path::Path;
/// assert_eq!(tables::written_path::written(Path::new("runs/été.strategy")), "runs/été.strategy");
/// ```
pub fn written(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// The same for `#[serde(serialize_with = "…")]`, for what goes into a document and is not read back.
pub fn serialize<S: Serializer>(path: impl AsRef<Path>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&written(path.as_ref()))
}
