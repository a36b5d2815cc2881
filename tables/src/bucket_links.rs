//! A run folder points to bucket files that lie elsewhere, so that what was trained on them finds them again.

use crate::bucket_set::BucketSet;
use crate::bucket_table::BucketTable;
use crate::error::{Action, TableError};
use crate::run_folder::RunFolder;
use crate::sibling_file::remove_if_there;
use evaluator::round::Round;
use std::path::Path;

/// Links into a run folder those files of a bucket set that the folder does not have yet. On systems without symbolic
/// links the folder stays as it is, and the files have to be named each time.
pub fn link_buckets(folder: &RunFolder, set: &BucketSet) -> Result<(), TableError> {
    let there = folder.bucket_files()?;
    for table in [Round::Flop, Round::Turn, Round::River].into_iter().filter_map(|round| set.table(round)) {
        let fingerprint = table.fingerprint();
        if there.iter().any(|(_, path)| BucketTable::open(path).is_ok_and(|it| it.fingerprint() == fingerprint)) {
            continue;
        }
        let path = table.file().path();
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let mut link = folder.buckets(&stem)?;
        if link.symlink_metadata().is_ok() {
            link = folder.buckets(&format!("{stem}-{fingerprint}"))?;
        }
        // Named by its fingerprint, a link to a place that is empty by now was one to the same file.
        if is_dangling(&link) {
            remove_if_there(&link)?;
        }
        let absolute = path.canonicalize().map_err(|error| TableError::io(path, Action::Open, error))?;
        symlink(&absolute, &link)?;
    }
    Ok(())
}

/// Whether a path is a link whose target does not exist.
pub fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

#[cfg(unix)]
fn symlink(file: &Path, link: &Path) -> Result<(), TableError> {
    match std::os::unix::fs::symlink(file, link) {
        // Another process has just made it.
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(TableError::io(link, Action::Create, error))
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> Result<(), TableError> {
    Ok(())
}
