//! Study files.

use std::path::Path;
use study::file::study::Study;

/// A study is refused or read.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = Study::parse(text, Path::new("fuzzed.toml"));
}
