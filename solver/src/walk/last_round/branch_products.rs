//! How likely the opponent plays to each end of the last round, bucket by bucket, from the free probabilities.

use evaluator::processor::{Kernel, prefetch};
use tables::strategy::block::PARTS;

use super::betting_ladder::MOST_RUNGS;
use super::branch::{Branch, Facing, is_rare};
use super::branch_stakes::BranchStakes;
use crate::walk::reach_products::{LANES, Real, Row};

/// Most free probabilities of one bucket: the check, and two on each second rung of both ladders.
const MOST_NUMBERS: usize = 1 + 2 * MOST_RUNGS;

/// How many buckets ahead numbers are prefetched: those of a board lie all over the table.
const AHEAD: usize = 12;

/// A player's free probabilities in one chunk of the last round: those from which all others follow, see
/// [`BettingLadder::free_slots`](super::betting_ladder::BettingLadder::free_slots).
#[derive(Clone, Copy)]
pub enum FreeProbabilities<'a, T> {
    /// `[bucket][number]` for all buckets, in parts of 255.
    Parts(&'a [[u8; LANES]]),
    /// `[bucket][number]` for all buckets.
    Full(&'a [Row<T>]),
    /// `[distinct bucket][slot]` for the buckets of the board alone, and which slots are free.
    Slots {
        strategies: &'a [Row<T>],
        /// Slots of a bucket.
        slots: usize,
        /// The slot of each free number.
        free: &'a [usize],
    },
}

/// Multiplies the opponent's probabilities out for one branch with `EXITS` exits.
pub struct BranchProducts<'a, T, const EXITS: usize, B> {
    pub branch: B,
    /// The chunk's probabilities.
    pub cells: FreeProbabilities<'a, T>,
    /// Numbers a bucket has.
    pub numbers: usize,
    /// How many of them belong to the check and what follows it.
    pub after_check: usize,
    /// The board's distinct buckets.
    pub buckets: &'a [u32],
    /// What the ends are worth.
    pub stakes: &'a BranchStakes<T>,
    /// `[distinct bucket][exit]`: the probability of playing there, times the stake.
    pub exits: &'a mut [[Row<T>; EXITS]],
    /// `[distinct bucket][rung]`: the probability of the rung's fold (of coming there, where the responder folds),
    /// times what it wins the responder.
    pub folds: &'a mut [[Row<T>; MOST_RUNGS]],
}

impl<T: Real, const EXITS: usize, B: Branch> Kernel for BranchProducts<'_, T, EXITS, B> {
    type Output = ();
    const RARE: bool = is_rare::<T, EXITS, B>();

    #[inline(always)]
    fn run(self) {
        let Self { cells, numbers, after_check, buckets, stakes, exits, folds, .. } = self;
        // The check is the first of all numbers, whichever branch it leads to.
        let own = if B::AFTER_CHECK { 1 } else { after_check };
        for (distinct, ((&bucket, exits), folds)) in buckets.iter().zip(exits).zip(folds).enumerate() {
            let mut free = [Row::default(); MOST_NUMBERS];
            match cells {
                FreeProbabilities::Parts(parts) => {
                    if let Some(&ahead) = buckets.get(distinct + AHEAD) {
                        let ahead = &parts[ahead as usize * numbers..][..numbers];
                        prefetch(&ahead[0]);
                        // With a single bet nothing may follow it.
                        prefetch(&ahead[own.min(numbers - 1)]);
                    }
                    let parts = &parts[bucket as usize * numbers..][..numbers];
                    free[0] = probabilities(&parts[0]);
                    for (free, parts) in free[1..].iter_mut().zip(&parts[own..]) {
                        *free = probabilities(parts);
                    }
                }
                FreeProbabilities::Full(rows) => {
                    let rows = &rows[bucket as usize * numbers..][..numbers];
                    free[0] = rows[0];
                    for (free, row) in free[1..].iter_mut().zip(&rows[own..]) {
                        *free = *row;
                    }
                }
                FreeProbabilities::Slots { strategies, slots, free: slot_of } => {
                    let strategy = &strategies[distinct * slots..][..slots];
                    free[0] = strategy[slot_of[0]];
                    for (free, &slot) in free[1..].iter_mut().zip(&slot_of[own..]) {
                        *free = strategy[slot];
                    }
                }
            }
            multiply::<T, EXITS, B>(&free, stakes, exits, folds);
        }
    }
}

#[inline(always)]
fn probabilities<T: Real>(parts: &[u8; LANES]) -> Row<T> {
    let scale = T::of(1.0 / f64::from(PARTS));
    let mut row = Row::default();
    for (lane, &part) in row.0.iter_mut().zip(parts) {
        *lane = T::of_byte(part).times(scale);
    }
    row
}

/// An exit's product includes the call where the opponent faces the bet; otherwise it is the product before the
/// responder's decision.
#[inline(always)]
fn multiply<T: Real, const EXITS: usize, B: Branch>(
    free: &[Row<T>; MOST_NUMBERS],
    stakes: &BranchStakes<T>,
    exits: &mut [Row<T>; EXITS],
    folds: &mut [Row<T>; MOST_RUNGS],
) {
    let one = Row::splat(T::of(1.0));
    let checks = free[0];
    // The first player faces the first bet after a check, the second player the one after a bet.
    let mut arriving = match (B::AFTER_CHECK, B::Facing::IS_OPPONENT) {
        (true, true) => checks,
        (true, false) | (false, false) => one - checks,
        (false, true) => one,
    };
    if B::AFTER_CHECK {
        exits[0] = checks * stakes.exits[0];
    }
    let mut next = 1;
    for rung in 0..B::rungs(EXITS) {
        let mut called = arriving;
        let mut folded = arriving;
        if B::opponent_faces(rung) {
            called = arriving * free[next];
            folded = arriving - called;
            if rung + 1 < B::rungs(EXITS) {
                arriving = arriving * free[next + 1];
                folded = folded - arriving;
            }
            next += 2;
        }
        exits[B::FIRST_CALL + rung] = called * stakes.exits[B::FIRST_CALL + rung];
        folds[rung] = folded * stakes.folds[rung];
    }
}
