//! One process per run folder: a lock that dies with its process, and names it to others.

use crate::error::{Action, TableError};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The right to work in a folder, until it is dropped or its process ends, however that happens.
#[derive(Debug)]
pub struct RunLock {
    path: PathBuf,
    _file: File,
}

impl RunLock {
    /// Takes the lock file at `path`, which stays there afterwards; `folder` is named if another process holds it.
    ///
    /// # Errors
    /// [`TableError::Busy`] with the other process's number, [`TableError::Io`] if the file cannot be made or locked.
    pub fn take(path: &Path, folder: &Path) -> Result<Self, TableError> {
        let refuse = |action| move |error| TableError::io(path, action, error);
        let mut file = open(path)?;
        hold(&file, path, folder, File::try_lock)?;
        // Only now: the holder's number must never be overwritten by a process that was refused.
        let text = format!("{}\n", std::process::id());
        file.set_len(0).map_err(refuse(Action::Write))?;
        file.seek(SeekFrom::Start(0)).map_err(refuse(Action::Write))?;
        file.write_all(text.as_bytes()).map_err(refuse(Action::Write))?;
        Ok(Self { path: path.into(), _file: file })
    }

    /// Takes the lock shared with all others that take it this way: no process has it alone meanwhile.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn take_shared(path: &Path, folder: &Path) -> Result<Self, TableError> {
        let file = open(path)?;
        hold(&file, path, folder, File::try_lock_shared)?;
        // The process that last had it alone is not the one in the way now.
        file.set_len(0).map_err(|error| TableError::io(path, Action::Write, error))?;
        Ok(Self { path: path.into(), _file: file })
    }

    /// The lock file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn open(path: &Path) -> Result<File, TableError> {
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    options.map_err(|error| TableError::io(path, Action::Create, error))
}

fn hold(
    file: &File,
    path: &Path,
    folder: &Path,
    lock: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<(), TableError> {
    match lock(file) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            // Bounded: whatever lies there, only a short number is wanted.
            let mut text = String::new();
            let _ = file.take(32).read_to_string(&mut text);
            Err(TableError::Busy { path: folder.into(), pid: text.trim().parse().ok() })
        }
        Err(TryLockError::Error(error)) => Err(TableError::io(path, Action::Lock, error)),
    }
}
