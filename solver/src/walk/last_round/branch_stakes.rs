//! What the ends of one branch of the last round are worth to the responder, history by history, in chips.

use super::betting_ladder::{BettingLadder, MOST_EXITS, MOST_RUNGS, Rung};
use crate::walk::down::ChunkId;
use crate::walk::lanes::RoundLanes;
use crate::walk::prepared_game::Stakes;
use crate::walk::reach_products::{Real, Row};

/// The stakes of a branch. Exits are the pair of checks, where the branch begins with one, then the call of each rung.
#[derive(Clone, Copy)]
pub struct BranchStakes<T> {
    /// What either player has put in at each exit.
    pub exits: [Row<T>; MOST_EXITS],
    /// What each rung's fold wins the responder; negative where the responder folds.
    pub folds: [Row<T>; MOST_RUNGS],
    /// The fold's worth for each chip that the exit before (the rung's arrivals), at and behind the rung (the raise)
    /// is worth: sums of weights are kept multiplied by their exit's stake.
    pub fold_ratios: [[Row<T>; 3]; MOST_RUNGS],
}

impl<T: Real> BranchStakes<T> {
    /// One chip for every end, for products that do not include the stakes.
    pub(crate) fn ones() -> Self {
        let one = Row::splat(T::of(1.0));
        Self { exits: [one; MOST_EXITS], folds: [one; MOST_RUNGS], fold_ratios: [[one; 3]; MOST_RUNGS] }
    }

    /// The stakes of all chunks of a round, `[chunk]`: after a check, after a bet.
    pub(crate) fn of_round(
        lanes: &RoundLanes,
        stakes: &Stakes<T>,
        round: usize,
        ladder: &BettingLadder,
        responder: usize,
    ) -> Vec<[Self; 2]> {
        let of_branch =
            |chunk, checked| Self::new(lanes, stakes, ChunkId { round, chunk }, ladder.branch(checked), responder);
        (0..lanes.entries.len()).map(|chunk| [true, false].map(|checked| of_branch(chunk, checked))).collect()
    }

    /// The stakes of a chunk for one of the ladder's [branches](BettingLadder::branch).
    fn new(
        lanes: &RoundLanes,
        stakes: &Stakes<T>,
        at: ChunkId,
        (checked, rungs): (Option<usize>, &[Rung]),
        responder: usize,
    ) -> Self {
        let none = Row::default();
        let mut worth =
            Self { exits: [none; MOST_EXITS], folds: [none; MOST_RUNGS], fold_ratios: [[none; 3]; MOST_RUNGS] };
        let exits: Vec<usize> = checked.into_iter().chain(rungs.iter().map(|rung| rung.call)).collect();
        for (stake, &exit) in worth.exits.iter_mut().zip(&exits) {
            *stake = stakes.exit(at, exit);
        }
        for (number, rung) in rungs.iter().enumerate() {
            let fold = stakes.fold(at, lanes.exits, rung.fold, responder);
            worth.folds[number] = fold;
            // Counted from one exit before the rung's own; before the first there is none after a bet.
            let own = number + exits.len() - rungs.len();
            for (ratio, exit) in worth.fold_ratios[number].iter_mut().zip(own..) {
                if let Some(stake) = exit.checked_sub(1).and_then(|exit| worth.exits.get(exit)) {
                    *ratio = Row::from(std::array::from_fn(|lane| over(fold.0[lane], stake.0[lane])));
                }
            }
        }
        worth
    }
}

/// The quotient, or zero in lanes without a history, where the stake is zero.
fn over<T: Real>(fold: T, stake: T) -> T {
    if stake == T::default() { stake } else { fold.over(stake) }
}
