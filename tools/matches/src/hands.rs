//! Matches by hands: sampled deals and sampled actions, each deal played twice with the seats exchanged.
//!
//! A deal's cards and dice depend on the seed and its number alone, so that all pairs of agents meet on the same cards,
//! and both games of a deal are played with the same dice. The observation is a deal: what the first player wins in its
//! two games together. All sums are whole numbers of chips, so the result is the same for any number of threads.

use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::agent::Agent;
use crate::dealer::Dealer;
use crate::dealt_batch::DealtBatch;
use crate::error::MatchError;
use crate::statistics::score::ChipTally;

/// Games that one thread plays side by side, both seatings counted: their state fits into its cache.
const GAMES_OF_BATCH: usize = 1 << 12;
/// Even with very many pairs, this many deals are played at once.
const LEAST_DEALS: usize = 32;
/// Most parts in which deals are counted.
const MOST_PARTS: u64 = 256;

/// Plays `deals` deals between each of the pairs of agents, given by their numbers; one tally for each pair, of the
/// chips that the first of the pair wins in a deal's two games together.
pub fn play_deals(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<ChipTally>, MatchError> {
    Ok(merged(&play_deals_in_parts(agents, pairs, deals, seed, progress)?, pairs.len()))
}

/// The same in at most 256 parts, whose sizes differ by one deal at most: `[part][pair]`. All pairs of a part meet on
/// the same cards, so the parts show how much pairs have in common.
pub fn play_deals_in_parts(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<ChipTally>>, MatchError> {
    let dealer = Dealer::new(agents)?;
    let deals_of_batch = (GAMES_OF_BATCH / (2 * pairs.len()).max(1)).max(LEAST_DEALS);
    let parts = deals.min(MOST_PARTS);
    let start = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(parts)) as u64;
    let done = Counter::new(progress, "hands", "games", 2 * deals * pairs.len() as u64);
    let play_part = |batch: &mut DealtBatch<'_>, part: u64| -> Result<Vec<ChipTally>, Cancelled> {
        let mut tallies = vec![ChipTally::default(); pairs.len()];
        let end = start(part + 1);
        for first in (start(part)..end).step_by(deals_of_batch) {
            let last = end.min(first + deals_of_batch as u64);
            for chips in batch.play(seed, first..last).chunks_exact(pairs.len().max(1)) {
                tallies.iter_mut().zip(chips).for_each(|(tally, &chips)| tally.add(chips));
            }
            done.add(2 * (last - first) * pairs.len() as u64)?;
        }
        Ok(tallies)
    };
    let tallies = (0..parts).into_par_iter().map_init(|| DealtBatch::new(&dealer, pairs), play_part);
    Ok(tallies.collect::<Result<_, Cancelled>>()?)
}

/// The tallies of all parts together.
pub fn merged(parts: &[Vec<ChipTally>], pairs: usize) -> Vec<ChipTally> {
    let mut sums = vec![ChipTally::default(); pairs];
    for tallies in parts {
        sums.iter_mut().zip(tallies).for_each(|(sum, tally)| sum.merge(tally));
    }
    sums
}
