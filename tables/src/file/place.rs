//! Places of results that a user names: looked at before the work, so that nothing else is lost there.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::array::ArrayFile;
use super::fixed_name::foreign;
use super::header::{FileKind, MAGIC};
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

/// Refuses a place where a file of this program cannot be made, or where anything lies but an older file of its kind:
/// asked before the work whose result it will hold. A damaged file may be made again.
pub fn require_kind(path: &Path, kind: FileKind) -> Result<(), TableError> {
    require_place(path)?;
    let taken = || TableError::Taken { path: path.into(), kind };
    if !begins_with(path, &MAGIC)? {
        return Err(taken());
    }
    match ArrayFile::open(path) {
        Ok(found) if found.kind() != kind => Err(taken()),
        // What a newer program wrote may be anything.
        Err(error @ TableError::Version { .. }) => Err(error),
        _ => Ok(()),
    }
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
        if !begins_with(result.path, result.begins.as_bytes())? {
            return refused("a file with other contents");
        }
    }
    Ok(())
}

/// Whether a place is free, empty, or holds what begins so.
fn begins_with(path: &Path, begins: &[u8]) -> Result<bool, TableError> {
    if !path.exists() {
        return Ok(true);
    }
    let mut found = Vec::new();
    let read = open_ordinary(path)?.take(begins.len() as u64).read_to_end(&mut found);
    read.map_err(|error| TableError::io(path, Action::Open, error))?;
    Ok(found.is_empty() || found == begins)
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
