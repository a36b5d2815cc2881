//! How the hands of one abstraction's buckets are spread over those of another.

use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;

use super::buckets::Buckets;
use super::card_rules::{CardRules, board_of};

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
