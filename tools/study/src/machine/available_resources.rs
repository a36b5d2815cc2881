//! How much memory and disk space this machine has left for a run; `None` where the machine does not report it.

use std::path::{Path, PathBuf};
use tables::memory;
use tables::run::table_home::TableHome;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AvailableResources {
    /// Bytes of memory that can be had without swapping, within the limits of the process and its control groups.
    pub memory_bytes: Option<u64>,
    /// Bytes that can be written to the run folder's file system.
    pub disk_bytes: Option<u64>,
}

impl AvailableResources {
    /// What is left now, for a run in that folder, which need not exist.
    pub fn now(folder: &Path) -> Self {
        Self { memory_bytes: memory::available(), disk_bytes: free_disk(folder) }
    }
}

/// Memory that training needs beside its table: a batch of boards at work, and enough for the bucket files' pages not
/// to be read again and again.
const BESIDE_THE_TABLE: u64 = 1 << 30;

impl AvailableResources {
    /// Where a regret table of this size should live: in memory where it fits (or the machine does not report how much
    /// it has), else in a working file in a folder.
    pub fn table_home(self, table_bytes: u64, folder: &Path) -> TableHome<'_> {
        match self.memory_bytes {
            Some(memory) if table_bytes.saturating_add(BESIDE_THE_TABLE) > memory => TableHome::WorkingFile(folder),
            _ => TableHome::Memory,
        }
    }
}

/// What an ordinary user may still write to the file system of the nearest folder that exists.
fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder));
    free_in(folder.ancestors().find(|it| it.exists())?)
}

#[cfg(unix)]
fn free_in(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_in(_folder: &Path) -> Option<u64> {
    None
}
