//! The reply of a player with a strategy: values under it, and what each end is worth to each bucket, to learn from.

use super::betting_ladder::MOST_RUNGS;
use super::branch_ends::EndsOfBuckets;
use super::branch_kernel::{BranchEnds, Reply};
use crate::walk::{Real, Row};

/// Plays by products of probabilities and adds up the ends' worth, bucket by bucket.
pub struct OwnStrategy<'a, T, const EXITS: usize> {
    /// The number of the bucket of each place among the board's distinct ones.
    pub bucket_of_place: &'a [u16],
    /// How likely the player plays towards each end.
    pub products: EndsOfBuckets<'a, T, EXITS>,
    /// Receives the worth of each end, summed over the bucket's holdings; an opponent's fold is in the exit beside it.
    pub sums: EndsOfBuckets<'a, T, EXITS>,
}

impl<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>
    Reply<T, EXITS, CHECKED, OPPONENT_FIRST> for OwnStrategy<'_, T, EXITS>
{
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let bucket = usize::from(self.bucket_of_place[place]);
        let (products, sums) = (&self.products.exits[bucket], &mut self.sums.exits[bucket]);
        let mut value = Row::default();
        for exit in 0..EXITS {
            sums[exit] = sums[exit] + ends.exits[exit];
            value = value + products[exit] * ends.exits[exit];
        }
        let (products, sums) = (&self.products.folds[bucket], &mut self.sums.folds[bucket]);
        for rung in 0..MOST_RUNGS {
            let player_faces = (rung & 1 == 0) != OPPONENT_FIRST;
            if player_faces && rung < EXITS - usize::from(CHECKED) {
                sums[rung] = sums[rung] + ends.folds[rung];
                value = value + products[rung] * ends.folds[rung];
            }
        }
        value
    }

    #[inline(always)]
    fn join(&self, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        after_check + after_bet
    }
}
