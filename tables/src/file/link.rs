//! Second names of files that stay where they are.

use std::io::ErrorKind;
use std::path::Path;

use super::sibling::remove_if_there;
use crate::error::{Action, TableError};

/// Gives a file a second name; a link to elsewhere is replaced, a file is not. Where there are no symbolic links it is
/// a hard link or, on another disk, a copy.
pub fn link_file(file: &Path, link: &Path) -> Result<(), TableError> {
    let target = file.canonicalize().map_err(|error| TableError::io(file, Action::Open, error))?;
    if link.canonicalize().is_ok_and(|there| there == target) {
        return Ok(());
    }
    if link.is_symlink() {
        remove_if_there(link)?;
    }
    match make_link(&target, link) {
        // Another process has just made it.
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(TableError::io(link, Action::Create, error)),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn make_link(file: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(file, link)
}

#[cfg(not(unix))]
fn make_link(file: &Path, link: &Path) -> std::io::Result<()> {
    std::fs::hard_link(file, link).or_else(|_| std::fs::copy(file, link).map(drop))
}
