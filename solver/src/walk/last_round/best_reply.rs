//! The reply of a responder who knows the opponent's policy: the best action at every decision, holding by holding.

use super::betting_ladder::MOST_RUNGS;
use super::branch_kernel::{BranchEnds, Reply};
use crate::walk::{LANES, Real, Row};

/// Takes the larger value wherever the responder decides.
#[derive(Clone, Copy)]
pub struct BestReply;

impl<T: Real, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>
    Reply<T, EXITS, CHECKED, OPPONENT_FIRST> for BestReply
{
    #[inline(always)]
    fn value(&mut self, _place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let first = usize::from(CHECKED);
        let rungs = EXITS - first;
        let folds: &[Row<T>; MOST_RUNGS] = &ends.folds;
        let mut above = Row::default();
        for rung in (0..rungs).rev() {
            let call = ends.exits[first + rung];
            let opponent_faces = (rung & 1 == 0) == OPPONENT_FIRST;
            above = if opponent_faces {
                if rung + 1 == rungs { call } else { above + call }
            } else {
                let best = larger(call, folds[rung]);
                if rung + 1 == rungs { best } else { larger(above, best) }
            };
        }
        match (CHECKED, OPPONENT_FIRST) {
            (false, _) => above,
            // The second player checks or bets: the responder where the opponent then faces the bet.
            (true, true) => larger(above, ends.exits[0]),
            (true, false) => above + ends.exits[0],
        }
    }

    #[inline(always)]
    fn join(&self, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        // Whoever faces the first bet is second: against such an opponent the responder chooses check or bet.
        if OPPONENT_FIRST { larger(after_check, after_bet) } else { after_check + after_bet }
    }
}

#[inline(always)]
fn larger<T: Real>(mut one: Row<T>, other: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        one.0[lane] = one.0[lane].larger(other.0[lane]);
    }
    one
}
