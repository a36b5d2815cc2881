//! The inner loop of k-means: scores of a few rows against centres, compiled for each kind of processor.
//!
//! Centres are laid out for vector units, sixteen beside each other, `[block][dimension][16]`. The loops are plain Rust on
//! arrays of sixteen `f32`; every variant gives the same bits, because every sum is an exact whole number (see
//! [`PreparedCentres`]).

use evaluator::processor::{Kernel, Processor};
use std::ops::Range;

use crate::distance::Distance;

/// Centres in a block: the `f32` lanes of the widest vector unit.
pub(super) const LANES: usize = 16;

/// What scoring needs of each centre, computed once for all lists that contain it.
///
/// A *score* is a centre's distance from a row up to a term of the row alone (see [`row_term`]), which leaves two
/// operations a coordinate:
/// - earth mover: `|x - c| = 2 max(x, c) - x - c`, so the score is `2 * sum of max(x, c) + offset`,
///   `offset = -sum of c`;
/// - Euclidean: `(x - c)^2 = x^2 + c^2 - 2 x c`, so the score is `offset + sum of x * (-2 c)`, `offset = sum of c^2`.
///
/// All of these and all their partial sums are whole numbers below 2^24 in magnitude: exact in `f32`.
#[derive(Debug)]
pub(super) struct PreparedCentres {
    pub distance: Distance,
    pub dimensions: usize,
    /// `[centre][dimension]`: `c`, or `-2 c` for Euclid.
    values: Vec<f32>,
    /// One a centre.
    offsets: Vec<f32>,
}

impl PreparedCentres {
    pub fn new(distance: Distance, dimensions: usize, centres: &[u16]) -> Self {
        let (factor, sign) = match distance {
            Distance::EarthMover => (1.0, -1.0),
            Distance::Euclidean => (-2.0, 1.0),
        };
        let values = centres.iter().map(|&value| factor * f32::from(value)).collect();
        let offsets = centres.chunks_exact(dimensions).map(|centre| sign * distance.size(centre) as f32).collect();
        Self { distance, dimensions, values, offsets }
    }

    /// All centres as one list, in the order of their numbers.
    pub fn all(&self) -> CentreBlocks {
        let mut blocks = CentreBlocks::new(self.distance, self.dimensions);
        blocks.refill(self, 0..self.offsets.len() as u32);
        blocks
    }
}

/// A list of centres, transposed in blocks of [`LANES`] and padded to an even number of blocks.
///
/// Padding has the offset infinity and is never nearest.
#[derive(Debug)]
pub(super) struct CentreBlocks {
    pub distance: Distance,
    pub dimensions: usize,
    /// `[block][dimension][16]`
    pub values: Vec<f32>,
    /// `[block][16]`
    pub offsets: Vec<f32>,
    /// The centres' numbers, in the order of the lanes, without the padding.
    pub numbers: Vec<u32>,
}

impl CentreBlocks {
    pub fn new(distance: Distance, dimensions: usize) -> Self {
        Self { distance, dimensions, values: Vec::new(), offsets: Vec::new(), numbers: Vec::new() }
    }

    /// Replaces the list by the centres of these numbers, keeping the memory.
    pub(crate) fn refill(&mut self, centres: &PreparedCentres, numbers: impl Iterator<Item = u32>) {
        self.numbers.clear();
        self.numbers.extend(numbers);
        let blocks = self.numbers.len().div_ceil(2 * LANES) * 2;
        // What an earlier list left in the padding is finite and has an infinite offset.
        self.values.resize(blocks * self.dimensions * LANES, 0.0);
        self.offsets.clear();
        self.offsets.resize(blocks * LANES, f32::INFINITY);
        for (place, &number) in self.numbers.iter().enumerate() {
            let number = number as usize;
            let centre = &centres.values[number * self.dimensions..][..self.dimensions];
            let block = &mut self.values[place / LANES * self.dimensions * LANES..][..self.dimensions * LANES];
            let lanes = block.as_chunks_mut::<LANES>().0;
            lanes.iter_mut().zip(centre).for_each(|(lanes, &value)| lanes[place % LANES] = value);
            self.offsets[place] = centres.offsets[number];
        }
    }

    pub fn count(&self) -> usize {
        self.offsets.len() / LANES
    }
}

/// What is added to a score to get the distance from this row.
#[inline]
pub(super) fn row_term(distance: Distance, row: &[u16]) -> f32 {
    // Rows in range have sizes below 2^23: 32 bits hold them, and more lanes do the work.
    match distance {
        Distance::EarthMover => -(row.iter().map(|&value| i32::from(value)).sum::<i32>() as f32),
        Distance::Euclidean => row.iter().map(|&value| i32::from(value) * i32::from(value)).sum::<i32>() as f32,
    }
}

/// Rows scored together: four rows by two blocks fill half of the vector registers and reuse every load.
pub(super) const GROUP: usize = 4;

type Lanes = [f32; LANES];

/// Sets `group` to the coordinates of `GROUP` rows, `[row][dimension]`.
#[inline]
pub(super) fn pack_group(group: &mut [f32], rows: [&[u16]; GROUP]) {
    for (packed, row) in group.chunks_exact_mut(rows[0].len()).zip(rows) {
        packed.iter_mut().zip(row).for_each(|(packed, &value)| *packed = f32::from(value));
    }
}

/// The least score of each of the `GROUP` rows over the lanes of an even range of blocks.
#[inline]
pub(super) fn least_scores(
    processor: Processor,
    group: &[f32],
    blocks: &CentreBlocks,
    range: Range<usize>,
) -> [f32; GROUP] {
    debug_assert!(range.start.is_multiple_of(2) && range.end.is_multiple_of(2));
    let stride = blocks.dimensions * LANES;
    let values = &blocks.values[range.start * stride..range.end * stride];
    let offsets = &blocks.offsets[range.start * LANES..range.end * LANES];
    let distance = blocks.distance;
    match processor {
        Processor::Avx512 => processor.run(LeastScores::<true, 2> { distance, group, values, offsets }),
        Processor::Avx2 => processor.run(LeastScores::<true, 1> { distance, group, values, offsets }),
        Processor::Portable => processor.run(LeastScores::<false, 1> { distance, group, values, offsets }),
    }
}

/// The scores of one row, coordinates as `f32`, in all lanes of an even range of blocks: fills `scores`.
#[inline]
pub(super) fn all_scores(
    processor: Processor,
    row: &[f32],
    blocks: &CentreBlocks,
    range: Range<usize>,
    scores: &mut Vec<f32>,
) {
    let stride = blocks.dimensions * LANES;
    let values = &blocks.values[range.start * stride..range.end * stride];
    let offsets = &blocks.offsets[range.start * LANES..range.end * LANES];
    scores.resize(offsets.len(), 0.0);
    let distance = blocks.distance;
    match processor {
        Processor::Portable => processor.run(AllScores::<false> { distance, row, values, offsets, scores }),
        _ => processor.run(AllScores::<true> { distance, row, values, offsets, scores }),
    }
}

/// The least of the given scores, and the lowest of the numbers that go with it.
#[inline]
pub(super) fn lowest_of_least(processor: Processor, scores: &[f32], numbers: &[u32]) -> (f32, u32) {
    processor.run(LowestOfLeast { scores, numbers })
}

/// [`lowest_of_least`]; each score has its number at the same place.
struct LowestOfLeast<'a> {
    scores: &'a [f32],
    numbers: &'a [u32],
}

impl Kernel for LowestOfLeast<'_> {
    type Output = (f32, u32);

    #[inline(always)]
    fn run(self) -> (f32, u32) {
        let count = self.scores.len().min(self.numbers.len());
        let (scores, numbers) = (&self.scores[..count], &self.numbers[..count]);
        // Two passes without a branch: pairs would be compared one by one.
        let (lanes, rest) = scores.as_chunks::<LANES>();
        let mut least = [f32::INFINITY; LANES];
        lanes.iter().for_each(|lanes| least = lesser(&least, lanes));
        let least = rest.iter().fold(least_lane(&least), |least, &score| if score < least { score } else { least });
        let lowest = scores.iter().zip(numbers).fold(u32::MAX, |lowest, (&score, &number)| {
            let number = if score == least { number } else { u32::MAX };
            if number < lowest { number } else { lowest }
        });
        (least, lowest)
    }
}

/// [`least`] for a distance; `FUSED` where the processor multiplies and adds at once.
struct LeastScores<'a, const FUSED: bool, const BLOCKS: usize> {
    distance: Distance,
    group: &'a [f32],
    values: &'a [f32],
    offsets: &'a [f32],
}

impl<const FUSED: bool, const BLOCKS: usize> Kernel for LeastScores<'_, FUSED, BLOCKS> {
    type Output = [f32; GROUP];

    #[inline(always)]
    fn run(self) -> [f32; GROUP] {
        match self.distance {
            Distance::EarthMover => least::<true, FUSED, BLOCKS>(self.group, self.values, self.offsets),
            Distance::Euclidean => least::<false, FUSED, BLOCKS>(self.group, self.values, self.offsets),
        }
    }
}

struct AllScores<'a, const FUSED: bool> {
    distance: Distance,
    row: &'a [f32],
    values: &'a [f32],
    offsets: &'a [f32],
    scores: &'a mut [f32],
}

impl<const FUSED: bool> Kernel for AllScores<'_, FUSED> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        match self.distance {
            Distance::EarthMover => all::<true, FUSED>(self.row, self.values, self.offsets, self.scores),
            Distance::Euclidean => all::<false, FUSED>(self.row, self.values, self.offsets, self.scores),
        }
    }
}

/// Adds one coordinate's part: `max(x, c)` for the earth mover, `x * (-2 c)` for Euclid.
#[inline(always)]
fn add_coordinate<const EARTH_MOVER: bool, const FUSED: bool>(sum: &mut Lanes, x: f32, centres: &Lanes) {
    for (sum, &centre) in sum.iter_mut().zip(centres) {
        if EARTH_MOVER {
            *sum += if x > centre { x } else { centre };
        } else if FUSED {
            *sum = x.mul_add(centre, *sum);
        } else {
            // Without the instruction `mul_add` would be a slow library call; the product is exact anyway.
            *sum += x * centre;
        }
    }
}

#[inline(always)]
fn first_sum<const EARTH_MOVER: bool>(offsets: &Lanes) -> Lanes {
    if EARTH_MOVER { [0.0; LANES] } else { *offsets }
}

/// What becomes of a sum when all coordinates are added.
#[inline(always)]
fn score<const EARTH_MOVER: bool>(sum: &Lanes, offsets: &Lanes) -> Lanes {
    let mut scores = *sum;
    if EARTH_MOVER {
        for (score, offset) in scores.iter_mut().zip(offsets) {
            *score = *score + *score + offset;
        }
    }
    scores
}

#[inline(always)]
fn lesser<const N: usize>(a: &[f32; N], b: &[f32; N]) -> [f32; N] {
    let mut least = *a;
    for (least, &b) in least.iter_mut().zip(b) {
        *least = if *least < b { *least } else { b };
    }
    least
}

/// Lowers the least scores of one row by its scores in some blocks.
#[inline(always)]
fn keep_least<const EARTH_MOVER: bool, const BLOCKS: usize>(
    least: &mut Lanes,
    sums: &[Lanes; BLOCKS],
    offsets: &[Lanes; BLOCKS],
) {
    *least = lesser(least, &score::<EARTH_MOVER>(&sums[0], &offsets[0]));
    if BLOCKS == 2 {
        *least = lesser(least, &score::<EARTH_MOVER>(&sums[BLOCKS - 1], &offsets[BLOCKS - 1]));
    }
}

/// The least of all lanes, halving them: a chain of sixteen comparisons would cost more than eight coordinates.
#[inline(always)]
fn least_lane(lanes: &Lanes) -> f32 {
    let eight: [f32; 8] = lesser(lanes.first_chunk().expect("16 lanes"), lanes.last_chunk().expect("16 lanes"));
    let four: [f32; 4] = lesser(eight.first_chunk().expect("8 lanes"), eight.last_chunk().expect("8 lanes"));
    let two: [f32; 2] = lesser(four.first_chunk().expect("4 lanes"), four.last_chunk().expect("4 lanes"));
    if two[0] < two[1] { two[0] } else { two[1] }
}

#[inline(always)]
fn least<const EARTH_MOVER: bool, const FUSED: bool, const BLOCKS: usize>(
    group: &[f32],
    values: &[f32],
    offsets: &[f32],
) -> [f32; GROUP] {
    let dimensions = group.len() / GROUP;
    // One slice a row, all of one length, so that the loop needs no bounds checks; the same for blocks below.
    let rows: [&[f32]; GROUP] = std::array::from_fn(|row| &group[row * dimensions..(row + 1) * dimensions]);
    let (offsets, _) = offsets.as_chunks::<LANES>();
    let (offsets, _) = offsets.as_chunks::<BLOCKS>();
    let (values, _) = values.as_chunks::<LANES>();
    let mut least = [[f32::INFINITY; LANES]; GROUP];
    for (offsets, values) in offsets.iter().zip(values.chunks_exact(BLOCKS * dimensions)) {
        let mut sums: [[Lanes; BLOCKS]; GROUP] = [offsets.map(|offsets| first_sum::<EARTH_MOVER>(&offsets)); GROUP];
        let blocks: [&[Lanes]; BLOCKS] =
            std::array::from_fn(|block| &values[block * dimensions..(block + 1) * dimensions]);
        for dimension in 0..dimensions {
            for (block, values) in blocks.iter().enumerate() {
                for (row, values_of_row) in rows.iter().enumerate() {
                    let x = values_of_row[dimension];
                    add_coordinate::<EARTH_MOVER, FUSED>(&mut sums[row][block], x, &values[dimension]);
                }
            }
        }
        // Written out: as a loop over rows the compiler would gather one lane of each.
        let [a, b, c, d] = &mut least;
        keep_least::<EARTH_MOVER, BLOCKS>(a, &sums[0], offsets);
        keep_least::<EARTH_MOVER, BLOCKS>(b, &sums[1], offsets);
        keep_least::<EARTH_MOVER, BLOCKS>(c, &sums[2], offsets);
        keep_least::<EARTH_MOVER, BLOCKS>(d, &sums[3], offsets);
    }
    least.map(|lanes| least_lane(&lanes))
}

#[inline(always)]
fn all<const EARTH_MOVER: bool, const FUSED: bool>(row: &[f32], values: &[f32], offsets: &[f32], scores: &mut [f32]) {
    let (offsets, _) = offsets.as_chunks::<LANES>();
    let (values, _) = values.as_chunks::<LANES>();
    let (scores, _) = scores.as_chunks_mut::<LANES>();
    // Two blocks at a time: one sum alone would wait for its own last addition.
    let pairs = scores.chunks_exact_mut(2).zip(offsets.chunks_exact(2));
    for ((scores, offsets), values) in pairs.zip(values.chunks_exact(2 * row.len())) {
        let (values_a, values_b) = values.split_at(row.len());
        let mut sum_a = first_sum::<EARTH_MOVER>(&offsets[0]);
        let mut sum_b = first_sum::<EARTH_MOVER>(&offsets[1]);
        for ((&x, a), b) in row.iter().zip(values_a).zip(values_b) {
            add_coordinate::<EARTH_MOVER, FUSED>(&mut sum_a, x, a);
            add_coordinate::<EARTH_MOVER, FUSED>(&mut sum_b, x, b);
        }
        scores[0] = score::<EARTH_MOVER>(&sum_a, &offsets[0]);
        scores[1] = score::<EARTH_MOVER>(&sum_b, &offsets[1]);
    }
}
