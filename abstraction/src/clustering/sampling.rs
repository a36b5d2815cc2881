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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The rows, ascending.
    pub rows: Vec<u32>,
    /// The weight of each in the sample, at least 1.
    pub weights: Vec<u64>,
    /// Their coordinates, `[row][dimension]`.
    pub values: Vec<u16>,
}

impl Sample {
    /// Adds a row, if it was drawn at all.
    pub fn add(&mut self, row: u32, values: &[u16], drawn: u64) {
        if drawn > 0 {
            self.rows.push(row);
            self.weights.push(drawn);
            self.values.extend_from_slice(values);
        }
    }
}

/// Decides row by row, in their order, how often each belongs to a systematic sample.
///
/// `size` marks stand at equal distances along the line of summed weights, from a random start; a row is drawn if a
/// mark falls into it and counts as often as marks do, which keeps every mean unbiased.
#[derive(Clone, Debug)]
pub struct SystematicSampler {
    total: u128,
    size: u128,
    start: u128,
    /// Summed weights of the rows seen.
    place: u128,
    /// Marks that fell into them.
    marks: u128,
}

impl SystematicSampler {
    /// A sampler for about `size` of the rows, whose weights sum to `total`.
    pub fn new(total: u64, size: usize, generator: &mut impl RngCore) -> Self {
        let (size, start) = (size.max(1) as u128, u128::from(below(generator, total)));
        Self { total: u128::from(total), size, start, place: 0, marks: 0 }
    }

    /// The marks that fall into the next row: its weight in the sample, zero if it is not drawn.
    pub fn next(&mut self, weight: u64) -> u64 {
        self.place += u128::from(weight);
        // Mark t stands at (t * total + start) / size; this many marks stand before the row's end.
        let marks = (self.place * self.size).saturating_sub(self.start).div_ceil(self.total).min(self.size);
        let drawn = marks - self.marks;
        self.marks = marks;
        drawn as u64
    }
}

/// A systematic sample of at most `size` rows with probability in proportion to weight, see [`SystematicSampler`].
pub fn systematic_sample(rows: &WeightedRows, size: usize, generator: &mut impl RngCore) -> Sample {
    let mut sampler = SystematicSampler::new(rows.total_weight(), size, generator);
    let mut sample = Sample::default();
    for (row, &weight) in rows.weights().iter().enumerate() {
        sample.add(row as u32, rows.row(row), sampler.next(weight));
    }
    sample
}
