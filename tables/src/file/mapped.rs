#![allow(unsafe_code)]
//! The only place with memory maps and the calls to the operating system that they need.
//!
//! Four kinds of map: a sealed file read-only, a piece of a sealed file as private copy-on-write memory (never
//! written back), anonymous zeroed memory in huge pages, and an unnamed working file on disk that is written back. The
//! last is only for tables larger than memory: once a tenth of memory is dirty pages, the kernel writes them back and
//! protects them again, so that every page is paid for again.

use super::header::{align, checked_align};
use super::reading::open_ordinary;
use crate::error::{Action, TableError};
use crate::memory;

#[cfg(unix)]
use memmap2::Advice;
use memmap2::{Mmap, MmapMut, MmapOptions};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A whole file, mapped read-only.
#[derive(Debug)]
pub struct MappedFile {
    path: PathBuf,
    file: File,
    map: Mmap,
}

impl MappedFile {
    /// Maps an existing ordinary file.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = open_ordinary(path)?;
        // SAFETY: the map is read-only, and sealed files are never changed in place: a new version is a new file that
        // takes over the name, while the mapped one lives on. Truncating the file meanwhile ends this process with
        // SIGBUS; no map can prevent that, and the file formats say so.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| TableError::io(path, Action::Read, error))?;
        Ok(Self { path: path.into(), file, map })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All its bytes; the first one lies at the start of a page.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// A private copy-on-write view of `bytes` bytes from `offset` on: instant, and never written back.
    ///
    /// The file keeps its disk blocks while the view lives, even if another file takes over its name. `offset` is a
    /// multiple of [`super::header::SECTION_ALIGNMENT`], else the view may not be aligned for its elements.
    pub(crate) fn private_view(&self, offset: u64, bytes: u64) -> Result<PrivateMemory, TableError> {
        let refuse = |error| TableError::io(&self.path, Action::Read, error);
        let found = self.map.len() as u64;
        let end = offset.checked_add(bytes).filter(|&end| end <= found);
        let (Some(_), Ok(length)) = (end, usize::try_from(bytes)) else {
            let expected = offset.saturating_add(bytes);
            return Err(TableError::Length { path: self.path.clone(), expected, found });
        };
        if length == 0 {
            return PrivateMemory::zeroed("an empty table", 0);
        }
        // SAFETY: changes stay in this process (MAP_PRIVATE); the underlying file is sealed and never changed in place,
        // see `MappedFile::open`; the range was just checked against the file's length.
        let map = unsafe { MmapOptions::new().offset(offset).len(length).map_copy(&self.file) }.map_err(refuse)?;
        Ok(PrivateMemory { map, bytes: length })
    }

    /// Tells the kernel that everything will be read from front to back.
    pub(crate) fn advise_sequential(&self) {
        // Only a hint: where it is refused, reading is slower and nothing else changes.
        #[cfg(unix)]
        let _ = self.map.advise(Advice::Sequential);
    }

    /// Tells the kernel that everything will be needed soon, in any order.
    pub(crate) fn advise_needed_soon(&self) {
        #[cfg(unix)]
        let _ = self.map.advise(Advice::WillNeed);
    }
}

/// Memory of this process alone that can be changed: zeroed, a copy-on-write view of a piece of a file, or a piece of a
/// working file that no other process knows.
#[derive(Debug)]
pub struct PrivateMemory {
    map: MmapMut,
    bytes: usize,
}

impl PrivateMemory {
    /// The given number of zero bytes at the start of a page, in huge pages where the system has them; touched on first
    /// use.
    pub fn zeroed(what: &str, bytes: u64) -> Result<Self, TableError> {
        memory::require(what, bytes)?;
        let refuse = |error| TableError::io(Path::new(what), Action::Allocate, error);
        let bytes = usize::try_from(bytes).map_err(|_| refuse(io::ErrorKind::OutOfMemory.into()))?;
        let map = MmapOptions::new().len(bytes.max(1)).map_anon().map_err(refuse)?;
        // Random updates gain from fewer translation misses; a refusal costs speed only.
        #[cfg(target_os = "linux")]
        let _ = map.advise(Advice::HugePage);
        Ok(Self { map, bytes })
    }

    /// All its bytes; the first one lies at the start of a page.
    pub fn bytes(&self) -> &[u8] {
        &self.map[..self.bytes]
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map[..self.bytes]
    }
}

/// A nameless file on disk whose pieces are mapped for changes: memory for what does not fit into memory.
///
/// The kernel reads a page when it is touched and writes changed ones back when it needs their room; the calls below
/// only ask for this earlier. They change no bytes, and do nothing where the system does not support them.
#[derive(Debug)]
pub(crate) struct WorkingFile {
    /// Other systems have no calls that ask for anything earlier.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    file: File,
}

impl WorkingFile {
    /// Maps pieces of the given lengths in bytes, one after the other, each starting at a page: `(first byte, piece)`.
    ///
    /// The caller must pass a file that has no name (any more), is not held by anyone else and has disk blocks behind
    /// all of [`WorkingFile::length`].
    pub(crate) fn map(
        file: File,
        what: &Path,
        pieces: &[u64],
    ) -> Result<(Self, Vec<(u64, PrivateMemory)>), TableError> {
        let refuse = |error| TableError::io(what, Action::Allocate, error);
        let mut start = 0;
        let mut maps = Vec::with_capacity(pieces.len());
        for &bytes in pieces {
            let length = usize::try_from(bytes).map_err(|_| refuse(io::ErrorKind::OutOfMemory.into()))?;
            let options = MmapOptions::new().offset(start).len(length).to_owned();
            let memory = if length == 0 {
                PrivateMemory::zeroed("an empty table", 0)?
            } else {
                // SAFETY: the pieces do not overlap and nobody else can open a file without a name, so that each is
                // changed through its one map alone. The blocks behind it are there (see the caller's promise), so a
                // full disk cannot end this process with SIGBUS; a disk that fails can, as with all maps.
                let map = unsafe { options.map_mut(&file) }.map_err(refuse)?;
                PrivateMemory { map, bytes: length }
            };
            maps.push((start, memory));
            start += align(bytes);
        }
        Ok((Self { file }, maps))
    }

    /// The bytes that such pieces need in a working file; `None` if no file can be that long.
    pub(crate) fn length(pieces: &[u64]) -> Option<u64> {
        let length = pieces.iter().try_fold(0u64, |sum, &bytes| sum.checked_add(checked_align(bytes)?))?;
        (length <= i64::MAX as u64).then_some(length)
    }

    /// Has the kernel start reading these bytes.
    pub(crate) fn read_ahead(&self, bytes: Range<u64>) {
        #[cfg(target_os = "linux")]
        if let Some((start, length)) = span(&bytes) {
            use std::os::fd::AsRawFd;
            // SAFETY: the descriptor is open for the whole call; the call takes numbers only.
            unsafe { libc::posix_fadvise(self.file.as_raw_fd(), start, length, libc::POSIX_FADV_WILLNEED) };
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
    }

    /// Has the kernel start writing back the changed pages of these bytes; their memory is then free for other uses.
    pub(crate) fn start_write_back(&self, bytes: Range<u64>) {
        #[cfg(target_os = "linux")]
        if let Some((start, length)) = span(&bytes) {
            use std::os::fd::AsRawFd;
            // SAFETY: the descriptor is open for the whole call; the call takes numbers only.
            unsafe { libc::sync_file_range(self.file.as_raw_fd(), start, length, libc::SYNC_FILE_RANGE_WRITE) };
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
    }
}

/// Gives the memory that the process has freed back to the system, where the allocator would keep it for later: between
/// the stages of a run, none of which should hold what the one before it needed.
pub fn give_back_freed_memory() {
    // SAFETY: the call takes a number only, and may be made from any thread at any time.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}

/// First byte and length as the system calls take them; nothing for an empty range.
#[cfg(target_os = "linux")]
fn span(bytes: &Range<u64>) -> Option<(libc::off64_t, libc::off64_t)> {
    let length = bytes.end.checked_sub(bytes.start).filter(|&length| length > 0)?;
    Some((libc::off64_t::try_from(bytes.start).ok()?, libc::off64_t::try_from(length).ok()?))
}

/// Gives a new, empty file its full length with disk blocks behind it, so that a full disk is found before the work.
#[cfg(target_os = "linux")]
pub(crate) fn reserve_blocks(file: &File, bytes: u64) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    // SAFETY: an all-zero statvfs is a valid value of this plain C structure.
    let mut space: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: the descriptor is open for the whole call and `space` is a live, writable statvfs.
    let known = unsafe { libc::fstatvfs(file.as_raw_fd(), &mut space) } == 0 && space.f_frsize > 0;
    if known && bytes / space.f_frsize > space.f_bavail {
        return Err(io::ErrorKind::StorageFull.into());
    }
    let length = libc::off_t::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    if length == 0 {
        return Ok(());
    }
    loop {
        // SAFETY: the descriptor is open for the whole call; the call takes numbers only.
        if unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, length) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINTR) => {}
            // This file system cannot reserve: the writes themselves will fail.
            Some(libc::EOPNOTSUPP | libc::ENOSYS) => return file.set_len(bytes),
            _ => return Err(error),
        }
    }
}

/// Gives a new, empty file its full length; this system offers no reservation, so a full disk is found by the writes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn reserve_blocks(file: &File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)
}
