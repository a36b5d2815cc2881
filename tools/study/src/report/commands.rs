//! Commands that a report gives to its readers, with the folders as they were typed.

use std::path::Path;
use tables::run::folder::RunFolder;

/// What a shell leaves as it is, beside letters and digits.
const PLAIN: &str = "_-+=.,:/@%";

/// The command that writes the page of this folder again, where it lies now.
pub(crate) fn page_again(folder: &RunFolder) -> String {
    let command = format!("equipoise report {}", typed(folder.root()));
    match folder.report().parent() {
        Some(elsewhere) if elsewhere != folder.root() => format!("{command} --out {}", typed(elsewhere)),
        _ => command,
    }
}

/// A path as an argument to a shell.
pub(crate) fn typed(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |letter: char| letter.is_alphanumeric() || PLAIN.contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
