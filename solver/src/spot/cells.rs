//! Numbers of a table: single precision, or 16 bits with a scale for each decision.

use evaluator::lanes::Lanes;
use tables::file::array::Element;

use super::plan::{LANES, Row};

/// Sixteen numbers of a table.
pub trait Cell: bytemuck::Pod + Send + Sync {
    /// A number as it is written to a file.
    type Number: Element;

    /// Whether a cell holds what it is given, whatever the scale.
    const IS_EXACT: bool;

    /// The numbers, given what one unit stands for.
    fn row(self, unit: f32) -> Row;

    /// The cell of numbers, given how many units there are in 1; none is beyond 32,767 units, and numbers above zero
    /// are at least `least` units.
    fn pack(row: &Row, units: f32, least: i16) -> Self;

    /// The numbers of cells one after the other.
    fn numbers(cells: &[Self]) -> &[Self::Number] {
        bytemuck::cast_slice(cells)
    }

    fn numbers_mut(cells: &mut [Self]) -> &mut [Self::Number] {
        bytemuck::cast_slice_mut(cells)
    }
}

impl Cell for [f32; LANES] {
    type Number = f32;

    const IS_EXACT: bool = true;

    #[inline(always)]
    fn row(self, _unit: f32) -> Row {
        Lanes(self)
    }

    #[inline(always)]
    fn pack(row: &Row, _units: f32, _least: i16) -> Self {
        row.0
    }
}

/// The largest number of units.
const MOST: f32 = 32_767.0;

/// Added to a number of at most 2^22 it leaves a whole one, to the nearest, in the lowest bits: a rounding that is the
/// same, and a vector operation, on every processor.
const ROUNDING: f32 = 12_582_912.0;

impl Cell for [i16; LANES] {
    /// Two's complement.
    type Number = u16;

    const IS_EXACT: bool = false;

    #[inline(always)]
    fn row(self, unit: f32) -> Row {
        let mut row = Row::default();
        for (number, units) in row.0.iter_mut().zip(self) {
            *number = f32::from(units) * unit;
        }
        row
    }

    #[inline(always)]
    fn pack(row: &Row, units: f32, least: i16) -> Self {
        let mut cell = [0; LANES];
        for (units_of, &number) in cell.iter_mut().zip(&row.0) {
            let rounded = (number * units + ROUNDING).to_bits().wrapping_sub(ROUNDING.to_bits()) as i16;
            *units_of = if number > 0.0 { rounded.max(least) } else { rounded };
        }
        cell
    }
}

/// Packs rows whose largest absolute numbers are known; what one unit then stands for.
#[inline(always)]
pub fn pack_all<C: Cell>(rows: &[Row], most: Row, least: i16, cells: &mut [C]) -> f32 {
    let mut largest = 0.0_f32;
    for lane in 0..LANES {
        largest = largest.max(most.0[lane]);
    }
    // A largest number that is all but zero would give units beyond all bounds.
    let units = if largest < f32::MIN_POSITIVE * MOST { 0.0 } else { MOST / largest };
    for (cell, row) in cells.iter_mut().zip(rows) {
        *cell = C::pack(row, units, least);
    }
    largest / MOST
}
