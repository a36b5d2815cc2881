//! A bundle: a strategy and its bucket files in one file, each packed as it is and unpacked into memory when it is
//! needed.
//!
//! Nothing is unpacked to the disk. 280 MB of bucket files take 0.4 seconds to unpack, less than reading them from most
//! disks; a cache of unpacked files would have to be looked after.

use evaluator::deck::Deck;
use evaluator::round::Round;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

use super::reader::StrategyReader;
use crate::buckets::table::BucketTable;
use crate::error::TableError;
use crate::file::array::{ArrayFile, ElementType};
use crate::file::file_bytes::FileBytes;
use crate::file::fingerprint::{Fingerprint, Parent};
use crate::file::header::{FileDescription, FileKind, Section, with_deck};
use crate::file::mapped::PrivateMemory;
use crate::file::writer::ArrayWriter;
use crate::together::progress::{Counter, Progress};

/// The streets whose buckets come from files.
pub const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// What the strategy's own file is called in a bundle; bucket files are called after their streets.
const STRATEGY: &str = "strategy";

/// Bytes of a file that are compressed together, apart from all others: frames are packed and unpacked side by side,
/// and do not depend on how many threads there are.
pub const FRAME_BYTES: usize = 4 << 20;

/// The zstd compression level of frames, fixed: at 9 the river buckets of the quickstart take 22 MB instead of the 32
/// of level 3, in 3.4 instead of 0.8 core-seconds; at 12 they take 21 MB in 6.3.
const COMPRESSION_LEVEL: i32 = 9;

/// A file in a bundle, as the bundle's header describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PackedFile {
    name: String,
    /// Its length when it is unpacked.
    bytes: u64,
    recipe: Value,
    parents: Vec<Parent>,
}

impl PackedFile {
    fn of(name: &str, file: &ArrayFile) -> Self {
        let header = file.header();
        let (recipe, parents) = (header.recipe.clone(), header.parents.clone());
        Self { name: name.to_owned(), bytes: file.file_bytes(), recipe, parents }
    }

    /// The sections of its packed bytes: where its frames begin and end, and the frames.
    fn sections(name: &str) -> [String; 2] {
        [format!("{name}_frames"), name.to_owned()]
    }
}

/// An opened bundle; its files are unpacked one by one.
#[derive(Debug)]
pub struct Bundle {
    file: ArrayFile,
    files: Vec<PackedFile>,
}

impl Bundle {
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::of(ArrayFile::open(path)?)
    }

    /// The same of an opened file.
    pub fn of(file: ArrayFile) -> Result<Self, TableError> {
        let file = file.of_kind(FileKind::Bundle)?;
        let files: Vec<PackedFile> = file.meta("files")?;
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        if names != names_of_files() {
            let expected = names_of_files().join(", ");
            return Err(TableError::shape(file.path(), "'files' in its header", expected, names.join(", ")));
        }
        file.deck()?;
        for PackedFile { name, bytes, .. } in &files {
            let [offsets, frames] = PackedFile::sections(name);
            file.section_of_shape::<u64>(&offsets, &[bytes.div_ceil(FRAME_BYTES as u64) + 1])?;
            file.section::<u8>(&frames)?;
        }
        Ok(Self { file, files })
    }

    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// Unpacks its strategy.
    pub fn strategy(&self) -> Result<StrategyReader, TableError> {
        StrategyReader::of(self.unpacked(STRATEGY)?)
    }

    /// Unpacks the bucket file of a street after the preflop.
    pub fn buckets(&self, street: Round) -> Result<BucketTable, TableError> {
        let table = BucketTable::of(self.unpacked(street.name())?)?;
        if table.round() != street {
            return Err(TableError::shape(table.file().path(), "street", street, table.round()));
        }
        table.require_deck(self.file.deck()?)?;
        Ok(table)
    }

    /// Reads the files in it as readers of their kinds do, and whether they belong together.
    pub(crate) fn verify_files(&self, progress: &dyn Progress) -> Result<(), TableError> {
        let strategy = self.strategy()?;
        strategy.file().verify_with(progress)?;
        strategy.verify_blocks(progress)?;
        let mut parents = vec![self.described(STRATEGY, strategy.file())?];
        for street in STREETS {
            let table = self.buckets(street)?;
            table.file().verify_with(progress)?;
            table.check_buckets()?;
            parents.push(self.described(street.name(), table.file())?);
        }
        self.file.require_parents(&parents)?;
        strategy.file().require_parents(&parents[1..])
    }

    /// A file in it as a parent, if it is as the bundle's header describes it.
    fn described(&self, name: &str, file: &ArrayFile) -> Result<Parent, TableError> {
        let found = PackedFile::of(name, file);
        if !self.files.contains(&found) {
            let expected = "the description of the file in it";
            return Err(TableError::shape(file.path(), "'files' in the bundle's header", expected, "another"));
        }
        Ok(Parent::new(name, file.fingerprint()))
    }

    /// A file in it. The packed bytes are read against their checksums, so that damage is refused and not played.
    fn unpacked(&self, name: &str) -> Result<ArrayFile, TableError> {
        let path = self.file.path().join(name);
        let [offsets, frames] = PackedFile::sections(name);
        self.file.verify_section(&offsets)?;
        self.file.verify_section(&frames)?;
        let bytes = self.files.iter().find(|file| file.name == name).map_or(0, |file| file.bytes);
        let (offsets, packed) = (self.file.section::<u64>(&offsets)?, self.file.section::<u8>(&frames)?);
        let mut memory = PrivateMemory::zeroed(&path.display().to_string(), bytes)?;
        let places = offsets.par_windows(2);
        memory.bytes_mut().par_chunks_mut(FRAME_BYTES).zip(places).try_for_each(|(piece, place)| {
            let frame = packed.get(place[0] as usize..place[1] as usize).unwrap_or(&[]);
            let length = zstd::bulk::decompress_to_buffer(frame, piece);
            match length {
                Ok(length) if length == piece.len() => Ok(()),
                _ => Err(TableError::Damaged {
                    path: self.file.path().into(),
                    section: format!("section '{name}'"),
                    offset: place[0],
                }),
            }
        })?;
        ArrayFile::of(FileBytes::Unpacked { path, memory })
    }
}

/// The names of the files in a bundle, in their order.
fn names_of_files() -> [&'static str; 4] {
    [STRATEGY, STREETS[0].name(), STREETS[1].name(), STREETS[2].name()]
}

/// What goes into a bundle: a strategy and the bucket files of flop, turn and river that it names.
pub struct BundleContents<'a> {
    pub strategy: &'a StrategyReader,
    pub buckets: [&'a BucketTable; 3],
}

impl BundleContents<'_> {
    /// Reads the files against their checksums, packs them and writes the bundle: the same bytes for any number of
    /// threads.
    pub fn write(&self, path: &Path, progress: &dyn Progress) -> Result<Fingerprint, TableError> {
        let strategy = self.strategy.file();
        let files = [strategy, self.buckets[0].file(), self.buckets[1].file(), self.buckets[2].file()];
        let named: Vec<(&str, &ArrayFile)> = names_of_files().into_iter().zip(files).collect();
        let parents: Vec<Parent> = named.iter().map(|(name, file)| Parent::new(*name, file.fingerprint())).collect();
        strategy.require_parents(&parents[1..])?;
        let mut packed = Vec::new();
        for (name, file) in &named {
            file.verify_with(progress)?;
            packed.push(pack(name, file, progress)?);
        }
        let contents: Vec<PackedFile> = named.iter().map(|(name, file)| PackedFile::of(name, file)).collect();
        let sections = contents.iter().zip(&packed).flat_map(|(file, packed)| {
            let [offsets, frames] = PackedFile::sections(&file.name);
            [
                Section::new(offsets, ElementType::U64, &[packed.offsets.len() as u64]),
                Section::new(frames, ElementType::Bytes, &[packed.frames.len() as u64]),
            ]
        });
        let description = FileDescription {
            kind: FileKind::Bundle,
            recipe: strategy.header().recipe.clone(),
            parents,
            meta: with_deck(json!({ "files": contents }), self.deck()),
            sections: sections.collect(),
        };
        let mut writer = ArrayWriter::create(path, &description)?;
        for (file, Packed { offsets, frames }) in contents.iter().zip(&packed) {
            let [offsets_name, frames_name] = PackedFile::sections(&file.name);
            writer.write_section(&offsets_name, offsets)?;
            writer.write_section(&frames_name, frames)?;
        }
        writer.finish()
    }

    /// The length of all files before they are packed.
    pub fn bytes(&self) -> u64 {
        self.strategy.file().file_bytes() + self.buckets.iter().map(|table| table.file().file_bytes()).sum::<u64>()
    }

    fn deck(&self) -> Deck {
        self.buckets[0].deck()
    }
}

/// A file as one zstd frame for each [`FRAME_BYTES`].
struct Packed {
    /// Where each frame begins, and the end of the last.
    offsets: Vec<u64>,
    frames: Vec<u8>,
}

fn pack(name: &str, file: &ArrayFile, progress: &dyn Progress) -> Result<Packed, TableError> {
    let stage = format!("pack {name}");
    let counter = Counter::new(progress, &stage, "bytes", file.file_bytes());
    let frame = |piece: &[u8]| {
        let frame = zstd::bulk::compress(piece, COMPRESSION_LEVEL)
            .map_err(|error| TableError::Unfinished { path: PathBuf::from(name), problem: error.to_string() })?;
        counter.add(piece.len() as u64)?;
        Ok::<_, TableError>(frame)
    };
    let frames = file.bytes().par_chunks(FRAME_BYTES).map(frame).collect::<Result<Vec<Vec<u8>>, TableError>>()?;
    let ends = frames.iter().scan(0, |end, frame| {
        *end += frame.len() as u64;
        Some(*end)
    });
    Ok(Packed { offsets: std::iter::once(0).chain(ends).collect(), frames: frames.concat() })
}
