//! What players are called where several are shown.

use std::path::Path;
use tables::text::written;

/// Names that distinguish players: files of the same name in different folders are shown as they were typed. Only a
/// player that was typed twice has the same name twice.
pub fn distinct_names(names: &[&str], typed: &[impl AsRef<Path>]) -> Vec<String> {
    let is_twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let shown =
        |(&name, typed): (&&str, _)| if is_twice(name) { written(AsRef::as_ref(typed)) } else { name.to_owned() };
    names.iter().zip(typed).map(shown).collect()
}
