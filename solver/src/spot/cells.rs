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

    /// The cell of numbers, given how many units there are in 1; none is beyond 32,766 units, and numbers above zero
    /// are at least `least` units.
    fn pack(row: &Row, units: f32, rounding: Rounding) -> Self;

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
    fn pack(row: &Row, _units: f32, _rounding: Rounding) -> Self {
        row.0
    }
}

/// How numbers become whole units.
#[derive(Clone, Copy, Debug)]
pub struct Rounding {
    /// What numbers above zero become at least.
    pub least: i16,
    /// Where the throws of the dice begin that round a number up or down, up as often as its fraction says; to the
    /// nearest without. Sums that grow by less than half a unit would otherwise never move.
    pub dice: Option<u32>,
}

impl Rounding {
    pub const NEAREST: Self = Self { least: 0, dice: None };

    /// The same for another row.
    #[inline(always)]
    fn of_row(self, number: usize) -> Self {
        Self { dice: self.dice.map(|dice| dice.wrapping_add((number as u32).wrapping_mul(0x9e37_79b9))), ..self }
    }
}

/// The largest number of units: one more may be added by the dice.
const MOST: f32 = 32_766.0;

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
    fn pack(row: &Row, units: f32, Rounding { least, dice }: Rounding) -> Self {
        let mut cell = [0; LANES];
        for (lane, (units_of, &number)) in cell.iter_mut().zip(&row.0).enumerate() {
            let shift = match dice {
                Some(dice) => fraction(dice.wrapping_add((lane as u32).wrapping_mul(0x85eb_ca6b))) - 0.5,
                None => 0.0,
            };
            let rounded = (number * units + shift + ROUNDING).to_bits().wrapping_sub(ROUNDING.to_bits()) as i16;
            *units_of = if number > 0.0 { rounded.max(least) } else { rounded };
        }
        cell
    }
}

/// A throw of the dice: a number from 0 to 1, of a mixed number.
#[inline(always)]
fn fraction(number: u32) -> f32 {
    let mixed = (number ^ (number >> 16)).wrapping_mul(0x7feb_352d);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
    // The bits of a number from 1 to 2.
    f32::from_bits(0x3f80_0000 | (mixed >> 9)) - 1.0
}

/// Packs rows whose largest absolute numbers are known; what one unit then stands for.
#[inline(always)]
pub fn pack_all<C: Cell>(rows: &[Row], most: Row, rounding: Rounding, cells: &mut [C]) -> f32 {
    let mut largest = 0.0_f32;
    for lane in 0..LANES {
        largest = largest.max(most.0[lane]);
    }
    // A largest number that is all but zero would give units beyond all bounds.
    let units = if largest < f32::MIN_POSITIVE * MOST { 0.0 } else { MOST / largest };
    for (number, (cell, row)) in cells.iter_mut().zip(rows).enumerate() {
        *cell = C::pack(row, units, rounding.of_row(number));
    }
    largest / MOST
}
