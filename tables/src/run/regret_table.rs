//! The only table that is changed in place: regrets and strategy sums, with checkpoints that are whole or absent.
//!
//! A table in memory is anonymous memory in huge pages. A private copy-on-write view of a checkpoint starts at once,
//! and changes never reach the file. A table beyond memory lives in a nameless working file
//! ([`TableHome::WorkingFile`]), into which a checkpoint is copied. A checkpoint is a new file, written sequentially
//! and renamed, so a kill at any moment leaves the old one or the new one, wherever the cells live.

use serde_json::Value;
use std::path::Path;

use super::table_home::{TableHome, TablePages};
use crate::error::TableError;
use crate::file::array::{ArrayFile, ElementType};
use crate::file::fingerprint::{Fingerprint, Parent};
use crate::file::header::{FileDescription, FileKind, Section};
use crate::file::mapped::PrivateMemory;
use crate::file::writer::ArrayWriter;
use crate::together::progress::{Progress, Silent};

/// The section of a checkpoint that holds the caller's own state.
const STATE: &str = "state";

/// Bytes that are copied from a checkpoint at a time, so that writing back overlaps with reading.
const COPIED_BYTES: usize = 16 << 20;

/// Cells that are looked at between two checks of the cancel flag.
const CHECKED_CELLS: usize = 16 << 20;

/// Named arrays of f32 cells.
#[derive(Debug)]
pub struct RegretTable {
    arrays: Vec<CellArray>,
    pages: TablePages,
}

#[derive(Debug)]
struct CellArray {
    name: String,
    memory: PrivateMemory,
}

impl CellArray {
    fn cells(&self) -> &[f32] {
        // Maps start at a page and hold whole cells, so the cast cannot fail; if it did, an empty array would only give
        // wrong numbers.
        bytemuck::try_cast_slice(self.memory.bytes()).unwrap_or(&[])
    }

    fn cells_mut(&mut self) -> &mut [f32] {
        bytemuck::try_cast_slice_mut(self.memory.bytes_mut()).unwrap_or(&mut [])
    }
}

/// What a checkpoint says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckpointDescription {
    /// How to repeat the training.
    pub recipe: Value,
    /// The bucket files it uses.
    pub parents: Vec<Parent>,
    /// Facts such as the iterations done.
    pub meta: Value,
}

impl RegretTable {
    /// A table of zeros: for each array its name (lowercase letters, digits, `_`) and its number of cells.
    pub fn fresh(layout: &[(&str, u64)], home: TableHome<'_>) -> Result<Self, TableError> {
        let (memory, pages) = home.zeroed(layout)?;
        let arrays = layout.iter().zip(memory).map(|(&(name, _), memory)| CellArray { name: name.into(), memory });
        Ok(Self { arrays: arrays.collect(), pages })
    }

    /// The table of a checkpoint, unverified: a private copy-on-write view, or a copy in memory or in a working file,
    /// made from front to back.
    pub fn resume(checkpoint: &Checkpoint, layout: &[(&str, u64)], home: TableHome<'_>) -> Result<Self, TableError> {
        checkpoint.require_layout(layout)?;
        let file = &checkpoint.file;
        let Some(map) = file.map().filter(|_| home == TableHome::CopyOnWrite) else {
            return Self::copy_of(checkpoint, layout, home);
        };
        map.advise_needed_soon();
        let mut arrays = Vec::with_capacity(layout.len());
        for section in file.header().sections.iter().filter(|section| section.name != STATE) {
            let memory = map.private_view(section.offset, section.bytes)?;
            arrays.push(CellArray { name: section.name.clone(), memory });
        }
        Ok(Self { arrays, pages: TablePages::default() })
    }

    /// Like [`RegretTable::resume`], but verifies every byte and every number first: seconds for gigabytes.
    pub fn load(checkpoint: &Checkpoint, layout: &[(&str, u64)], home: TableHome<'_>) -> Result<Self, TableError> {
        checkpoint.require_layout(layout)?;
        checkpoint.file.verify()?;
        checkpoint.require_finite(&Silent)?;
        Self::resume(checkpoint, layout, home)
    }

    fn copy_of(checkpoint: &Checkpoint, layout: &[(&str, u64)], home: TableHome<'_>) -> Result<Self, TableError> {
        let mut table = Self::fresh(layout, home)?;
        let Self { arrays, pages } = &mut table;
        for CellArray { name, memory } in arrays {
            let stored: &[u8] = bytemuck::cast_slice(checkpoint.file.section::<f32>(name)?);
            let pieces = memory.bytes_mut().chunks_mut(COPIED_BYTES).zip(stored.chunks(COPIED_BYTES));
            for (number, (piece, stored)) in pieces.enumerate() {
                piece.copy_from_slice(stored);
                let first_cell = number * COPIED_BYTES / 4;
                pages.release(name, first_cell..first_cell + stored.len() / 4);
            }
        }
        Ok(table)
    }

    /// The handle that lets the kernel know which cells come next; it can be kept while the cells are borrowed.
    pub fn pages(&self) -> TablePages {
        self.pages.clone()
    }

    /// The arrays' names and numbers of cells, in order.
    pub fn layout(&self) -> Vec<(&str, u64)> {
        self.arrays.iter().map(|array| (array.name.as_str(), array.cells().len() as u64)).collect()
    }

    /// The cells of an array; `None` if no array has that name.
    pub fn as_slice(&self, name: &str) -> Option<&[f32]> {
        self.arrays.iter().find(|array| array.name == name).map(CellArray::cells)
    }

    /// The cells of an array, mutable; `None` if no array has that name.
    pub fn as_mut_slice(&mut self, name: &str) -> Option<&mut [f32]> {
        self.arrays.iter_mut().find(|array| array.name == name).map(CellArray::cells_mut)
    }

    /// The cells of different arrays, mutable at the same time; `None` unless they are arrays of the table, each named
    /// once.
    pub fn disjoint_mut<const N: usize>(&mut self, names: [&str; N]) -> Option<[&mut [f32]; N]> {
        let place = |name: &str| self.arrays.iter().position(|array| array.name == name);
        let places = names.map(|name| place(name).unwrap_or(usize::MAX));
        Some(self.arrays.get_disjoint_mut(places).ok()?.map(CellArray::cells_mut))
    }

    /// Writes all arrays and the caller's state as a checkpoint that replaces the previous one.
    pub fn checkpoint(
        &self,
        path: &Path,
        description: &CheckpointDescription,
        state: &[u8],
    ) -> Result<Fingerprint, TableError> {
        let mut sections: Vec<_> =
            self.layout().into_iter().map(|(name, cells)| Section::new(name, ElementType::F32, &[cells])).collect();
        sections.push(Section::new(STATE, ElementType::Bytes, &[state.len() as u64]));
        let CheckpointDescription { recipe, parents, meta } = description.clone();
        let file = FileDescription { kind: FileKind::Checkpoint, recipe, parents, meta, sections };
        let mut writer = ArrayWriter::create(path, &file)?;
        for array in &self.arrays {
            writer.write_section(&array.name, array.cells())?;
        }
        writer.write_section(STATE, state)?;
        writer.finish()
    }
}

#[derive(Debug)]
pub struct Checkpoint {
    file: ArrayFile,
}

impl Checkpoint {
    /// Opens a checkpoint; the cells are not verified.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Ok(Self { file: ArrayFile::open_kind(path, FileKind::Checkpoint)? })
    }

    /// The underlying file: its recipe, parents and meta.
    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// How many cells an array has; `None` if no array has that name.
    pub fn cells(&self, name: &str) -> Option<u64> {
        let section = self.file.header().section(name).filter(|section| section.name != STATE)?;
        section.shape.first().copied()
    }

    /// Checks that every cell is a number: one that is not would spread through a training, checksums or not.
    pub fn require_finite(&self, progress: &dyn Progress) -> Result<(), TableError> {
        // A spot of 16 bits has whole numbers, which are finite whatever they are.
        let of_floats = |section: &&Section| section.name != STATE && section.element == ElementType::F32;
        for section in self.file.header().sections.iter().filter(of_floats) {
            for (number, cells) in self.file.section::<f32>(&section.name)?.chunks(CHECKED_CELLS).enumerate() {
                progress.check()?;
                // First without the place: a loop that stops nowhere takes a fraction of the time.
                if cells.iter().fold(true, |all, cell| all & cell.is_finite()) {
                    continue;
                }
                let place = cells.iter().position(|cell| !cell.is_finite()).unwrap_or(0);
                let (array, cell) = (section.name.clone(), (number * CHECKED_CELLS + place) as u64);
                return Err(TableError::NotFinite { path: self.file.path().into(), array, cell, found: cells[place] });
            }
        }
        Ok(())
    }

    /// The caller's state, verified against its checksums.
    pub fn state(&self) -> Result<&[u8], TableError> {
        self.file.verify_section(STATE)?;
        self.file.section(STATE)
    }

    /// Checks the checkpoint's arrays against a layout, in order.
    pub(crate) fn require_layout(&self, layout: &[(&str, u64)]) -> Result<(), TableError> {
        let sections = self.file.header().sections.iter().filter(|section| section.name != STATE);
        let found: Vec<(&str, ElementType, &[u64])> =
            sections.map(|section| (section.name.as_str(), section.element, section.shape.as_slice())).collect();
        let fits = found.len() == layout.len()
            && found.iter().zip(layout).all(|(&(name, element, shape), &(expected, cells))| {
                name == expected && element == ElementType::F32 && shape == [cells]
            });
        if fits {
            return Ok(());
        }
        let (expected, found) = (format!("{layout:?}"), format!("{found:?}"));
        Err(TableError::shape(self.file.path(), "arrays of the table", expected, found))
    }
}
