//! A full disk is reported before anything is written, with the bytes needed, and leaves what was there.

use crate::small_files;
use std::fs;
use tables::error::{Failure, TableError};
use tables::file::array::ElementType;
use tables::file::header::{FileKind, Section};
use tables::file::writer::ArrayWriter;

/// 15 TiB: below the longest file that ext4 allows, above the free space of any machine that runs tests.
#[test]
fn a_file_larger_than_the_disk_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.features");
    small_files::write(FileKind::Features, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let mut description = small_files::plain_description(FileKind::Features, "rows");
    description.sections[0] = Section::new("rows", ElementType::U16, &[15 << 39]);
    let error = match ArrayWriter::create(&path, &description) {
        Err(error) => error,
        Ok(_) => panic!("15 TiB were reserved"),
    };
    assert!(matches!(error, TableError::Io { .. }) && !error.is_input_error());
    let text = error.to_string();
    assert!(text.contains("the file needs") && text.contains("bytes") && !text.contains('\n'), "{text}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
