//! A solved spot as a file: one packed block of probabilities for each board.
//!
//! What a block holds is known to the crate that solves spots; here it is bytes of a known length.

use serde_json::Value;
use std::path::Path;

use super::error::TableError;
use super::file::array::{ArrayFile, ElementType};
use super::file::fingerprint::Fingerprint;
use super::file::header::{FileDescription, FileKind, Section};
use super::file::writer::ArrayWriter;
use super::together::progress::Progress;

/// The zstd compression level; fixed, so that equal spots give equal files with the same zstd.
const COMPRESSION_LEVEL: i32 = 6;
/// No block is unpacked to more; the largest boards have some megabytes.
const MOST_BYTES: u64 = 1 << 30;

/// Whether a solved spot lies at a path; whatever else it may be is found out where it is opened.
pub fn is_spot(path: &Path) -> bool {
    path.is_file() && ArrayFile::open(path).is_ok_and(|file| file.kind() == FileKind::Spot)
}

/// The block of a board as it is kept.
pub fn pack(block: &[u8]) -> Vec<u8> {
    // Only a lack of memory could refuse it.
    zstd::bulk::compress(block, COMPRESSION_LEVEL).unwrap_or_default()
}

/// Writes a file with the packed block of each board, and the length of each before it was packed.
pub fn write(
    path: &Path,
    recipe: Value,
    meta: Value,
    packed: &[Vec<u8>],
    lengths: &[u64],
) -> Result<Fingerprint, TableError> {
    let mut offsets = vec![0];
    for block in packed {
        offsets.push(offsets[offsets.len() - 1] + block.len() as u64);
    }
    let boards = packed.len() as u64;
    let description = FileDescription {
        kind: FileKind::Spot,
        recipe,
        parents: Vec::new(),
        meta,
        sections: vec![
            Section::new("lengths", ElementType::U64, &[boards]),
            Section::new("block_offsets", ElementType::U64, &[boards + 1]),
            Section::new("blocks", ElementType::Bytes, &[offsets[packed.len()]]),
        ],
    };
    let mut writer = ArrayWriter::create(path, &description)?;
    writer.write_section("lengths", lengths)?;
    writer.write_section("block_offsets", &offsets)?;
    for block in packed {
        writer.write_section("blocks", block.as_slice())?;
    }
    writer.finish()
}

/// An opened file of a spot.
#[derive(Debug)]
pub struct SpotBlocks {
    file: ArrayFile,
}

impl SpotBlocks {
    /// Opens a file; the blocks are not verified.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Ok(Self { file: ArrayFile::open_kind(path, FileKind::Spot)? })
    }

    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// How many boards there are.
    pub fn boards(&self) -> Result<usize, TableError> {
        Ok(self.file.section::<u64>("lengths")?.len())
    }

    /// The block of a board, unpacked.
    pub fn block(&self, board: usize) -> Result<Vec<u8>, TableError> {
        let what = || format!("block of board {board}");
        let wrong = |expected: String, found: String| TableError::shape(self.file.path(), what(), expected, found);
        let [lengths, offsets] = ["lengths", "block_offsets"].map(|name| self.file.section::<u64>(name));
        let (lengths, offsets) = (lengths?, offsets?);
        let blocks = self.file.section::<u8>("blocks")?;
        let Some(&length) = lengths.get(board).filter(|&&length| length <= MOST_BYTES) else {
            return Err(wrong(format!("one of {} boards of at most {MOST_BYTES} bytes", lengths.len()), "none".into()));
        };
        let offset = |at: usize| offsets.get(at).and_then(|&offset| usize::try_from(offset).ok());
        let range = offset(board).zip(board.checked_add(1).and_then(offset));
        let Some(packed) = range.and_then(|(start, end)| blocks.get(start..end)) else {
            return Err(wrong(format!("a place within {} bytes", blocks.len()), format!("{range:?}")));
        };
        let block = zstd::bulk::decompress(packed, length as usize)
            .map_err(|error| wrong(format!("{length} compressed bytes"), error.to_string()))?;
        match block.len() as u64 == length {
            true => Ok(block),
            false => Err(wrong(format!("{length} bytes"), format!("{} bytes", block.len()))),
        }
    }

    /// Unpacks every block.
    pub(crate) fn verify_blocks(&self, progress: &dyn Progress) -> Result<(), TableError> {
        for board in 0..self.boards()? {
            progress.check()?;
            self.block(board)?;
        }
        Ok(())
    }
}
