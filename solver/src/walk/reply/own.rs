//! The reply of a player with a strategy of its own: each end counts as often as the strategy plays to it.

use super::Reply;
use super::learn::player_folds;
use crate::boards::BucketRow;
use crate::walk::ends::Utilities;
use crate::walk::last_round::{Branch, BranchEnds, BranchReply, EndsOfBuckets};
use crate::walk::reach_products::ReachProducts;
use crate::walk::real::{Real, Row};

/// Adds up values under the player's strategy.
pub struct Own<'a, T> {
    /// `[place]`: the values so far.
    pub values: &'a mut [Row<T>],
    /// How likely the player plays to each end.
    pub products: &'a ReachProducts<T>,
    /// The player's buckets.
    pub row: &'a BucketRow,
}

impl<T: Real> Own<'_, T> {
    /// Takes one end; `sums` receive what it is worth to each distinct bucket, unless they are empty.
    ///
    /// It goes bucket by bucket: a bucket's sum then stays in a register, where one sum after the other through
    /// memory would make each place wait for the one before.
    #[inline(always)]
    pub(super) fn add(&mut self, end: usize, utilities: &impl Utilities<T>, sums: &mut [Row<T>]) {
        let mut start = 0;
        for (bucket, (&end, &product)) in self.row.ends.iter().zip(self.products.towards(end)).enumerate() {
            let mut sum = Row::default();
            for &place in &self.row.places[start..usize::from(end)] {
                let place = usize::from(place);
                let utility = utilities.at(place);
                self.values[place] = self.values[place] + product * utility;
                sum = sum + utility;
            }
            start = usize::from(end);
            if let Some(out) = sums.get_mut(bucket) {
                *out = sum;
            }
        }
    }
}

impl<T: Real> Reply<T> for Own<'_, T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        self.add(end, utilities, &mut []);
    }
}

/// The same in a branch of the last round.
pub struct OwnBranch<'a, T, const EXITS: usize> {
    /// The number of the bucket of each place among the board's distinct ones.
    pub bucket_of_place: &'a [u16],
    /// How likely the player plays towards each end.
    pub products: EndsOfBuckets<'a, T, EXITS>,
}

impl<T: Real, const EXITS: usize, B: Branch> BranchReply<T, EXITS, B> for OwnBranch<'_, T, EXITS> {
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let bucket = usize::from(self.bucket_of_place[place]);
        let mut value = Row::default();
        for (&product, &worth) in self.products.exits[bucket].iter().zip(&ends.exits) {
            value = value + product * worth;
        }
        for (rung, (&product, &worth)) in self.products.folds[bucket].iter().zip(&ends.folds).enumerate() {
            if player_folds::<B>(rung, EXITS) {
                value = value + product * worth;
            }
        }
        value
    }

    #[inline(always)]
    fn join(&mut self, _place: usize, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        after_check + after_bet
    }
}
