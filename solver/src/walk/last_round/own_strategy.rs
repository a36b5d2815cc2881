//! The reply of a player with a strategy: values under it, and with [`LearningReply`] what each end is worth to each bucket.

use super::branch_ends::EndsOfBuckets;
use super::branch_kernel::{BranchEnds, Reply};
use crate::walk::{Real, Row};

/// Plays by products of probabilities.
pub struct OwnStrategy<'a, T, const EXITS: usize> {
    /// The number of the bucket of each place among the board's distinct ones.
    pub bucket_of_place: &'a [u16],
    /// How likely the player plays towards each end.
    pub products: EndsOfBuckets<'a, T, EXITS>,
}

/// Whether the player decides about a rung's fold, and whether the branch has such a rung.
const fn player_folds(rung: usize, exits: usize, checked: bool, opponent_first: bool) -> bool {
    (rung & 1 == 0) != opponent_first && rung < exits - checked as usize
}

impl<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>
    Reply<T, EXITS, CHECKED, OPPONENT_FIRST> for OwnStrategy<'_, T, EXITS>
{
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let bucket = usize::from(self.bucket_of_place[place]);
        let mut value = Row::default();
        for (&product, &worth) in self.products.exits[bucket].iter().zip(&ends.exits) {
            value = value + product * worth;
        }
        for (rung, (&product, &worth)) in self.products.folds[bucket].iter().zip(&ends.folds).enumerate() {
            if player_folds(rung, EXITS, CHECKED, OPPONENT_FIRST) {
                value = value + product * worth;
            }
        }
        value
    }

    #[inline(always)]
    fn join(&self, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        after_check + after_bet
    }
}

/// Plays by a strategy and adds up the ends' worth, bucket by bucket, to learn from.
pub struct LearningReply<'a, T, const EXITS: usize> {
    /// The play.
    pub own: OwnStrategy<'a, T, EXITS>,
    /// Receives the worth of each end, summed over the bucket's holdings; an opponent's fold is in the exit beside it.
    pub sums: EndsOfBuckets<'a, T, EXITS>,
}

impl<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>
    Reply<T, EXITS, CHECKED, OPPONENT_FIRST> for LearningReply<'_, T, EXITS>
{
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let bucket = usize::from(self.own.bucket_of_place[place]);
        for (sum, &worth) in self.sums.exits[bucket].iter_mut().zip(&ends.exits) {
            *sum = *sum + worth;
        }
        for (rung, (sum, &worth)) in self.sums.folds[bucket].iter_mut().zip(&ends.folds).enumerate() {
            if player_folds(rung, EXITS, CHECKED, OPPONENT_FIRST) {
                *sum = *sum + worth;
            }
        }
        Reply::<T, EXITS, CHECKED, OPPONENT_FIRST>::value(&mut self.own, place, ends)
    }

    #[inline(always)]
    fn join(&self, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        Reply::<T, EXITS, CHECKED, OPPONENT_FIRST>::join(&self.own, after_check, after_bet)
    }
}
