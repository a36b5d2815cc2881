//! How likely a player plays to each end of a branch, bucket by bucket, from the strategy at each decision.

use evaluator::processor::Kernel;

use super::betting_ladder::{BettingLadder, MOST_RUNGS, Rung};
use super::branch::{Branch, is_rare};
use super::branch_ends::EndsOfBuckets;
use crate::walk::reach_products::{Real, Row};

/// Multiplies a player's probabilities out for one branch.
pub struct OwnProducts<'a, T, const EXITS: usize, B> {
    pub branch: B,
    /// The round's betting.
    pub ladder: &'a BettingLadder,
    /// `[distinct bucket][slot]`
    pub strategies: &'a [Row<T>],
    /// Slots of a bucket.
    pub slots: usize,
    /// Receives the products.
    pub products: EndsOfBuckets<'a, T, EXITS>,
}

impl<T: Real, const EXITS: usize, B: Branch> Kernel for OwnProducts<'_, T, EXITS, B> {
    type Output = ();
    const RARE: bool = is_rare::<T, EXITS, B>();

    #[inline(always)]
    fn run(self) {
        let Self { ladder, strategies, slots, products, .. } = self;
        let (_, rungs) = ladder.branch(B::AFTER_CHECK);
        let EndsOfBuckets { exits, folds } = products;
        for ((strategy, exits), folds) in strategies.chunks_exact(slots).zip(exits).zip(folds) {
            let one = Row::splat(T::of(1.0));
            let is_first = !B::opponent_is_first();
            let own_check = strategy[if is_first { ladder.first_check } else { ladder.second_check }];
            let arriving = match (B::AFTER_CHECK, is_first) {
                (true, true) => own_check,
                (true, false) => strategy[ladder.second_check + 1],
                (false, true) => strategy[ladder.first_check + 1],
                (false, false) => one,
            };
            if B::AFTER_CHECK {
                exits[0] = own_check;
            }
            climb::<T, EXITS, B>(rungs, strategy, arriving, exits, folds);
        }
    }
}

#[inline(always)]
fn climb<T: Real, const EXITS: usize, B: Branch>(
    rungs: &[Rung],
    strategy: &[Row<T>],
    mut arriving: Row<T>,
    exits: &mut [Row<T>; EXITS],
    folds: &mut [Row<T>; MOST_RUNGS],
) {
    for (number, rung) in rungs.iter().enumerate().take(B::rungs(EXITS)) {
        let opponent_faces = B::opponent_faces(number);
        if opponent_faces {
            exits[B::FIRST_CALL + number] = arriving;
            continue;
        }
        folds[number] = arriving * strategy[rung.call_slot - 1];
        exits[B::FIRST_CALL + number] = arriving * strategy[rung.call_slot];
        if number + 1 < B::rungs(EXITS) {
            arriving = arriving * strategy[rung.call_slot + 1];
        }
    }
}
