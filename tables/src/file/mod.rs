//! One container for every kind of file: header, sections, checksums, memory maps; the one opener and the one writer.

pub mod array;
pub mod deck_number;
pub(crate) mod file_bytes;
pub mod fingerprint;
pub mod fixed_name;
pub mod header;
pub mod held_lock;
pub mod link;
pub mod mapped;
pub mod place;
pub mod reading;
pub mod sibling;
pub mod writer;
