//! The reply of a player who learns: values under its strategy, and what each end is worth to each bucket.

use super::Reply;
use super::own::{Own, OwnBranch};
use crate::walk::ends::Utilities;
use crate::walk::last_round::{Branch, BranchEnds, BranchReply, EndsOfBuckets};
use crate::walk::real::{Real, Row};

/// Plays by a strategy and keeps what it could learn from.
pub struct Learn<'a, T> {
    /// The play.
    pub own: Own<'a, T>,
    /// `[end][distinct bucket]`: receives the worth of each end, summed over the bucket's holdings.
    pub sums: &'a mut [Row<T>],
}

impl<T: Real> Reply<T> for Learn<'_, T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        let buckets = self.own.row.distinct.len();
        self.own.add(end, utilities, &mut self.sums[end * buckets..][..buckets]);
    }
}

/// The same in a branch of the last round.
pub struct LearnBranch<'a, T, const EXITS: usize> {
    /// The play.
    pub own: OwnBranch<'a, T, EXITS>,
    /// Receives the worth of each end, summed over the bucket's holdings; an opponent's fold is in the exit beside it.
    pub sums: EndsOfBuckets<'a, T, EXITS>,
}

/// Whether the player decides about a rung's fold, and whether the branch has such a rung.
#[inline(always)]
pub(super) fn player_folds<B: Branch>(rung: usize, exits: usize) -> bool {
    rung < B::rungs(exits) && !B::opponent_faces(rung)
}

impl<T: Real, const EXITS: usize, B: Branch> BranchReply<T, EXITS, B> for LearnBranch<'_, T, EXITS> {
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let bucket = usize::from(self.own.bucket_of_place[place]);
        for (sum, &worth) in self.sums.exits[bucket].iter_mut().zip(&ends.exits) {
            *sum = *sum + worth;
        }
        for (rung, (sum, &worth)) in self.sums.folds[bucket].iter_mut().zip(&ends.folds).enumerate() {
            if player_folds::<B>(rung, EXITS) {
                *sum = *sum + worth;
            }
        }
        BranchReply::<T, EXITS, B>::value(&mut self.own, place, ends)
    }

    #[inline(always)]
    fn join(&mut self, place: usize, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        BranchReply::<T, EXITS, B>::join(&mut self.own, place, after_check, after_bet)
    }
}
