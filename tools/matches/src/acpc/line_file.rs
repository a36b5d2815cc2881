//! A text file that grows line by line, each written at once: whatever happens, it ends with a whole line or is cut
//! there.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::error::AcpcError;

/// No line of a match is longer.
const MAX_LINE_BYTES: u64 = 1 << 14;

/// A file of lines, read to its end before the first line is added.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    reader: BufReader<File>,
    /// Bytes and lines read so far.
    offset: u64,
    lines: u64,
}

impl LineFile {
    /// An empty file; what was there is gone.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn create(path: &Path) -> Result<Self, AcpcError> {
        // Truncated explicitly: only a handle in append mode never writes into the middle.
        let file = Self::append(path)?;
        file.reader.get_ref().set_len(0).map_err(|source| file.failed("written", source))?;
        Ok(file)
    }

    /// The file as it is, or a new one: [`Self::next_line`] gives its lines, then lines can be added.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn append(path: &Path) -> Result<Self, AcpcError> {
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = opened.map_err(|source| AcpcError::File { path: path.to_owned(), action: "opened", source })?;
        Ok(Self { path: path.to_owned(), reader: BufReader::new(file), offset: 0, lines: 0 })
    }

    /// As [`Self::append`], for a file that may be anything: without a single whole line it is not one of ours, and
    /// nothing of it is cut off.
    ///
    /// # Errors
    /// [`AcpcError::File`]; [`AcpcError::OtherMatch`] for a file that has text but no end of a line.
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
    ///
    /// # Errors
    /// [`AcpcError::File`]; [`AcpcError::OtherMatch`] for a line that is not text or is far too long.
    pub fn next_line(&mut self) -> Result<Option<String>, AcpcError> {
        self.next_line_or_whole(|_| false)
    }

    /// As [`Self::next_line`], for a file that other programs may have written, some of which do not end the last line:
    /// if that line is whole, it gets its end and counts.
    ///
    /// # Errors
    /// As [`Self::next_line`].
    pub fn next_line_or_whole(&mut self, is_whole: impl Fn(&str) -> bool) -> Result<Option<String>, AcpcError> {
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
            self.reader.get_ref().set_len(self.offset).map_err(|source| self.failed("written", source))?;
        }
        Ok(None)
    }

    /// Adds a line, or several.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn write_line(&mut self, line: &dyn Display) -> Result<(), AcpcError> {
        let written = self.reader.get_mut().write_all(format!("{line}\n").as_bytes());
        written.map_err(|source| self.failed("written", source))
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The line last read is not what it should be.
    pub fn unexpected(&self, expected: &str, found: impl AsRef<[u8]>) -> AcpcError {
        let found = super::error::shown(found);
        AcpcError::OtherMatch { path: self.path.clone(), line: self.lines, expected: expected.to_owned(), found }
    }

    fn failed(&self, action: &'static str, source: std::io::Error) -> AcpcError {
        AcpcError::File { path: self.path.clone(), action, source }
    }
}
