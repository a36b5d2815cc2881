//! Numbers for the ends of a branch, bucket by bucket: products of probabilities, or sums of what the ends are worth.

use super::betting_ladder::{MOST_EXITS, MOST_RUNGS};
use crate::walk::reach_products::{Real, Row};

/// Memory for [`EndsOfBuckets`], kept from board to board: touching new memory is slow.
#[derive(Default)]
pub struct EndsMemory<T> {
    exits: Vec<Row<T>>,
    folds: Vec<[Row<T>; MOST_RUNGS]>,
}

impl<T: Real> EndsMemory<T> {
    /// The numbers of `buckets` buckets, with whatever values were left there.
    pub(crate) fn of_branch<const EXITS: usize>(&mut self, buckets: usize) -> EndsOfBuckets<'_, T, EXITS> {
        const { assert!(EXITS <= MOST_EXITS) };
        // It only grows: players with few buckets and with many take turns.
        if self.folds.len() < buckets {
            self.exits.resize(buckets * MOST_EXITS, Row::default());
            self.folds.resize(buckets, [Row::default(); MOST_RUNGS]);
        }
        let exits = &mut self.exits.as_chunks_mut::<EXITS>().0[..buckets];
        EndsOfBuckets { exits, folds: &mut self.folds[..buckets] }
    }

    /// The same, all zero.
    pub(crate) fn zeroed<const EXITS: usize>(&mut self, buckets: usize) -> EndsOfBuckets<'_, T, EXITS> {
        let ends = self.of_branch(buckets);
        ends.exits.fill([Row::default(); EXITS]);
        ends.folds.fill([Row::default(); MOST_RUNGS]);
        ends
    }
}

/// Numbers for a branch with `EXITS` exits.
pub struct EndsOfBuckets<'a, T, const EXITS: usize> {
    /// `[distinct bucket][exit]`: the pair of checks, where the branch begins with one, then the call of each rung.
    pub exits: &'a mut [[Row<T>; EXITS]],
    /// `[distinct bucket][rung]`
    pub folds: &'a mut [[Row<T>; MOST_RUNGS]],
}
