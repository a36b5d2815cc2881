//! The betting of a last round as ladders of bets: after a check and after a bet each player may fold, call or raise
//! in turn.

use super::branch::{AfterBet, AfterCheck, Branch, Facing, OpponentFaces, PlayerFaces};
use crate::game::Next;
use crate::walk::lanes::RoundLanes;

/// Most bets and raises of the round that the kernels are compiled for.
pub const MOST_RUNGS: usize = 4;
/// Most exits of a branch: the pair of checks and the call of each rung.
pub const MOST_EXITS: usize = MOST_RUNGS + 1;

/// The decisions of a round in which both players begin with equal chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettingLadder {
    /// Position that acts first.
    pub first: usize,
    /// Slot of the first player's check; the bet has the next one.
    pub first_check: usize,
    /// Slot of the second player's check after it.
    pub second_check: usize,
    /// The exit after two checks.
    pub checked: usize,
    /// The decisions after the second player's bet, which the first player faces.
    pub after_check: Vec<Rung>,
    /// The decisions after the first player's bet; as many.
    pub after_bet: Vec<Rung>,
}

/// A decision of a player who faces a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// Position to act.
    pub player: usize,
    /// The end after a fold.
    pub fold: usize,
    /// The end after a call, an exit.
    pub call: usize,
    /// Slot of the call; the fold has the one before, the raise (on all rungs but the last) the one after.
    pub call_slot: usize,
}

impl BettingLadder {
    /// The ladders of a round; `None` where its betting has another form, as in a round that begins with blinds.
    pub fn of(lanes: &RoundLanes) -> Option<Self> {
        let root = lanes.nodes.first()?;
        let &[Next::Decision(check), Next::Decision(bet)] = root.children.as_slice() else { return None };
        let second = &lanes.nodes[check];
        let &[Next::End(checked), Next::Decision(bet_after_check)] = second.children.as_slice() else {
            return None;
        };
        let ladder = Self {
            first: root.player,
            first_check: root.first_slot,
            second_check: second.first_slot,
            checked,
            after_check: rungs(lanes, bet_after_check, root.player)?,
            after_bet: rungs(lanes, bet, 1 - root.player)?,
        };
        let fits = second.player != root.player && ladder.after_check.len() == ladder.after_bet.len();
        (fits && ladder.after_bet.len() <= MOST_RUNGS).then_some(ladder)
    }

    /// The slots of one player's probabilities from which all others follow: the check, then call and raise of each
    /// rung (no raise on the last one), after the check before those after the bet; and how many belong to the
    /// former.
    pub(crate) fn free_slots(&self, player: usize) -> (Vec<usize>, usize) {
        let mut slots = vec![if player == self.first { self.first_check } else { self.second_check }];
        let mut after_check = 0;
        for rungs in [&self.after_check, &self.after_bet] {
            for (number, rung) in rungs.iter().enumerate().filter(|(_, rung)| rung.player == player) {
                slots.push(rung.call_slot);
                if number + 1 < rungs.len() {
                    slots.push(rung.call_slot + 1);
                }
            }
            if after_check == 0 {
                after_check = slots.len();
            }
        }
        (slots, after_check)
    }
}

/// Something that is done for both branches, compiled for each form that they can have.
pub trait BranchVisitor {
    /// Visits the branch after a check or after a bet, with `EXITS` exits.
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B);
}

impl BettingLadder {
    /// Visits the branch after a check, then the one after a bet, for the opponent of the player whose values are
    /// wanted.
    pub(crate) fn visit(&self, opponent: usize, visitor: &mut impl BranchVisitor) {
        // After a check it is the first player who faces a bet, after a bet the second.
        match (self.after_check.len(), opponent == self.first) {
            (1, true) => both::<2, 1, OpponentFaces>(visitor),
            (1, false) => both::<2, 1, PlayerFaces>(visitor),
            (2, true) => both::<3, 2, OpponentFaces>(visitor),
            (2, false) => both::<3, 2, PlayerFaces>(visitor),
            (3, true) => both::<4, 3, OpponentFaces>(visitor),
            (3, false) => both::<4, 3, PlayerFaces>(visitor),
            (_, true) => both::<5, 4, OpponentFaces>(visitor),
            (_, false) => both::<5, 4, PlayerFaces>(visitor),
        }
    }

    /// The rungs of a branch, and the exit after two checks where it begins with them.
    pub(crate) fn branch(&self, after_check: bool) -> (Option<usize>, &[Rung]) {
        if after_check { (Some(self.checked), &self.after_check) } else { (None, &self.after_bet) }
    }
}

fn both<const AFTER_CHECK: usize, const AFTER_BET: usize, F: Facing>(visitor: &mut impl BranchVisitor) {
    visitor.branch::<AFTER_CHECK, _>(AfterCheck::<F>::default());
    visitor.branch::<AFTER_BET, _>(AfterBet::<F::Other>::default());
}

/// Follows raises from the first decision that faces a bet.
fn rungs(lanes: &RoundLanes, first: usize, player: usize) -> Option<Vec<Rung>> {
    let (mut rungs, mut here) = (Vec::new(), Some(first));
    while let Some(number) = here {
        let node = &lanes.nodes[number];
        let (&fold, &call, raise) = match node.children.as_slice() {
            [Next::End(fold), Next::End(call)] => (fold, call, None),
            [Next::End(fold), Next::End(call), Next::Decision(raise)] => (fold, call, Some(*raise)),
            _ => return None,
        };
        let in_turn = if rungs.len() & 1 == 0 { player } else { 1 - player };
        if node.player != in_turn || call >= lanes.exits || fold < lanes.exits {
            return None;
        }
        rungs.push(Rung { player: in_turn, fold, call, call_slot: node.first_slot + 1 });
        here = raise;
    }
    Some(rungs)
}
