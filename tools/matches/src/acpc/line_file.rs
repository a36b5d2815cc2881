//! A text file that grows line by line, each written at once: whatever happens, it ends with a whole line or is cut
//! there.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use tables::file::fixed_name::open_to_append;

use super::error::AcpcError;

const MAX_LINE_BYTES: u64 = 1 << 17;

/// A file of lines, read to its end before the first line is added.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    reader: BufReader<File>,
    /// Bytes and lines read so far.
    offset: u64,
    lines: u64,
    /// Bytes that count.
    length: u64,
    /// Whether there are bytes behind them that could not be cut off yet.
    is_torn: bool,
}

impl LineFile {
    /// An empty file; what was there is gone if its first line is one that such files begin with.
    pub fn create(path: &Path, is_first_line: impl Fn(&str) -> bool) -> Result<Self, AcpcError> {
        let mut file = Self::append(path)?;
        let mut first = Vec::new();
        let read = file.reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut first);
        read.map_err(|source| file.failed("read", source))?;
        let line = first.strip_suffix(b"\n").unwrap_or(&first);
        if !first.is_empty() && !str::from_utf8(line).is_ok_and(is_first_line) {
            file.lines = 1;
            return Err(file.unexpected("a file of an earlier match, or none", line));
        }
        // Truncated explicitly: only a handle in append mode never writes into the middle.
        file.reader.get_ref().set_len(0).map_err(|source| file.failed("written", source))?;
        Ok(Self { length: 0, ..file })
    }

    /// The file as it is, or a new one: [`Self::next_line`] gives its lines, then lines can be added.
    pub fn append(path: &Path) -> Result<Self, AcpcError> {
        let file = open_to_append(path)?;
        let length = file.metadata().map_err(|source| failed(path, "opened", source))?.len();
        let reader = BufReader::new(file);
        Ok(Self { path: path.to_owned(), reader, offset: 0, lines: 0, length, is_torn: false })
    }

    /// As [`Self::append`], for a file that may be anything: without a single whole line it is not one of ours, and
    /// nothing of it is cut off.
    pub fn extend(path: &Path) -> Result<Self, AcpcError> {
        let mut file = Self::append(path)?;
        let found = file.reader.fill_buf().map(<[u8]>::to_vec);
        let found = found.map_err(|source| file.failed("read", source))?;
        if !found.is_empty() && !found.contains(&b'\n') {
            file.lines = 1;
            return Err(file.unexpected("whole lines", found));
        }
        Ok(file)
    }

    /// The next line that is already there. A last line without an end was interrupted while it was being written: it
    /// is cut off.
    pub fn next_line(&mut self) -> Result<Option<String>, AcpcError> {
        self.next_line_or_whole(|_| false)
    }

    /// As [`Self::next_line`], for a file that other programs may have written, some of which do not end the last line:
    /// if that line is whole, it gets its end and counts.
    pub(crate) fn next_line_or_whole(&mut self, is_whole: impl Fn(&str) -> bool) -> Result<Option<String>, AcpcError> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        read.map_err(|source| self.failed("read", source))?;
        if line.last() == Some(&b'\n') {
            self.offset += line.len() as u64;
            self.lines += 1;
            line.pop();
            return match String::from_utf8(line) {
                Ok(line) => Ok(Some(line)),
                Err(error) => Err(self.unexpected("text", error.as_bytes())),
            };
        }
        if line.len() as u64 == MAX_LINE_BYTES {
            self.lines += 1;
            return Err(self.unexpected("a shorter line", &line));
        }
        if let Ok(whole) = std::str::from_utf8(&line)
            && !line.is_empty()
            && is_whole(whole)
        {
            self.write_line(&"")?;
            self.offset += line.len() as u64 + 1;
            self.lines += 1;
            return Ok(Some(whole.to_owned()));
        }
        if !line.is_empty() {
            self.cut_to(self.offset);
        }
        Ok(None)
    }

    /// Adds a line, or several: all of it, or nothing.
    pub(crate) fn write_line(&mut self, line: &dyn Display) -> Result<(), AcpcError> {
        if self.is_torn {
            self.reader.get_ref().set_len(self.length).map_err(|source| self.failed("written", source))?;
            self.is_torn = false;
        }
        let text = format!("{line}\n");
        if let Err(source) = self.reader.get_mut().write_all(text.as_bytes()) {
            self.cut_to(self.length);
            return Err(self.failed("written", source));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    /// Cuts off everything from a byte on, which works on a full disk, too; where it fails, it is done before the next
    /// line is added.
    pub(crate) fn cut_to(&mut self, length: u64) {
        self.length = length;
        self.is_torn = self.reader.get_ref().set_len(length).is_err();
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The line last read is not what it should be.
    pub(crate) fn unexpected(&self, expected: &str, found: impl AsRef<[u8]>) -> AcpcError {
        let found = super::error::shown(found);
        AcpcError::OtherMatch { path: self.path.clone(), line: self.lines, expected: expected.to_owned(), found }
    }

    fn failed(&self, action: &'static str, source: std::io::Error) -> AcpcError {
        failed(&self.path, action, source)
    }
}

fn failed(path: &Path, action: &'static str, source: std::io::Error) -> AcpcError {
    AcpcError::File { path: path.to_owned(), action, source }
}
