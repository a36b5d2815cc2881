//! Matches by hands: sampled deals and sampled actions, each deal played twice with the seats exchanged.
//!
//! A deal's cards depend on the seed and its number alone, so that all pairs of agents meet on the same cards. The
//! observation is a deal: what the first player wins in its two games together. All sums are whole numbers of chips, so
//! the result is the same for any number of threads.

use rayon::prelude::*;
use solver::cfr::deal_sampler::below;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

use crate::agent::Agent;
use crate::betting_steps::{BettingSteps, Decision};
use crate::dealt_hands::DealtHands;
use crate::error::MatchError;
use crate::random_streams::dice_of_game;
use crate::score::ChipTally;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Deals that one thread plays before it looks around.
const DEALS_OF_BLOCK: u64 = 1 << 10;

/// Most parts in which deals are counted.
const MOST_PARTS: u64 = 256;

/// Plays `deals` deals between each of the pairs of agents, given by their numbers; one tally for each pair, of the chips
/// that the first of the pair wins in a deal's two games together.
///
/// # Errors
/// [`MatchError::Cancelled`].
pub fn play_deals(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<ChipTally>, MatchError> {
    Ok(merged(&play_deals_in_parts(agents, pairs, deals, seed, progress)?, pairs.len()))
}

/// The same in parts of equal size but for one deal, at most 256: `[part][pair]`. All pairs of a part meet on the same cards,
/// so the parts tell how much pairs have in common.
///
/// # Errors
/// [`MatchError::Cancelled`].
pub fn play_deals_in_parts(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<ChipTally>>, MatchError> {
    let parts = deals.min(MOST_PARTS);
    let start = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(parts)) as u64;
    let done = AtomicU64::new(0);
    let part = |part| {
        play_deal_range(agents, pairs, start(part)..start(part + 1), seed, &Played { progress, deals, done: &done })
    };
    (0..parts).map(part).collect()
}

/// The tallies of all parts together.
pub fn merged(parts: &[Vec<ChipTally>], pairs: usize) -> Vec<ChipTally> {
    let mut sums = vec![ChipTally::default(); pairs];
    for tallies in parts {
        sums.iter_mut().zip(tallies).for_each(|(sum, tally)| sum.merge(tally));
    }
    sums
}

/// Where all parts together are.
struct Played<'a> {
    progress: &'a dyn Progress,
    deals: u64,
    done: &'a AtomicU64,
}

/// Plays the deals with these numbers.
fn play_deal_range(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    range: Range<u64>,
    seed: u64,
    &Played { progress, deals, done }: &Played<'_>,
) -> Result<Vec<ChipTally>, MatchError> {
    let steps = BettingSteps::holdem()?;
    let block_tallies = |block: u64| -> Result<Vec<ChipTally>, Cancelled> {
        progress.check()?;
        let first = range.start + block * DEALS_OF_BLOCK;
        let last = (first + DEALS_OF_BLOCK).min(range.end);
        let mut tallies = vec![ChipTally::default(); pairs.len()];
        let mut dealt = DealtHands::new(agents);
        for deal in first..last {
            dealt.deal(seed, deal);
            for (tally, &pair) in tallies.iter_mut().zip(pairs) {
                tally.add(both_games(&steps, &mut dealt, agents, pair, |game| dice_of_game(seed, deal, game)));
            }
        }
        let games = 2 * (last - first) * pairs.len() as u64;
        let done = done.fetch_add(games, Ordering::Relaxed) + games;
        let of = 2 * deals * pairs.len() as u64;
        progress.report(&Update { stage: "hands", done, of, unit: "games", note: None });
        Ok(tallies)
    };
    let nothing = || vec![ChipTally::default(); pairs.len()];
    let add = |mut sums: Vec<ChipTally>, tallies: Vec<ChipTally>| {
        sums.iter_mut().zip(&tallies).for_each(|(sum, tally)| sum.merge(tally));
        Ok(sums)
    };
    let blocks = (0..(range.end - range.start).div_ceil(DEALS_OF_BLOCK)).into_par_iter();
    Ok(blocks.map(block_tallies).try_reduce(nothing, add)?)
}

/// What the first of a pair wins in a deal's two games: in position 0, then in position 1.
fn both_games(
    steps: &BettingSteps,
    dealt: &mut DealtHands<'_>,
    agents: &[&Agent],
    (first, second): (usize, usize),
    dice: impl Fn(usize) -> Xoshiro256PlusPlus,
) -> i32 {
    let ahead = dealt.ahead();
    let mut game = |arrangement: usize, seats: [usize; 2]| {
        let mut dice = dice(arrangement);
        let act = |decision: &Decision| {
            let seat = seats[decision.position];
            let bucket = dealt.bucket(seat, decision.position, decision.round);
            choose(agents[seat].weights(decision.place, bucket), &mut dice)
        };
        steps.play(act, ahead)
    };
    game(0, [first, second]) - game(1, [second, first])
}

/// Throws the dice for an action: its number among those with a weight.
#[inline]
fn choose(weights: [u16; 3], dice: &mut Xoshiro256PlusPlus) -> usize {
    let [first, second, third] = weights.map(u64::from);
    let thrown = below(dice, first + second + third);
    usize::from(thrown >= first) + usize::from(thrown >= first + second)
}
