//! A file that is locked until it is dropped.

use std::fs::File;

/// A file with a lock on it, which ends with the handle or its process.
///
/// A process that is just being started has all open files of the one that starts it, for a moment: closing the file
/// here would leave the lock with it, so the lock is given back first.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Takes over a file whose lock is held.
    pub fn new(file: File) -> Self {
        Self(file)
    }

    pub fn file(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Without it the lock ends when the last handle is closed.
        let _ = self.0.unlock();
    }
}
