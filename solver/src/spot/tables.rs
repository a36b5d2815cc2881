//! Regrets and sums of the strategy of all decisions on all boards.

use std::marker::PhantomData;
use tables::error::TableError;
use tables::file::array::ArrayFile;
use tables::file::mapped::PrivateMemory;
use tables::file::writer::ArrayWriter;

use super::board::{Board, Extent};
use super::cells::Cell;
use super::plan::LANES;

/// One array of cells with a scale for each decision: a board's cells, `[slot][block of places]`, then those of each
/// board that follows.
pub struct Array<C> {
    cells: PrivateMemory,
    units: Vec<f32>,
    cell: PhantomData<C>,
}

/// The part of an array that belongs to a board and all that follow.
pub struct Part<'a, C> {
    pub cells: &'a mut [C],
    /// Per decision of the player: what one unit stands for.
    pub units: &'a mut [f32],
}

/// Regrets and sums of one player.
pub struct SeatTables<C> {
    pub regrets: Array<C>,
    pub sums: Array<C>,
}

/// The part of both players' tables that belongs to a board and all that follow.
pub struct View<'a, C> {
    pub regrets: [Part<'a, C>; 2],
    pub sums: [Part<'a, C>; 2],
}

impl<C: Cell> Array<C> {
    fn zeroed(extent: &Extent) -> Result<Self, TableError> {
        let bytes = extent.cells as u64 * size_of::<C>() as u64;
        let cells = PrivateMemory::zeroed("the spot", bytes)?;
        Ok(Self { cells, units: vec![0.0; extent.decisions], cell: PhantomData })
    }

    pub fn cells(&self) -> &[C] {
        // Memory begins at a page and holds whole cells, so that the cast cannot fail.
        bytemuck::cast_slice(self.cells.bytes())
    }

    pub fn whole(&mut self) -> Part<'_, C> {
        let cells = bytemuck::cast_slice_mut(self.cells.bytes_mut());
        Part { cells, units: &mut self.units }
    }
}

impl<C: Cell> SeatTables<C> {
    /// Tables of zeros for all boards from one on.
    ///
    /// # Errors
    /// [`TableError::TooLittleMemory`].
    pub fn zeroed(board: &Board, player: usize) -> Result<Self, TableError> {
        let extent = &board.all[player];
        Ok(Self { regrets: Array::zeroed(extent)?, sums: Array::zeroed(extent)? })
    }

    /// Numbers of regrets, of sums, and of the units of both.
    pub fn lengths(&self) -> [u64; 4] {
        let Self { regrets, sums } = self;
        let numbers = |array: &Array<C>| (array.cells().len() * LANES) as u64;
        [numbers(regrets), numbers(sums), regrets.units.len() as u64, sums.units.len() as u64]
    }

    /// Writes the four arrays as sections of these names.
    pub fn write(
        &self,
        writer: &mut ArrayWriter,
        [regrets, sums, regret_units, sum_units]: &[&str; 4],
    ) -> Result<(), TableError> {
        writer.write_section(regrets, C::numbers(self.regrets.cells()))?;
        writer.write_section(sums, C::numbers(self.sums.cells()))?;
        writer.write_section(regret_units, &self.regrets.units)?;
        writer.write_section(sum_units, &self.sums.units)
    }

    /// Reads the four arrays from sections of these names.
    pub fn read(
        &mut self,
        file: &ArrayFile,
        [regrets, sums, regret_units, sum_units]: &[&str; 4],
    ) -> Result<(), TableError> {
        let [regret_numbers, sum_numbers, decisions, _] = self.lengths();
        let Self { regrets: own_regrets, sums: own_sums } = self;
        C::numbers_mut(own_regrets.whole().cells).copy_from_slice(file.section_of_shape(regrets, &[regret_numbers])?);
        C::numbers_mut(own_sums.whole().cells).copy_from_slice(file.section_of_shape(sums, &[sum_numbers])?);
        own_regrets.units.copy_from_slice(file.section_of_shape(regret_units, &[decisions])?);
        own_sums.units.copy_from_slice(file.section_of_shape(sum_units, &[decisions])?);
        Ok(())
    }
}

impl<'a, C> View<'a, C> {
    pub fn of(tables: &'a mut [SeatTables<C>; 2]) -> Self
    where
        C: Cell,
    {
        let [oop, ip] = tables;
        Self { regrets: [oop.regrets.whole(), ip.regrets.whole()], sums: [oop.sums.whole(), ip.sums.whole()] }
    }

    /// Cuts off the front, so much for each player.
    pub fn split_off(&mut self, extents: &[Extent; 2]) -> View<'a, C> {
        let [oop, ip] = extents;
        let front = |parts: &mut [Part<'a, C>; 2]| [parts[0].split_off(oop), parts[1].split_off(ip)];
        View { regrets: front(&mut self.regrets), sums: front(&mut self.sums) }
    }
}

impl<'a, C> Part<'a, C> {
    fn split_off(&mut self, extent: &Extent) -> Part<'a, C> {
        let (cells, units) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.units));
        let ((cells, more_cells), (units, more_units)) =
            (cells.split_at_mut(extent.cells), units.split_at_mut(extent.decisions));
        (self.cells, self.units) = (more_cells, more_units);
        Part { cells, units }
    }
}
