//! The reply of a responder who knows the opponent's policy: the best action at every decision, holding by holding.

use super::keep::Keep;
use crate::game::Next;
use crate::walk::lanes::RoundLanes;
use crate::walk::last_round::{Branch, BranchEnds, BranchReply, MOST_RUNGS};
use crate::walk::real::{LANES, Real, Row};

/// Takes the larger value wherever the responder decides.
#[derive(Clone, Copy)]
pub struct Best;

impl Best {
    /// The values by place of a chunk whose ends are worth that much to the player.
    pub fn values<T: Real>(self, lanes: &RoundLanes, player: usize, ends: &Keep<T>) -> Vec<Row<T>> {
        let mut nodes = vec![Row::default(); lanes.nodes.len()];
        let places = ends.0.first().map_or(0, Vec::len);
        let mut value = |place: usize| {
            for (number, node) in lanes.nodes.iter().enumerate().rev() {
                let after = node.children.iter().map(|child| match *child {
                    Next::Decision(node) => nodes[node],
                    Next::End(end) => ends.0[end][place],
                });
                // The opponent's probabilities are already in the ends' values, so the values after its actions add up.
                let of_node = if node.player == player { after.reduce(larger) } else { after.reduce(|a, b| a + b) };
                nodes[number] = of_node.unwrap_or_default();
            }
            nodes[0]
        };
        (0..places).map(&mut value).collect()
    }
}

impl<T: Real, const EXITS: usize, B: Branch> BranchReply<T, EXITS, B> for Best {
    #[inline(always)]
    fn value(&mut self, _place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let rungs = B::rungs(EXITS);
        let folds: &[Row<T>; MOST_RUNGS] = &ends.folds;
        let mut above = Row::default();
        for rung in (0..rungs).rev() {
            let call = ends.exits[B::FIRST_CALL + rung];
            above = if B::opponent_faces(rung) {
                if rung + 1 == rungs { call } else { above + call }
            } else {
                let best = larger(call, folds[rung]);
                if rung + 1 == rungs { best } else { larger(above, best) }
            };
        }
        match (B::AFTER_CHECK, B::opponent_is_first()) {
            (false, _) => above,
            // The second player checks or bets.
            (true, true) => larger(above, ends.exits[0]),
            (true, false) => above + ends.exits[0],
        }
    }

    #[inline(always)]
    fn join(&mut self, _place: usize, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        // The first player chooses between the branches.
        if B::opponent_is_first() { after_check + after_bet } else { larger(after_check, after_bet) }
    }
}

#[inline(always)]
pub(super) fn larger<T: Real>(mut one: Row<T>, other: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        one.0[lane] = one.0[lane].larger(other.0[lane]);
    }
    one
}
