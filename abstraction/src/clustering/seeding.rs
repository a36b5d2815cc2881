//! k-means++ seeding (Arthur & Vassilvitskii 2007): centres drawn among the rows in proportion to the cost they save.
//!
//! Each further centre is a row drawn with probability weight × distance from the nearest centre so far, in the
//! clustering's own distance: squared for Euclid, plain for the earth mover. Draws are exact whole numbers. Rows are
//! kept by nearest seed, and a new seed only looks at seeds whose rows the triangle inequality leaves open.
//!
//! Random draws that stay the same for a seed: whole numbers below a bound, and a sample of rows by weight.
//!
//! The generator is xoshiro256++ (Blackman & Vigna 2019) from `rand_xoshiro` 0.6. Bounded draws are made here, so that
//! a new release of a random-number crate cannot change the buckets that a seed gives.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use rayon::prelude::*;

use super::partition::Member;
use super::settings::WeightedRows;
use crate::distance::Distance;

/// Fewer rows than this are looked at on one thread: waking another costs more.
const ROWS_WORTH_THREADS: usize = 4_096;

struct Seed {
    row: u32,
    members: Vec<Member>,
    cost: u64,
    farthest: u32,
}

impl Seed {
    fn new(row: u32, members: Vec<Member>, rows: &WeightedRows) -> Self {
        let mut seed = Self { row, members, cost: 0, farthest: 0 };
        seed.sum_up(rows);
        seed
    }

    fn sum_up(&mut self, rows: &WeightedRows) {
        self.cost = self.members.iter().map(|m| rows.weight(m.row as usize) * u64::from(m.distance)).sum();
        self.farthest = self.members.iter().map(|m| m.distance).max().unwrap_or(0);
    }

    /// Takes out the members that are strictly nearer to a new seed.
    fn give_up(&mut self, rows: &WeightedRows, distance: Distance, new: &[u16]) -> Vec<Member> {
        let apart = distance.between(rows.row(self.row as usize), new);
        // A row with 2 u <= apart lies at least u from the new seed: it stays, as does an equally near one.
        if apart >= distance.reach(self.farthest) {
            return Vec::new();
        }
        let mut left = Vec::new();
        self.members.retain(|member| {
            if apart >= distance.reach(member.distance) {
                return true;
            }
            let measured = distance.between(rows.row(member.row as usize), new);
            if measured < member.distance {
                left.push(Member { row: member.row, distance: measured });
            }
            measured >= member.distance
        });
        if !left.is_empty() {
            self.sum_up(rows);
        }
        left
    }
}

/// Draws up to `count` rows as first centres, in the order drawn; never two with the same coordinates.
///
/// Fewer are returned only if there are no more distinct rows. The rows must be [in range](WeightedRows::check_range)
/// of the distance.
pub fn choose_seeds(rows: &WeightedRows, distance: Distance, count: usize, generator: &mut impl RngCore) -> Vec<u32> {
    if count == 0 {
        return Vec::new();
    }
    let first = pick(rows.weights().iter().copied(), below(generator, rows.total_weight())) as u32;
    let values = rows.row(first as usize);
    let measure = |row| Member { row, distance: distance.between(rows.row(row as usize), values) };
    let mut seeds = vec![Seed::new(first, (0..rows.count() as u32).into_par_iter().map(measure).collect(), rows)];
    while seeds.len() < count {
        let total: u64 = seeds.iter().map(|seed| seed.cost).sum();
        if total == 0 {
            break;
        }
        let target = below(generator, total);
        let mut before = 0;
        let drawn = seeds.iter().find(|seed| {
            before += seed.cost;
            before > target
        });
        let Some(drawn) = drawn else { break };
        let costs = drawn.members.iter().map(|m| rows.weight(m.row as usize) * u64::from(m.distance));
        let row = drawn.members[pick(costs, target - (before - drawn.cost))].row;
        let values = rows.row(row as usize);
        // Each seed's leavers keep their order and are joined in the order of the seeds: one result for all threads.
        let members = if rows.count() < ROWS_WORTH_THREADS {
            seeds.iter_mut().flat_map(|seed| seed.give_up(rows, distance, values)).collect()
        } else {
            let share = seeds.len().div_ceil(16);
            let left = seeds.par_iter_mut().with_min_len(share).map(|seed| seed.give_up(rows, distance, values));
            left.collect::<Vec<_>>().concat()
        };
        seeds.push(Seed::new(row, members, rows));
    }
    seeds.into_iter().map(|seed| seed.row).collect()
}

/// The place whose stretch of the line of summed amounts holds the target, which lies below their sum.
fn pick(amounts: impl Iterator<Item = u64>, target: u64) -> usize {
    let mut before = 0;
    let place = amounts.into_iter().enumerate().find(|&(_, amount)| {
        before += amount;
        before > target
    });
    place.map_or(0, |(place, _)| place)
}

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

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnRows {
    /// The weight of each in the sample, at least 1.
    pub weights: Vec<u64>,
    pub values: Vec<u16>,
}

impl DrawnRows {
    pub(crate) fn add(&mut self, values: &[u16], drawn: u64) {
        if drawn > 0 {
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
pub(super) struct SystematicSampler {
    total: u128,
    size: u128,
    start: u128,
    place: u128,
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

/// A systematic sample of at most `size` rows with probability in proportion to weight, see `SystematicSampler`.
pub fn systematic_sample(rows: &WeightedRows, size: usize, generator: &mut impl RngCore) -> DrawnRows {
    let mut sampler = SystematicSampler::new(rows.total_weight(), size, generator);
    let mut sample = DrawnRows::default();
    for (row, &weight) in rows.weights().iter().enumerate() {
        sample.add(rows.row(row), sampler.next(weight));
    }
    sample
}
