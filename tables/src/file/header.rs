//! What a file says about itself: kind, recipe, parents and the table of its sections, kept as JSON text at its start.
//!
//! The bytes every file starts with and the version of the format this crate reads and writes.

use evaluator::deck::Deck;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

use super::array::ElementType;
use super::fingerprint::{Fingerprint, Parent, canonical_text, chunk_count};
use crate::error::TableError;

/// Sections start at multiples of this many bytes, so that a mapped section is aligned for every element type.
pub(crate) const SECTION_ALIGNMENT: u64 = 4096;
/// The most sections a file may have.
pub(crate) const MAX_SECTIONS: usize = 1024;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The 169 starting hands in clusters.
    OpponentClusters,
    /// One street's feature vectors.
    Features,
    /// One street's buckets.
    Buckets,
    /// A cut-off computation: its large arrays and its resume state.
    Checkpoint,
    /// A compressed strategy.
    Strategy,
    /// A strategy with its bucket files, all packed.
    Bundle,
    /// Results of matches.
    League,
    /// A solved spot: one board, two ranges, and all that may follow.
    Spot,
}

crate::text::names!(FileKind, {
    OpponentClusters => "opponent-clusters",
    Features => "features",
    Buckets => "buckets",
    Checkpoint => "checkpoint",
    Strategy => "strategy",
    Bundle => "bundle",
    League => "league",
    Spot => "spot",
});

impl FileKind {
    /// A file of this kind in words.
    pub fn noun(self) -> &'static str {
        match self {
            Self::OpponentClusters => "file of opponent clusters",
            Self::Features => "file of features",
            Self::Buckets => "bucket file",
            Self::Checkpoint => "checkpoint",
            Self::Strategy => "strategy file",
            Self::Bundle => "bundle",
            Self::League => "file of a league",
            Self::Spot => "solved spot",
        }
    }
}

/// The description of a file to be written: everything in a header that is not computed.
#[derive(Debug, Clone, PartialEq)]
pub struct FileDescription {
    pub kind: FileKind,
    /// How to make it again; enters the fingerprint.
    pub recipe: Value,
    /// The files it is made from, in a fixed order; enter the fingerprint.
    pub parents: Vec<Parent>,
    /// Facts about the content that a reader needs; do not enter the fingerprint.
    pub meta: Value,
    /// Its sections in the order in which they will be written.
    pub sections: Vec<Section>,
}

/// The version that a file with this recipe is written in.
pub fn version_of(recipe: &Value) -> u32 {
    if recipe.get(SIZES).is_some() { NO_LIMIT_VERSION } else { FORMAT_VERSION }
}

impl FileDescription {
    /// The fingerprint the file will have.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.kind.name(), &self.recipe, &self.parents)
    }
}

/// A section and its place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Lowercase letters, digits and `_`, at most 64 bytes, unique in the file.
    pub name: String,
    pub element: ElementType,
    /// Its extent in each dimension, the slowest first.
    pub shape: Vec<u64>,
    /// Its first byte, counted from the file's start; a multiple of `SECTION_ALIGNMENT`.
    pub offset: u64,
    pub bytes: u64,
}

impl Section {
    /// A section that has no place yet; longer than any file if its length exceeds 64 bits.
    pub fn new(name: impl Into<String>, element: ElementType, shape: &[u64]) -> Self {
        let bytes = byte_length(element, shape).unwrap_or(u64::MAX);
        Self { name: name.into(), element, shape: shape.to_vec(), offset: 0, bytes }
    }
}

/// A file's description of itself with the places of its sections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub kind: FileKind,
    /// Hash of kind, recipe and parents.
    pub fingerprint: Fingerprint,
    pub recipe: Value,
    pub parents: Vec<Parent>,
    pub meta: Value,
    /// Its sections in the order of the file.
    pub sections: Vec<Section>,
}

impl Header {
    /// Places the sections of a description and renders the header's text; the text fits before the first section.
    pub fn lay_out(path: &Path, description: &FileDescription) -> Result<(Self, String), TableError> {
        let mut header = Self {
            kind: description.kind,
            fingerprint: description.fingerprint(),
            recipe: description.recipe.clone(),
            parents: description.parents.clone(),
            meta: description.meta.clone(),
            sections: description.sections.clone(),
        };
        let refuse = |problem: String| TableError::Unfinished { path: path.into(), problem };
        // The text holds the offsets and the offsets depend on the text's length: grow the space until it fits.
        let mut data_start = SECTION_ALIGNMENT;
        loop {
            header.place(data_start).ok_or_else(|| refuse("the sections are too large".into()))?;
            let text = header.text();
            if data_start_after(text.len()) <= data_start {
                if text.len() > MAX_HEADER_BYTES as usize {
                    return Err(refuse(format!("the header has {} bytes", text.len())));
                }
                header.check(text.len()).map_err(refuse)?;
                return Ok((header, text));
            }
            data_start += SECTION_ALIGNMENT;
        }
    }

    /// Reads a header's text and checks everything that can be checked without the rest of the file.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Self, TableError> {
        let refuse = |problem: String| TableError::Header { path: path.into(), problem };
        let header: Self = serde_json::from_slice(text).map_err(|error| refuse(error.to_string()))?;
        header.check(text.len()).map_err(refuse)?;
        Ok(header)
    }

    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// The first byte of the trailer, where the checksums are.
    pub(crate) fn trailer_offset(&self, header_bytes: usize) -> u64 {
        self.sections.last().map_or(data_start_after(header_bytes), |last| align(last.offset + last.bytes))
    }

    /// The number of chunk checksums in the trailer.
    pub(crate) fn chunks(&self) -> u64 {
        self.sections.iter().map(|section| chunk_count(section.bytes)).sum()
    }

    /// The length of the whole file in bytes; the trailer ends with its own checksum.
    pub fn file_bytes(&self, header_bytes: usize) -> u64 {
        self.trailer_offset(header_bytes) + 8 * (self.chunks() + 1)
    }

    /// The text as written: JSON with one line per part, so that the start of a file can be read by people.
    fn text(&self) -> String {
        let value = |part: Result<Value, serde_json::Error>| canonical_text(&part.unwrap_or(Value::Null));
        let sections: Vec<String> = self.sections.iter().map(|section| value(serde_json::to_value(section))).collect();
        format!(
            "{{\"kind\":\"{}\",\n\"fingerprint\":\"{}\",\n\"recipe\":{},\n\"parents\":{},\n\"meta\":{},\n\
             \"sections\":[\n{}\n]}}\n",
            self.kind,
            self.fingerprint,
            canonical_text(&self.recipe),
            value(serde_json::to_value(&self.parents)),
            canonical_text(&self.meta),
            sections.join(",\n"),
        )
    }

    fn place(&mut self, data_start: u64) -> Option<()> {
        let mut offset = data_start;
        for section in &mut self.sections {
            section.offset = offset;
            offset = checked_align(offset.checked_add(section.bytes)?)?;
        }
        // The trailer is far smaller than the sections; half the range leaves room for it and for signed offsets.
        (offset <= i64::MAX as u64 / 2).then_some(())
    }

    fn check(&self, header_bytes: usize) -> Result<(), String> {
        let fingerprint = Fingerprint::of(self.kind.name(), &self.recipe, &self.parents);
        if fingerprint != self.fingerprint {
            return Err(format!("fingerprint {} where recipe and parents give {fingerprint}", self.fingerprint));
        }
        if self.sections.len() > MAX_SECTIONS {
            return Err(format!("{} sections, at most {MAX_SECTIONS} are allowed", self.sections.len()));
        }
        let mut expected = self.clone();
        expected.place(data_start_after(header_bytes)).ok_or("sections beyond the longest possible file")?;
        for (i, (section, placed)) in self.sections.iter().zip(&expected.sections).enumerate() {
            let name = &section.name;
            let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
            if name.is_empty() || name.len() > 64 || !name.bytes().all(letter) {
                return Err(format!("section {i} has a name that is not allowed"));
            }
            if self.sections[..i].iter().any(|earlier| earlier.name == *name) {
                return Err(format!("two sections are called {name}"));
            }
            if byte_length(section.element, &section.shape) != Some(section.bytes) {
                return Err(format!("section {name} has {} bytes, which is not its shape", section.bytes));
            }
            if section.offset != placed.offset {
                return Err(format!("section {name} starts at {}, expected {}", section.offset, placed.offset));
            }
        }
        Ok(())
    }
}

/// Where the first section starts after a header text of the given number of bytes and its checksum.
pub(crate) fn data_start_after(header_bytes: usize) -> u64 {
    align((PREFIX_BYTES + header_bytes + 8) as u64)
}

/// The next multiple of `SECTION_ALIGNMENT`; callers have checked that their lengths are far from overflow.
pub fn align(offset: u64) -> u64 {
    offset.next_multiple_of(SECTION_ALIGNMENT)
}

/// [`align`], or `None` on overflow.
pub(crate) fn checked_align(offset: u64) -> Option<u64> {
    offset.checked_next_multiple_of(SECTION_ALIGNMENT)
}

fn byte_length(element: ElementType, shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(element.size(), |bytes, &extent| bytes.checked_mul(extent))
}

/// The first eight bytes of every file.
pub(crate) const MAGIC: [u8; 8] = *b"EQUIPOIS";

/// The format's version; any change of a byte's meaning raises it.
pub const FORMAT_VERSION: u32 = 1;
/// The version of what is trained without a limit, so that readers who know three actions and one shape of betting say
/// so.
pub const NO_LIMIT_VERSION: u32 = 2;
/// The key of a recipe that says which bets a no-limit game has.
pub const SIZES: &str = "sizes";

/// Bytes before the header's text: magic, version, length of the text.
pub(crate) const PREFIX_BYTES: usize = 16;

/// The longest header text a reader accepts, in bytes, so that no file can make it allocate more.
pub(crate) const MAX_HEADER_BYTES: u32 = 16 << 20;

/// Checks magic and version of a file's first 16 bytes and returns the length of the header text in bytes.
pub(crate) fn read_prefix(path: &Path, prefix: &[u8; PREFIX_BYTES]) -> Result<usize, TableError> {
    let (magic, numbers) = prefix.split_at(8);
    if magic != MAGIC {
        let found = String::from_utf8_lossy(magic).escape_debug().to_string();
        return Err(TableError::NotOurs { path: path.into(), found: format!("it starts with '{found}'") });
    }
    let number = |at: usize| u32::from_le_bytes([numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]]);
    if ![FORMAT_VERSION, NO_LIMIT_VERSION].contains(&number(0)) {
        return Err(TableError::Version { path: path.into(), expected: NO_LIMIT_VERSION, found: number(0) });
    }
    if number(4) > MAX_HEADER_BYTES {
        let problem = format!("its header claims {} bytes, at most {MAX_HEADER_BYTES} are allowed", number(4));
        return Err(TableError::Header { path: path.into(), problem });
    }
    Ok(number(4) as usize)
}

/// The 16 bytes before a header text of the given length in bytes.
pub fn prefix(version: u32, header_bytes: u32) -> [u8; PREFIX_BYTES] {
    let mut bytes = [0; PREFIX_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    bytes[12..].copy_from_slice(&header_bytes.to_le_bytes());
    bytes
}

/// The key of the number of cards of the deck; a file without it is of the full deck.
pub(crate) const DECK: &str = "deck";

/// The `meta` part of a file that belongs to a deck: nothing more for the full one.
pub fn with_deck(mut meta: Value, deck: Deck) -> Value {
    if !deck.is_full() {
        meta[DECK] = deck.cards().into();
    }
    meta
}
