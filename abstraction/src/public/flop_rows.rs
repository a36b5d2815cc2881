//! What a flop does to the starting hands, as numbers to compare flops by.
//!
//! The 169 starting hands are ordered by equity and divided into ten groups of nearly as many holdings each. A flop's
//! row says, for each group, how its holdings are spread over twenty bins of `E[HS]`, their expected strength on the
//! river after this flop. That is what both players know of each other's hands there: high cards show as groups that
//! move up, pairs and suits as groups that stay together or fall apart, and draws as expectations that keep to the
//! middle. The strengths of *all* holdings together would say next to nothing, since on every board half the hands beat
//! the other half. Transition tables from buckets before the flop to buckets on it are how Waugh et al. 2009 compare
//! flops; here the distance between two rows is the earth mover's distance within the groups.

use evaluator::hand_index::BoardFirst;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use evaluator::round::Round;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::features::board_feature::{BoardFeature, BoardRows};
use crate::features::build_features::FeatureSource;
use crate::features::expected_strength::{ExpectedStrength, Power};
use crate::features::river_strengths::CERTAIN_WIN;
use crate::features::runouts::RUNOUTS_OF_FLOP;
use crate::features::shipped_tables::shipped_distributions;

/// Groups of starting hands.
pub const GROUPS: usize = 10;
/// Bins of expected strength.
pub const BINS: usize = 20;
/// Numbers in a row: running sums over each group's bins, without the last one, which is always the whole.
pub const DIMENSIONS: usize = GROUPS * (BINS - 1);
/// A whole group; a value that keeps rows within the exact range of the earth mover's distance.
pub const WHOLE: u64 = 20_000;

/// The group of each starting hand, from the weakest to the strongest.
pub fn starting_hand_groups() -> [u8; STARTING_HANDS] {
    let halves = shipped_distributions().halves;
    let mut order: Vec<StartingHand> = StartingHand::all().collect();
    order.sort_by_key(|hand| (halves[hand.number()], hand.number()));
    let all: usize = order.iter().map(|hand| hand.combos()).sum();
    let (mut groups, mut before) = ([0; STARTING_HANDS], 0);
    for hand in order {
        // Where the middle of its combos lies.
        groups[hand.number()] = ((2 * before + hand.combos()) * GROUPS / (2 * all)) as u8;
        before += hand.combos();
    }
    groups
}

/// The bin of an expected strength, given as the sum of `2w + d` over all run-outs of a flop.
pub fn bin_of_sum(halves: u64) -> usize {
    let certain = u64::from(RUNOUTS_OF_FLOP) * u64::from(CERTAIN_WIN);
    ((halves * BINS as u64 / certain) as usize).min(BINS - 1)
}

/// The row of each canonical flop, `[flop][dimension]`.
pub fn flop_rows(source: &mut FeatureSource, progress: &dyn Progress) -> Result<Vec<u16>, Cancelled> {
    let strengths = ExpectedStrength { round: Round::Flop, power: Power::First, river: source.river(progress)? };
    let boards = BoardFirst::of(Round::Flop);
    let groups = starting_hand_groups();
    let counter = Counter::new(progress, "strengths by flop", "boards", boards.boards() as u64);
    let mut all = vec![0; boards.boards() * DIMENSIONS];
    all.par_chunks_exact_mut(DIMENSIONS).enumerate().try_for_each_init(
        || (strengths.filler(), BoardRows::default(), Vec::new()),
        |(fill, rows, holdings), (board, row)| {
            fill(board, rows);
            boards.canonical_holdings(board, holdings);
            let mut counts = [[0; BINS]; GROUPS];
            for (&(holding, _), &[deals, halves]) in holdings.iter().zip(&rows.totals) {
                let group = usize::from(groups[holding.starting_hand().number()]);
                counts[group][bin_of_sum(halves / deals)] += deals;
            }
            for (counts, row) in counts.iter().zip(row.chunks_exact_mut(BINS - 1)) {
                write_running_sums(counts, row);
            }
            counter.add(1)
        },
    )?;
    Ok(all)
}

/// Running sums as shares of the whole, rounded.
fn write_running_sums(counts: &[u64; BINS], row: &mut [u16]) {
    let all: u64 = counts.iter().sum();
    let mut sum = 0;
    for (value, &count) in row.iter_mut().zip(counts) {
        sum += count;
        *value = ((sum * WHOLE + all / 2) / all) as u16;
    }
}
