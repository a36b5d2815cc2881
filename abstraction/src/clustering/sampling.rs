//! Random draws that stay the same for a seed: whole numbers below a bound, and a sample of rows by weight.
//!
//! The generator is xoshiro256++ (Blackman & Vigna 2019) from `rand_xoshiro` 0.6. Bounded draws are made here, so that
//! a new release of a random-number crate cannot change the buckets that a seed gives.

use crate::clustering::weighted_rows::WeightedRows;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// The generator of one restart: its own stretch of 2^192 numbers of the seed's sequence.
pub fn generator(seed: u64, restart: u32) -> Xoshiro256PlusPlus {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..restart).for_each(|_| generator.long_jump());
    generator
}

/// A number in 0..`bound`, each with the same probability (Lemire 2019: multiply, and reject the uneven rest).
///
/// Zero for a bound of zero.
pub fn below(generator: &mut impl RngCore, bound: u64) -> u64 {
    let uneven = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= uneven {
            return (product >> 64) as u64;
        }
    }
}

/// Rows drawn without replacement, and what each stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The rows, ascending.
    pub rows: Vec<u32>,
    /// The weight of each in the sample, at least 1.
    pub weights: Vec<u64>,
    /// Their coordinates, `[row][dimension]`.
    pub values: Vec<u16>,
}

/// A systematic sample of at most `size` rows with probability in proportion to weight.
///
/// `size` marks stand at equal distances along the line of summed weights, from a random start; a row is drawn if a mark
/// falls into it and counts as often as marks do, which keeps every mean unbiased.
pub fn systematic_sample(rows: &WeightedRows, size: usize, generator: &mut impl RngCore) -> Sample {
    let total = u128::from(rows.total_weight());
    let size = size.max(1) as u128;
    let start = u128::from(below(generator, rows.total_weight()));
    // Mark t stands at (t * total + start) / size; this many marks stand before a place on the line.
    let marks_before = |place: u128| (place * size).saturating_sub(start).div_ceil(total).min(size);
    let mut sample = Sample { rows: Vec::new(), weights: Vec::new(), values: Vec::new() };
    let (mut place, mut before) = (0u128, 0);
    for (row, &weight) in rows.weights().iter().enumerate() {
        place += u128::from(weight);
        let marks = marks_before(place);
        if marks > before {
            sample.rows.push(row as u32);
            sample.weights.push((marks - before) as u64);
            sample.values.extend_from_slice(rows.row(row));
        }
        before = marks;
    }
    sample
}
