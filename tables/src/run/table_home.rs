//! Where a regret table's cells live: in memory, or in a working file on disk for tables that do not fit there.
//!
//! A working file has no name: it is unlinked before the first byte is written, so that it is not left behind, even if
//! the process is killed. All its disk blocks are reserved first; a full disk is an error at the start, not a SIGBUS
//! later.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Action, TableError};
use crate::file::mapped::{PrivateMemory, WorkingFile, reserve_blocks};
use crate::file::sibling::SiblingFile;
use crate::file::writer::out_of_space;

/// The name that a working file has for the moment between being made and being unlinked.
const NAME: &str = "regrets.working";
/// How many may be made at the same moment in one folder.
const MOST_AT_ONCE: usize = 10_000;

/// Where the cells of a table live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableHome<'a> {
    /// In memory, in huge pages where the system has them.
    Memory,
    /// A private view of a checkpoint: instant, in small pages that are copied when written to. For reading: a board
    /// of training took 16 ms in it, 10.6 in huge pages. A fresh table is in memory.
    CopyOnWrite,
    /// In a nameless file on the disk of this folder: for tables larger than memory.
    WorkingFile(&'a Path),
}

impl TableHome<'_> {
    /// Zeroed memory for arrays of these names and sizes in bytes, and the pages that carry it.
    pub(crate) fn zeroed(self, layout: &[(&str, u64)]) -> Result<(Vec<PrivateMemory>, TablePages), TableError> {
        let pieces: Vec<u64> = layout.iter().map(|&(_, cells)| cells.saturating_mul(4)).collect();
        let Self::WorkingFile(folder) = self else {
            let memory = layout.iter().zip(&pieces).map(|(&(name, _), &bytes)| PrivateMemory::zeroed(name, bytes));
            return Ok((memory.collect::<Result<_, _>>()?, TablePages::default()));
        };
        let path = folder.join(NAME);
        let too_long = || TableError::io(&path, Action::Reserve, io::ErrorKind::FileTooLarge.into());
        let file = nameless_file(folder, &path, WorkingFile::length(&pieces).ok_or_else(too_long)?)?;
        let (file, maps) = WorkingFile::map(file, &path, &pieces)?;
        let mut arrays = Vec::with_capacity(layout.len());
        let mut memory = Vec::with_capacity(layout.len());
        for (&(name, cells), (first_byte, map)) in layout.iter().zip(maps) {
            arrays.push(ArrayPlace { name: name.into(), first_byte, cells });
            memory.push(map);
        }
        Ok((memory, TablePages { file: Some(Arc::new(file)), arrays: arrays.into() }))
    }
}

/// A file of `bytes` zero bytes that no folder names, with all its blocks on the disk.
fn nameless_file(folder: &Path, path: &Path, bytes: u64) -> Result<File, TableError> {
    let full = |error| out_of_space(path, Action::Reserve, error, bytes);
    // Ranks start at the same moment and in the same folder, as threads of one process or on machines where processes
    // have the same numbers: a rank that finds a name taken tries the next.
    let others = (1..MOST_AT_ONCE).map(|number| folder.join(format!("{NAME}-{number}")));
    let mut names = std::iter::once(path.to_owned()).chain(others).map(|name| SiblingFile::create(&name));
    // The sibling clears away the name that a process killed in this very moment left; when dropped, it removes its
    // own.
    let sibling = names.find(|made| !matches!(made, Err(TableError::Busy { .. })));
    let sibling = sibling.unwrap_or_else(|| SiblingFile::create(path))?;
    let file = sibling.file().try_clone().map_err(|error| TableError::io(path, Action::Create, error))?;
    drop(sibling);
    reserve_blocks(&file, bytes).map_err(full)?;
    if !has_blocks(&file, bytes) {
        // A file system that cannot reserve: writing zeros takes the blocks, or fails where there are none.
        let zeros = vec![0; 1 << 20];
        let mut left = bytes;
        while left > 0 {
            let piece = left.min(zeros.len() as u64);
            (&file).write_all(&zeros[..piece as usize]).map_err(full)?;
            left -= piece;
        }
    }
    Ok(file)
}

#[cfg(unix)]
fn has_blocks(file: &File, bytes: u64) -> bool {
    use std::os::unix::fs::MetadataExt;
    // POSIX counts blocks of 512 bytes whatever the file system's own.
    file.metadata().is_ok_and(|metadata| metadata.blocks().saturating_mul(512) >= bytes)
}

#[cfg(not(unix))]
fn has_blocks(_file: &File, _bytes: u64) -> bool {
    false
}

/// Tells the kernel which cells of a table come next and which are done; for tables in memory there is nothing to do.
///
/// It is a separate handle, so that it can be used while the cells are mutably borrowed.
#[derive(Clone, Debug, Default)]
pub struct TablePages {
    file: Option<Arc<WorkingFile>>,
    arrays: Arc<[ArrayPlace]>,
}

#[derive(Debug)]
struct ArrayPlace {
    name: String,
    first_byte: u64,
    cells: u64,
}

impl TablePages {
    /// Cells that will be changed soon: a table in a working file starts to read them.
    pub fn read_ahead(&self, array: &str, cells: Range<usize>) {
        if let Some((file, bytes)) = self.place(array, cells) {
            file.read_ahead(bytes);
        }
    }

    /// Cells that will not be changed for a while: a table in a working file starts to write them back.
    pub fn release(&self, array: &str, cells: Range<usize>) {
        if let Some((file, bytes)) = self.place(array, cells) {
            file.start_write_back(bytes);
        }
    }

    fn place(&self, array: &str, cells: Range<usize>) -> Option<(&WorkingFile, Range<u64>)> {
        let file = self.file.as_ref()?;
        let place = self.arrays.iter().find(|place| place.name == array)?;
        let at = |cell: usize| place.first_byte + 4 * (cell as u64).min(place.cells);
        Some((file, at(cells.start)..at(cells.end)))
    }
}
