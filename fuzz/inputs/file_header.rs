//! The header text of a kept file.

use std::path::Path;
use tables::file::header::Header;

/// A header is refused, or its sections lie where its own lengths say.
pub fn try_input(data: &[u8]) {
    if let Ok(header) = Header::parse(Path::new("fuzzed"), data) {
        let file_bytes = header.file_bytes(data.len());
        assert!(header.sections.iter().all(|section| section.offset + section.bytes <= file_bytes));
    }
}
