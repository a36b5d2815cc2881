//! Which buckets of a street are most alike, by their centres.
//!
//! How the hands of one abstraction's buckets are spread over those of another.

use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;
use std::ops::Range;

use super::buckets::Buckets;
use super::card_rules::{CardRules, board_of};

/// For each bucket the buckets nearest to it, itself first, and how much each counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Neighbours {
    /// Where each bucket's neighbours begin, then their total number.
    starts: Vec<usize>,
    near: Vec<Neighbour>,
}

/// A bucket near another one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbour {
    pub bucket: u32,
    /// Its weight: 1 at distance 0, falling to 0 at the first bucket that is left out (Epanechnikov's kernel).
    pub weight: f32,
}

impl Neighbours {
    /// The `count` buckets nearest to each bucket by the Euclidean distance between centres, `[bucket][dimension]`.
    /// Only buckets of the same group can be neighbours: `bounds` lists where each group begins, then the number of
    /// buckets.
    ///
    /// Equally near buckets come in the order of their numbers, so that the result is always the same. The time grows
    /// with the square of the largest group.
    pub fn nearest(centres: &[f32], dimensions: usize, bounds: &[usize], count: usize) -> Self {
        let of_group = |bounds: &[usize]| -> Vec<Vec<Neighbour>> {
            let group = bounds[0]..bounds[1];
            let near = |bucket| nearest_in(centres, dimensions, group.clone(), bucket, count);
            group.clone().into_par_iter().map(near).collect()
        };
        let lists: Vec<Vec<Neighbour>> = bounds.windows(2).flat_map(of_group).collect();
        let mut starts = vec![0];
        for list in &lists {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        Self { starts, near: lists.into_iter().flatten().collect() }
    }

    /// The neighbours of a bucket, nearest first.
    pub fn of(&self, bucket: usize) -> &[Neighbour] {
        &self.near[self.starts[bucket]..self.starts[bucket + 1]]
    }
}

fn nearest_in(centres: &[f32], dimensions: usize, group: Range<usize>, bucket: usize, count: usize) -> Vec<Neighbour> {
    let centre = |bucket: usize| &centres[bucket * dimensions..(bucket + 1) * dimensions];
    let own = centre(bucket);
    let distance = |other: usize| -> f64 {
        let squares = own.iter().zip(centre(other)).map(|(&own, &other)| (f64::from(own) - f64::from(other)).powi(2));
        squares.sum()
    };
    // The bucket itself comes first, even if others have the same centre.
    let key = |other: usize| (distance(other), other != bucket, other);
    let mut all: Vec<_> = group.map(key).collect();
    let order = |one: &(f64, bool, usize), other: &(f64, bool, usize)| {
        one.0.total_cmp(&other.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
    };
    let beyond = (count < all.len()).then(|| all.select_nth_unstable_by(count, order).1.0);
    all.truncate(count);
    all.sort_unstable_by(order);
    let weight = |distance: f64| match beyond {
        Some(beyond) if beyond > 0.0 => (1.0 - distance / beyond) as f32,
        _ => 1.0,
    };
    all.into_iter().map(|(distance, _, bucket)| Neighbour { bucket: bucket as u32, weight: weight(distance) }).collect()
}

/// For each bucket of a fine abstraction, the buckets of a coarse one that share hands with it, and what part of each
/// of them lies in it: the parts of a coarse bucket add up to one.
#[derive(Clone, PartialEq, Debug)]
pub struct Overlap {
    /// Where each fine bucket's parts begin, then their total number.
    starts: Vec<usize>,
    /// By fine bucket and within it by coarse bucket.
    parts: Vec<SharedPart>,
}

/// The part of a coarse bucket that lies in a fine one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SharedPart {
    /// The coarse bucket.
    pub coarse: u32,
    /// The share of the coarse bucket's deals that lie in the fine one, above 0 and at most 1.
    pub share: f32,
}

impl Overlap {
    /// Counts the overlap on `boards` sampled boards, over all holdings of each. A fine bucket that occurs on none of
    /// them has no parts.
    pub fn count(
        rules: &CardRules,
        round: usize,
        fine: &dyn Buckets,
        coarse: &dyn Buckets,
        seed: u64,
        boards: u64,
    ) -> Self {
        let pairs_of = |number: u64| -> Vec<u64> {
            let board = board_of(rules, seed, number);
            let mut order = ShowdownOrder::default();
            rules.rank(CardSet::of(&board), &mut order);
            let cards = &board[..rules.board_cards(round)];
            let [mut fine_row, mut coarse_row] = [Vec::new(), Vec::new()];
            fine.row(round, cards, &order, &mut fine_row);
            coarse.row(round, cards, &order, &mut coarse_row);
            fine_row.iter().zip(&coarse_row).map(|(&fine, &coarse)| u64::from(fine) << 32 | u64::from(coarse)).collect()
        };
        // Sorting 20 million pairs takes a second; a table of all pairs of two fine abstractions would not fit.
        let mut pairs: Vec<u64> = (1..=boards).into_par_iter().flat_map_iter(pairs_of).collect();
        pairs.par_sort_unstable();
        let mut counts: Vec<(u64, u64)> = Vec::new();
        for pair in pairs {
            match counts.last_mut() {
                Some((last, count)) if *last == pair => *count += 1,
                _ => counts.push((pair, 1)),
            }
        }
        let coarse_of = |pair: u64| pair as u32;
        let mut of_coarse = vec![0u64; coarse.count(round)];
        for &(pair, count) in &counts {
            of_coarse[coarse_of(pair) as usize] += count;
        }
        let mut starts = vec![0; fine.count(round) + 1];
        for &(pair, _) in &counts {
            starts[(pair >> 32) as usize + 1] += 1;
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        let part = |&(pair, count): &(u64, u64)| {
            let coarse = coarse_of(pair);
            SharedPart { coarse, share: (count as f64 / of_coarse[coarse as usize] as f64) as f32 }
        };
        Self { starts, parts: counts.iter().map(part).collect() }
    }

    /// The parts of a fine bucket.
    pub fn of(&self, fine: usize) -> &[SharedPart] {
        &self.parts[self.starts[fine]..self.starts[fine + 1]]
    }
}
