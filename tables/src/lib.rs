//! How things are kept: self-describing files, memory maps and checksums.
//!
//! Every kind of file is one container: a header in JSON text, sections of plain numbers that are mapped as they are,
//! and a checksum for every piece. `docs/reference/file-formats.md` describes each byte. Opening is cheap and checks
//! header, lengths and section table; [`file::array::ArrayFile::verify`] reads everything. A file appears under its
//! name only when it is complete, and is never changed afterwards.
//!
//! ```
//! use serde_json::json;
//! use tables::file::array::ArrayFile;
//! use tables::file::writer::ArrayWriter;
//! use tables::file::array::ElementType;
//! use tables::file::header::{FileDescription, FileKind, Section};
//!
//! # fn main() -> Result<(), tables::error::TableError> {
//! # let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("squares.features");
//! let description = FileDescription {
//!     kind: FileKind::Features,
//!     recipe: json!({"what": "squares", "count": 5}),
//!     parents: vec![],
//!     meta: json!({}),
//!     sections: vec![Section::new("squares", ElementType::U16, &[5])],
//! };
//! let mut writer = ArrayWriter::create(&path, &description)?;
//! writer.write_section("squares", &[0u16, 1, 4])?;
//! writer.write_section("squares", &[9u16, 16])?;
//! writer.finish()?;
//!
//! let file = ArrayFile::open_kind(&path, FileKind::Features)?;
//! assert_eq!(file.section::<u16>("squares")?, [0, 1, 4, 9, 16]);
//! assert_eq!(file.fingerprint(), description.fingerprint());
//! file.verify()?;
//! # Ok(())
//! # }
//! ```

pub mod buckets;
pub mod contents;
pub mod error;
pub mod file;
pub mod memory;
pub mod run;
pub mod spot_file;
pub mod strategy;
pub mod text;
pub mod together;
