//! Places of results that a user names: looked at before the work, so that nothing else is lost there.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::fixed_name::foreign;
use super::reading::open_ordinary;
use super::sibling::require_place;
use crate::error::{Action, TableError};

/// Where a result is to be written, and how such a result begins.
#[derive(Clone, Copy, Debug)]
pub struct ResultPlace<'a> {
    pub path: &'a Path,
    /// The first characters of every result of this kind: an older one may be replaced, and nothing else.
    pub begins: &'a str,
}

/// Refuses places of results that cannot be written, that hold something else than an older such result, that are one
/// file, or that are read by the same work.
pub fn require_results(results: &[ResultPlace<'_>], read: &[&Path]) -> Result<(), TableError> {
    for (number, result) in results.iter().enumerate() {
        require_place(result.path)?;
        let refused = |found: &str| Err(foreign(result.path, found.to_owned()));
        // What is read may be the name of something built in, and then no file.
        if read.iter().any(|file| file.exists() && is_same_file(file, result.path)) {
            return refused("a file that is read here");
        }
        if results[..number].iter().any(|other| is_same_file(other.path, result.path)) {
            return refused("the place of another result");
        }
        if !begins_so(result)? {
            return refused("a file with other contents");
        }
    }
    Ok(())
}

/// Whether a place is free, empty, or holds an older result of its kind.
fn begins_so(result: &ResultPlace<'_>) -> Result<bool, TableError> {
    if !result.path.exists() {
        return Ok(true);
    }
    let mut found = Vec::new();
    let file = open_ordinary(result.path)?;
    let read = file.take(result.begins.len() as u64).read_to_end(&mut found);
    read.map_err(|error| TableError::io(result.path, Action::Open, error))?;
    Ok(found.is_empty() || found == result.begins.as_bytes())
}

/// Whether two paths lead to the same file, also under a second name. Files that do not exist yet are the same if their
/// folders and names are.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.metadata(), other.metadata()) {
        (Ok(_), Ok(_)) => identity(one) == identity(other),
        (Err(_), Err(_)) => would_be(one) == would_be(other),
        _ => false,
    }
}

/// What tells a file from all others, also under a second name (a hard link).
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|it| (it.dev(), it.ino()))
}

/// This system does not tell second names by stable means.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// The place of a file that is not there yet, without detours.
fn would_be(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    path.file_name().map_or(folder.clone(), |name| folder.join(name))
}
