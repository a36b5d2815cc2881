//! Writing a kept file: space is reserved first, sections are streamed in order with checksums, and the file is named
//! once it is whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::array::{Element, trailer_checksum};
use super::fingerprint::{ChunkChecksums, Fingerprint, checksum};
use super::header::{FileDescription, Header, align, prefix, version_of};
use super::mapped::reserve_blocks;
use super::sibling::SiblingFile;
use crate::error::{Action, TableError};

/// A file being written; if dropped before [`ArrayWriter::finish`], it leaves nothing behind.
pub struct ArrayWriter {
    // Declared before the sibling: its buffer holds a second handle of the same open file and is dropped first.
    stream: BufWriter<File>,
    sibling: SiblingFile,
    header: Header,
    header_bytes: usize,
    header_sum: u64,
    sums: ChunkChecksums,
    /// The section being written, and how many of its bytes have been written.
    current: usize,
    written: u64,
    /// Bytes of the file so far.
    position: u64,
}

impl ArrayWriter {
    /// Starts a file that will be called `path`, with exactly the sections described.
    pub fn create(path: &Path, description: &FileDescription) -> Result<Self, TableError> {
        if cfg!(target_endian = "big") {
            return Err(TableError::BigEndian { path: path.into() });
        }
        let (header, text) = Header::lay_out(path, description)?;
        let sibling = SiblingFile::create(path)?;
        let total = header.file_bytes(text.len());
        reserve_blocks(sibling.file(), total).map_err(|error| out_of_space(path, Action::Reserve, error, total))?;
        let handle = sibling.file().try_clone().map_err(|error| TableError::io(path, Action::Create, error))?;
        let mut start = prefix(version_of(&description.recipe), text.len() as u32).to_vec();
        start.extend_from_slice(text.as_bytes());
        let header_sum = checksum(&start);
        start.extend_from_slice(&header_sum.to_le_bytes());
        let mut writer = Self {
            stream: BufWriter::with_capacity(1 << 20, handle),
            sibling,
            header_bytes: text.len(),
            header,
            header_sum,
            sums: ChunkChecksums::default(),
            current: 0,
            written: 0,
            position: 0,
        };
        writer.put(&start)?;
        writer.pad()?;
        writer.skip_full_sections()?;
        Ok(writer)
    }

    /// The fingerprint the file will have.
    pub fn fingerprint(&self) -> Fingerprint {
        self.header.fingerprint
    }

    /// Appends elements to a section; sections come in the order described, each in any number of pieces.
    pub fn write_section<T: Element>(&mut self, name: &str, elements: &[T]) -> Result<(), TableError> {
        if elements.is_empty() && self.header.section(name).is_some() {
            return Ok(());
        }
        let Some(section) = self.header.sections.get(self.current) else {
            return Err(self.refuse(format!("section '{name}' comes after the last one")));
        };
        if section.name != name {
            return Err(self.refuse(format!("section '{name}' comes before '{}' is full", section.name)));
        }
        if !T::matches(section.element) {
            return Err(self.refuse(format!("section '{name}' holds {}, not {}", section.element, T::NAME)));
        }
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let written = self.written + bytes.len() as u64;
        if written > section.bytes {
            return Err(self.refuse(format!("section '{name}' has {} bytes, more were given", section.bytes)));
        }
        self.put(bytes)?;
        self.sums.update(bytes);
        self.written = written;
        self.skip_full_sections()
    }

    /// Writes the checksums, flushes the file to disk and gives it its name.
    pub fn finish(mut self) -> Result<Fingerprint, TableError> {
        if let Some(section) = self.header.sections.get(self.current) {
            let problem = format!("section '{}' has {} of {} bytes", section.name, self.written, section.bytes);
            return Err(self.refuse(problem));
        }
        let mut trailer: Vec<u8> = self.sums.finished().iter().flat_map(|sum| sum.to_le_bytes()).collect();
        let sum = trailer_checksum(&self.header_sum.to_le_bytes(), &trailer);
        trailer.extend_from_slice(&sum.to_le_bytes());
        self.put(&trailer)?;
        let total = self.header.file_bytes(self.header_bytes);
        if self.position != total {
            return Err(self.refuse(format!("{} of {total} bytes were written", self.position)));
        }
        let path = self.sibling.path().to_path_buf();
        self.stream.flush().map_err(|error| out_of_space(&path, Action::Write, error, total))?;
        drop(self.stream);
        self.sibling.commit()?;
        Ok(self.header.fingerprint)
    }

    /// Moves past the current section, and past empty ones after it, once it is full.
    fn skip_full_sections(&mut self) -> Result<(), TableError> {
        while self.header.sections.get(self.current).is_some_and(|section| section.bytes == self.written) {
            self.sums.end_section();
            self.pad()?;
            self.current += 1;
            self.written = 0;
        }
        Ok(())
    }

    fn pad(&mut self) -> Result<(), TableError> {
        let zeros = align(self.position) - self.position;
        self.put(&[0; 4096][..zeros as usize])
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let total = self.header.file_bytes(self.header_bytes);
        let result = self.stream.write_all(bytes);
        result.map_err(|error| out_of_space(self.sibling.path(), Action::Write, error, total))?;
        self.position += bytes.len() as u64;
        Ok(())
    }

    fn refuse(&self, problem: String) -> TableError {
        TableError::Unfinished { path: self.sibling.path().into(), problem }
    }
}

/// An input or output error, with the bytes needed where the disk is full.
pub(crate) fn out_of_space(path: &Path, action: Action, error: io::Error, total: u64) -> TableError {
    if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge) {
        let advice = format!("the file needs {total} bytes; free that much or choose another disk with --out");
        return TableError::Io { path: path.into(), action, source: error, advice };
    }
    TableError::io(path, action, error)
}
