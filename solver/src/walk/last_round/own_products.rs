//! How likely a player plays to each end of a branch, bucket by bucket, from the strategy at each decision.

use evaluator::processor::Kernel;

use super::betting_ladder::{BettingLadder, MOST_RUNGS, Rung};
use super::branch_ends::EndsOfBuckets;
use crate::walk::{Real, Row};

/// Multiplies a player's probabilities out for one branch; see
/// [`BranchProducts`](super::branch_products::BranchProducts) for the parameters.
pub struct OwnProducts<'a, T, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool> {
    /// The round's betting.
    pub ladder: &'a BettingLadder,
    /// `[distinct bucket][slot]`
    pub strategies: &'a [Row<T>],
    /// Slots of a bucket.
    pub slots: usize,
    /// Receives the products.
    pub products: EndsOfBuckets<'a, T, EXITS>,
}

impl<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool> Kernel
    for OwnProducts<'_, T, EXITS, CHECKED, OPPONENT_FIRST>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { ladder, strategies, slots, products } = self;
        let (_, rungs) = ladder.branch(CHECKED);
        let EndsOfBuckets { exits, folds } = products;
        for ((strategy, exits), folds) in strategies.chunks_exact(slots).zip(exits).zip(folds) {
            let one = Row::splat(T::of(1.0));
            // After a check the first player faces the first bet, after a bet the second.
            let is_first = CHECKED != OPPONENT_FIRST;
            let own_check = strategy[if is_first { ladder.first_check } else { ladder.second_check }];
            let arriving = match (CHECKED, is_first) {
                (true, true) => own_check,
                (true, false) => strategy[ladder.second_check + 1],
                (false, true) => strategy[ladder.first_check + 1],
                (false, false) => one,
            };
            if CHECKED {
                exits[0] = own_check;
            }
            climb::<T, EXITS, CHECKED, OPPONENT_FIRST>(rungs, strategy, arriving, exits, folds);
        }
    }
}

#[inline(always)]
fn climb<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(
    rungs: &[Rung],
    strategy: &[Row<T>],
    mut arriving: Row<T>,
    exits: &mut [Row<T>; EXITS],
    folds: &mut [Row<T>; MOST_RUNGS],
) {
    let first = usize::from(CHECKED);
    for (number, rung) in rungs.iter().enumerate().take(EXITS - first) {
        let opponent_faces = (number & 1 == 0) == OPPONENT_FIRST;
        if opponent_faces {
            exits[first + number] = arriving;
            continue;
        }
        folds[number] = arriving * strategy[rung.call_slot - 1];
        exits[first + number] = arriving * strategy[rung.call_slot];
        if number + 1 < EXITS - first {
            arriving = arriving * strategy[rung.call_slot + 1];
        }
    }
}
