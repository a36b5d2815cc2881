//! One process per run folder: a lock that dies with its process, and names it to others.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::error::{Action, TableError};
use crate::file::fixed_name::open_to_change;
use crate::file::held_lock::LockedFile;

/// A process's number and a line feed.
const MOST_NUMBER_BYTES: usize = 21;

/// The right to work in a folder, until it is dropped or its process ends, however that happens.
#[derive(Debug)]
pub struct RunLock {
    _file: LockedFile,
}

impl RunLock {
    /// Takes the lock file at `path`, which stays there afterwards; `folder` is named if another process holds it.
    pub fn take(path: &Path, folder: &Path) -> Result<Self, TableError> {
        let refuse = |action| move |error| TableError::io(path, action, error);
        let locked = hold(open_to_change(path)?, path, folder, File::try_lock)?;
        let mut file = locked.file();
        refuse_other_contents(file, path)?;
        // Only now: the holder's number must never be overwritten by a process that was refused.
        let text = format!("{}\n", std::process::id());
        file.set_len(0).map_err(refuse(Action::Write))?;
        file.seek(SeekFrom::Start(0)).map_err(refuse(Action::Write))?;
        file.write_all(text.as_bytes()).map_err(refuse(Action::Write))?;
        Ok(Self { _file: locked })
    }

    /// Takes the lock shared with all others that take it this way: no process has it alone meanwhile.
    pub fn take_shared(path: &Path, folder: &Path) -> Result<Self, TableError> {
        let locked = hold(open_to_change(path)?, path, folder, File::try_lock_shared)?;
        refuse_other_contents(locked.file(), path)?;
        // The process that last had it alone is not the one in the way now.
        locked.file().set_len(0).map_err(|error| TableError::io(path, Action::Write, error))?;
        Ok(Self { _file: locked })
    }
}

/// A lock holds the number of the process that last had it, or nothing; anything else is not ours to empty.
fn refuse_other_contents(file: &File, path: &Path) -> Result<(), TableError> {
    let text = number_in(file).map_err(|error| TableError::io(path, Action::Read, error))?;
    if text.trim_end().bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= MOST_NUMBER_BYTES {
        return Ok(());
    }
    Err(TableError::Foreign { path: path.into(), found: "a file that is not a lock of this program".to_owned() })
}

/// What a lock holds: bounded, for whatever lies there, only a short number is wanted.
fn number_in(mut file: &File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(MOST_NUMBER_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn hold(
    file: File,
    path: &Path,
    folder: &Path,
    lock: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<LockedFile, TableError> {
    match lock(&file) {
        Ok(()) => Ok(LockedFile::new(file)),
        Err(TryLockError::WouldBlock) => {
            let text = number_in(&file).unwrap_or_default();
            Err(TableError::Busy { path: folder.into(), pid: text.trim().parse().ok() })
        }
        Err(TryLockError::Error(error)) => Err(TableError::io(path, Action::Lock, error)),
    }
}
