//! Files that appear whole or not at all: written beside their place under a temporary name, then renamed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::fingerprint::checksum;
use super::fixed_name::{make_new, open_to_change, require_replaceable};
use crate::error::{Action, TableError};

/// How the names of files under way end, after the name they will take: `.equipoise-<process>.tmp`. Other programs keep
/// files such as `.<name>.<digits>.tmp`, which are none of our business.
const ENDING: (&str, &str) = (".equipoise-", ".tmp");

/// The most bytes of a name that a file under way bears whole.
const LONGEST_NAME: usize = 200;

/// A file under way: `.<name>.equipoise-<process>.tmp` beside the place it will take; removed if it is dropped
/// unfinished.
#[derive(Debug)]
pub struct SiblingFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    committed: bool,
}

impl SiblingFile {
    /// Starts a file that will be called `path`, and clears away what killed processes left under way for it.
    pub fn create(path: &Path) -> Result<Self, TableError> {
        let Some(name) = path.file_name() else {
            return Err(TableError::Name { what: "file", name: path.display().to_string() });
        };
        require_replaceable(path)?;
        let process = std::process::id();
        let mut start = OsString::from(".");
        start.push(short_of(name));
        start.push(ENDING.0);
        remove_abandoned(folder_of(path), |name| name.as_encoded_bytes().starts_with(start.as_encoded_bytes()));
        let mut temporary_name = start;
        temporary_name.push(format!("{process}{}", ENDING.1));
        let temporary = folder_of(path).join(temporary_name);
        let busy = || TableError::Busy { path: path.into(), pid: Some(process) };
        // What is still there after clearing away belongs to a living writer, or was put there to lead us astray.
        let file = make_new(&temporary).map_err(|error| match error {
            TableError::Io { source, .. } if source.kind() == ErrorKind::AlreadyExists => busy(),
            TableError::Io { source, .. } => TableError::io(path, Action::Create, source),
            other => other,
        })?;
        // The lock tells a living writer's file from one that a killed process left, even if the numbers of the
        // processes are the same. A file system without locks must do without that.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(busy());
        }
        Ok(Self { path: path.into(), temporary, file, committed: false })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it lies until then, for writers that open files themselves.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    /// Flushes the file to disk and gives it its name, replacing whatever had that name before.
    pub fn commit(mut self) -> Result<(), TableError> {
        self.file.sync_all().map_err(|error| TableError::io(&self.path, Action::Write, error))?;
        fs::rename(&self.temporary, &self.path).map_err(|error| TableError::io(&self.path, Action::Rename, error))?;
        self.committed = true;
        sync_folder(folder_of(&self.path))
    }
}

impl Drop for SiblingFile {
    fn drop(&mut self) {
        if !self.committed {
            // Nothing can be done about a failure here; the next writer of this file clears it away.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// A name that leaves room for the ending of a file under way where names have at most 255 bytes: a long one is cut,
/// and a checksum of the whole tells it from others that begin alike.
fn short_of(name: &OsStr) -> OsString {
    if name.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    // No letter has more than four bytes.
    let start: String = name.to_string_lossy().chars().take(LONGEST_NAME / 4 - 10).collect();
    format!("{start}-{:016x}", checksum(name.as_encoded_bytes())).into()
}

/// Refuses a place where a file cannot be made: asked before the work whose result it will hold.
pub fn require_place(path: &Path) -> Result<(), TableError> {
    SiblingFile::create(path).map(drop)
}

/// Removes a file that is no longer needed; a missing file is not an error.
pub fn remove_if_there(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(TableError::io(path, Action::Write, error)),
        _ => Ok(()),
    }
}

/// Writes a text file that appears whole or not at all.
pub fn write_text_atomically(path: &Path, text: &str) -> Result<(), TableError> {
    let sibling = SiblingFile::create(path)?;
    sibling.file().write_all(text.as_bytes()).map_err(|error| TableError::io(path, Action::Write, error))?;
    sibling.commit()
}

/// Removes all files under way in a folder whose writers are no longer running.
pub(crate) fn remove_all_abandoned(folder: &Path) {
    remove_abandoned(folder, |_| true);
}

/// Removes files under way in a folder that have such names and whose writers are no longer running.
fn remove_abandoned(folder: &Path, is_such: impl Fn(&OsStr) -> bool) {
    // Housekeeping: whatever fails here leaves a file lying about and harms nothing else.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if is_under_way(&name)
            && is_such(&name)
            // No link, no file that has another name elsewhere.
            && let Ok(file) = open_to_change(&entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file under way has such a name.
fn is_under_way(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let middle = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(ENDING.1));
    let process = middle.and_then(|middle| middle.rsplit_once(ENDING.0));
    process.is_some_and(|(name, digits)| {
        !name.is_empty() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<(), TableError> {
    let refuse = |error| TableError::io(folder, Action::Write, error);
    match File::open(folder).map_err(refuse)?.sync_all() {
        // Some network file systems cannot synchronise folders; the rename itself has succeeded.
        Err(error) if error.kind() != std::io::ErrorKind::InvalidInput => Err(refuse(error)),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> Result<(), TableError> {
    Ok(())
}
