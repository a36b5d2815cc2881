//! The vectors of one branch of the last round: how position 0 plays to its ends, and what they are worth to it.
//!
//! Position 0 has one number for each exit. Its own folds need none: a player who faces a bet folds what it neither
//! calls nor raises. It plays to the exit before the bet with the same probability as it comes to the bet, and to the
//! exit behind it with the same probability as it raises. So the worth of a fold is added to the exit before and taken
//! from the call and from the exit behind. Only where the branch begins with a bet that position 0 faces is there no
//! exit before, and one more number: the reach itself.

use evaluator::processor::Kernel;

use crate::walk::last_round::{Branch, BranchEnds, BranchReply, MOST_RUNGS, is_rare};
use crate::walk::{Real, Row};

/// How many numbers each holding of position 0 has in a branch with `exits` exits.
#[inline(always)]
pub fn rows_of_place<B: Branch>(exits: usize) -> usize {
    // Only after a bet can the player face the first one without an exit before it.
    exits + usize::from(!B::AFTER_CHECK && !B::opponent_faces(0))
}

/// Writes the vector of position 0 for some places, `[place][number]`.
pub struct OwnEnds<'a, T, const EXITS: usize, B> {
    /// Which branch, with position 1 as the opponent.
    pub branch: B,
    /// The holding numbers of these places.
    pub ids: &'a [u16],
    pub bucket_of_place: &'a [u16],
    /// The reach of the round by holding number.
    pub reach: &'a [Row<T>],
    /// `[distinct bucket][exit]`: the probability of playing there.
    pub exits: &'a [[Row<T>; EXITS]],
    /// Receives the vector.
    pub vector: &'a mut [Row<T>],
}

impl<T: Real, const EXITS: usize, B: Branch> Kernel for OwnEnds<'_, T, EXITS, B> {
    type Output = ();
    const RARE: bool = is_rare::<T, EXITS, B>();

    #[inline(always)]
    fn run(self) {
        let Self { ids, bucket_of_place, reach, exits, vector, .. } = self;
        let rows = rows_of_place::<B>(EXITS);
        for ((&id, &bucket), vector) in ids.iter().zip(bucket_of_place).zip(vector.chunks_exact_mut(rows)) {
            let (reach, products) = (reach[usize::from(id)], &exits[usize::from(bucket)]);
            for exit in 0..EXITS {
                vector[exit] = reach * products[exit];
            }
            if rows > EXITS {
                vector[EXITS] = reach;
            }
        }
    }
}

/// Keeps what the ends are worth to position 0, given the play of position 1: the other vector.
pub struct KeepEnds<'a, T> {
    /// Receives the vector, `[place][number]`.
    pub vector: &'a mut [Row<T>],
}

impl<T: Real, const EXITS: usize, B: Branch> BranchReply<T, EXITS, B> for KeepEnds<'_, T> {
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let (first, rungs) = (B::FIRST_CALL, B::rungs(EXITS));
        let rows = rows_of_place::<B>(EXITS);
        let mut worth = ends.exits;
        let vector = &mut self.vector[place * rows..][..rows];
        for rung in 0..rungs.min(MOST_RUNGS) {
            if B::opponent_faces(rung) {
                continue;
            }
            let fold = ends.folds[rung];
            match (first + rung).checked_sub(1) {
                Some(before) => worth[before] = worth[before] + fold,
                None => vector[EXITS] = fold,
            }
            worth[first + rung] = worth[first + rung] - fold;
            if rung + 1 < rungs {
                worth[first + rung + 1] = worth[first + rung + 1] - fold;
            }
        }
        vector[..EXITS].copy_from_slice(&worth);
        Row::default()
    }

    #[inline(always)]
    fn join(&mut self, _place: usize, _after_check: Row<T>, _after_bet: Row<T>) -> Row<T> {
        Row::default()
    }
}
