//! Reading a kept file: cheap to open, typed views of its sections straight from the map, and a full check on demand.
//!
//! The types a section's elements can have, and the Rust types they are read and written as.

use evaluator::deck::Deck;
use serde::{Deserialize, Serialize};
use std::path::Path;

use super::file_bytes::FileBytes;
use super::fingerprint::{CHUNK_BYTES, Fingerprint, Parent, checksum, chunk_count};
use super::header::{DECK, FileKind, Header, PREFIX_BYTES, Section, data_start_after, read_prefix};
use super::mapped::MappedFile;
use crate::error::TableError;
use crate::together::progress::{Progress, Silent, Update};

/// An opened file. Its header, lengths and section table have been checked; its sections' contents are checked only by
/// [`ArrayFile::verify`].
#[derive(Debug)]
pub struct ArrayFile {
    contents: FileBytes,
    header: Header,
    header_bytes: usize,
}

impl ArrayFile {
    pub fn open(path: &Path) -> Result<Self, TableError> {
        if cfg!(target_endian = "big") {
            return Err(TableError::BigEndian { path: path.into() });
        }
        Self::of(FileBytes::Mapped(MappedFile::open(path)?))
    }

    /// The same of a file whose bytes are there.
    pub(crate) fn of(contents: FileBytes) -> Result<Self, TableError> {
        let (path, bytes) = (contents.path(), contents.bytes());
        let found = bytes.len() as u64;
        let Some(prefix) = bytes.first_chunk::<PREFIX_BYTES>() else {
            return Err(TableError::NotOurs { path: path.into(), found: format!("it has only {found} bytes") });
        };
        let header_bytes = read_prefix(path, prefix)?;
        let covered = PREFIX_BYTES + header_bytes;
        let Some(stored) = bytes.get(covered..covered + 8) else {
            return Err(TableError::Length { path: path.into(), expected: data_start_after(header_bytes), found });
        };
        if checksum(&bytes[..covered]).to_le_bytes() != stored {
            return Err(TableError::Damaged { path: path.into(), section: "header".into(), offset: 0 });
        }
        let header = Header::parse(path, &bytes[PREFIX_BYTES..covered])?;
        let expected = header.file_bytes(header_bytes);
        if expected != found {
            return Err(TableError::Length { path: path.into(), expected, found });
        }
        Ok(Self { contents, header, header_bytes })
    }

    pub fn open_kind(path: &Path, kind: FileKind) -> Result<Self, TableError> {
        Self::open(path)?.of_kind(kind)
    }

    /// The same file, if it is of this kind.
    pub fn of_kind(self, kind: FileKind) -> Result<Self, TableError> {
        if self.kind() != kind {
            return Err(TableError::WrongKind { path: self.path().into(), expected: kind, found: self.kind() });
        }
        Ok(self)
    }

    pub fn path(&self) -> &Path {
        self.contents.path()
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn kind(&self) -> FileKind {
        self.header.kind
    }

    /// Hash of its kind, recipe and parents.
    pub fn fingerprint(&self) -> Fingerprint {
        self.header.fingerprint
    }

    pub fn file_bytes(&self) -> u64 {
        self.contents.bytes().len() as u64
    }

    /// A section's elements straight from the map, unverified.
    pub fn section<T: Element>(&self, name: &str) -> Result<&[T], TableError> {
        self.elements(self.find(name)?)
    }

    /// The same where the section is known.
    #[inline]
    pub(crate) fn elements<T: Element>(&self, section: &Section) -> Result<&[T], TableError> {
        let wrong =
            |found: String| TableError::shape(self.path(), format!("section '{}'", section.name), T::NAME, found);
        if !T::matches(section.element) {
            return Err(wrong(section.element.to_string()));
        }
        bytemuck::try_cast_slice(self.bytes_of(section)?).map_err(|error| wrong(error.to_string()))
    }

    /// A section's elements straight from the map; the section must have the given shape.
    pub fn section_of_shape<T: Element>(&self, name: &str, shape: &[u64]) -> Result<&[T], TableError> {
        let found = &self.find(name)?.shape;
        if found != shape {
            let (expected, found) = (format!("shape {shape:?}"), format!("{found:?}"));
            return Err(TableError::shape(self.path(), format!("section '{name}'"), expected, found));
        }
        self.section(name)
    }

    /// A value of the header's `meta` part, converted.
    pub fn meta<T: serde::de::DeserializeOwned>(&self, key: &str) -> Result<T, TableError> {
        let value = self.header.meta.get(key).cloned().unwrap_or(serde_json::Value::Null);
        let text = value.to_string();
        serde_json::from_value(value)
            .map_err(|error| TableError::shape(self.path(), format!("'{key}' in its header"), error, text))
    }

    /// The deck that the file belongs to.
    pub fn deck(&self) -> Result<Deck, TableError> {
        if self.header.meta.get(DECK).is_none() {
            return Ok(Deck::FULL);
        }
        let cards = self.meta::<usize>(DECK)?;
        let unfit = |error| TableError::shape(self.path(), format!("'{DECK}' in its header"), error, cards.to_string());
        Deck::try_from(cards).map_err(unfit)
    }

    /// Refuses a file of another deck.
    pub fn require_deck(&self, expected: Deck) -> Result<(), TableError> {
        let found = self.deck()?;
        if found == expected {
            Ok(())
        } else {
            Err(TableError::OtherDeck { path: self.path().into(), expected, found })
        }
    }

    /// Checks that the file's parents are the expected ones, in number, order, name and fingerprint.
    pub fn require_parents(&self, expected: &[Parent]) -> Result<(), TableError> {
        let found = &self.header.parents;
        for i in 0..expected.len().max(found.len()) {
            let (expected, found) = (expected.get(i), found.get(i));
            if expected != found {
                let name = expected.or(found).map_or("parent", |parent| &parent.name);
                // The same fingerprint in another role does not match either.
                let found = found.filter(|found| expected.is_none_or(|expected| expected.name == found.name));
                let fingerprint = |parent: Option<&Parent>| parent.map(|parent| parent.fingerprint);
                return Err(TableError::partner(self.path(), name, fingerprint(expected), fingerprint(found)));
            }
        }
        Ok(())
    }

    /// Checks every byte of the file against its checksums.
    pub fn verify(&self) -> Result<(), TableError> {
        self.verify_with(&Silent)
    }

    /// [`ArrayFile::verify`], reporting bytes and stopping when asked to.
    pub fn verify_with(&self, progress: &dyn Progress) -> Result<(), TableError> {
        if let Some(map) = self.map() {
            map.advise_sequential();
        }
        // The header's own checksum was checked when the file was opened.
        let mut end = (PREFIX_BYTES + self.header_bytes + 8) as u64;
        self.check_trailer()?;
        for section in &self.header.sections {
            self.check_padding(end, section.offset)?;
            self.check_section(section, progress)?;
            end = section.offset + section.bytes;
        }
        self.check_padding(end, self.trailer_offset())
    }

    /// Checks every byte of one section against its checksums.
    pub(crate) fn verify_section(&self, name: &str) -> Result<(), TableError> {
        let section = self.find(name)?;
        self.check_trailer()?;
        self.check_section(section, &Silent)
    }

    /// All its bytes, unverified.
    pub fn bytes(&self) -> &[u8] {
        self.contents.bytes()
    }

    /// The underlying map, for hints to the kernel and private views; `None` if the file was unpacked into memory.
    pub(crate) fn map(&self) -> Option<&MappedFile> {
        self.contents.map()
    }

    pub(crate) fn find(&self, name: &str) -> Result<&Section, TableError> {
        let known = || self.header.sections.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", ");
        self.header
            .section(name)
            .ok_or_else(|| TableError::shape(self.path(), "sections", format!("one called '{name}'"), known()))
    }

    fn bytes_of(&self, section: &Section) -> Result<&[u8], TableError> {
        self.range(section.offset, section.bytes)
    }

    fn range(&self, offset: u64, bytes: u64) -> Result<&[u8], TableError> {
        // Checked against the file's length when it was opened; checked again so that no fault elsewhere can read out
        // of range.
        let (start, end) = (offset as usize, offset.saturating_add(bytes) as usize);
        self.contents.bytes().get(start..end).ok_or_else(|| TableError::Length {
            path: self.path().into(),
            expected: offset.saturating_add(bytes),
            found: self.file_bytes(),
        })
    }

    fn trailer_offset(&self) -> u64 {
        self.header.trailer_offset(self.header_bytes)
    }

    fn damaged(&self, section: &str, offset: u64) -> TableError {
        TableError::Damaged { path: self.path().into(), section: section.into(), offset }
    }

    /// The trailer's checksum covers the header's checksum too, so that no trailer is valid under another header.
    fn check_trailer(&self) -> Result<(), TableError> {
        let start = self.trailer_offset();
        let sums = self.range(start, 8 * self.header.chunks())?;
        let stored = self.range(start + sums.len() as u64, 8)?;
        let header_sum = self.range((PREFIX_BYTES + self.header_bytes) as u64, 8)?;
        if trailer_checksum(header_sum, sums).to_le_bytes() == stored {
            Ok(())
        } else {
            Err(self.damaged("trailer", start))
        }
    }

    fn check_section(&self, section: &Section, progress: &dyn Progress) -> Result<(), TableError> {
        let before: u64 =
            self.header.sections.iter().take_while(|s| s.name != section.name).map(|s| chunk_count(s.bytes)).sum();
        let sums = self.range(self.trailer_offset() + 8 * before, 8 * chunk_count(section.bytes))?;
        for (i, (chunk, sum)) in self.bytes_of(section)?.chunks(CHUNK_BYTES).zip(sums.chunks_exact(8)).enumerate() {
            progress.check()?;
            let offset = section.offset + (i * CHUNK_BYTES) as u64;
            if checksum(chunk).to_le_bytes() != sum {
                return Err(self.damaged(&format!("section '{}'", section.name), offset));
            }
            let done = offset + chunk.len() as u64;
            progress.report(&Update { stage: "verify", done, of: self.file_bytes(), unit: "bytes", note: None });
        }
        Ok(())
    }

    fn check_padding(&self, start: u64, end: u64) -> Result<(), TableError> {
        match self.range(start, end.saturating_sub(start))?.iter().position(|&byte| byte != 0) {
            Some(at) => Err(self.damaged("padding", start + at as u64)),
            None => Ok(()),
        }
    }
}

/// The checksum at the end of a file, over the header's checksum and the checksums of all chunks.
pub(crate) fn trailer_checksum(header_sum: &[u8], chunk_sums: &[u8]) -> u64 {
    checksum(&[header_sum, chunk_sums].concat())
}

/// The type of a section's elements, all little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// Whole numbers of 1 byte.
    U8,
    /// Whole numbers of 2 bytes.
    U16,
    /// Whole numbers of 4 bytes.
    U32,
    /// Whole numbers of 8 bytes.
    U64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// Bytes with a structure of their own.
    Bytes,
}

impl ElementType {
    /// Bytes of one element.
    pub const fn size(self) -> u64 {
        match self {
            Self::U8 | Self::Bytes => 1,
            Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
            Self::U64 | Self::F64 => 8,
        }
    }
}

crate::text::names!(ElementType, {
    U8 => "u8", U16 => "u16", U32 => "u32", U64 => "u64", F32 => "f32", F64 => "f64", Bytes => "bytes",
});

/// A Rust type whose bytes in memory, on a little-endian machine, are the bytes in the file.
pub trait Element: bytemuck::Pod + Send + Sync {
    /// Whether a section of that element type is read and written as this Rust type.
    fn matches(element: ElementType) -> bool;

    /// The type's name in error messages.
    const NAME: &'static str;
}

macro_rules! element {
    ($type:ty, $name:literal, $pattern:pat) => {
        impl Element for $type {
            fn matches(element: ElementType) -> bool {
                matches!(element, $pattern)
            }

            const NAME: &'static str = $name;
        }
    };
}

element!(u8, "u8 or bytes", ElementType::U8 | ElementType::Bytes);
element!(u16, "u16", ElementType::U16);
element!(u32, "u32", ElementType::U32);
element!(u64, "u64", ElementType::U64);
element!(f32, "f32", ElementType::F32);
element!(f64, "f64", ElementType::F64);
