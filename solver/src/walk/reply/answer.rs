//! The reply of a responder whose opponent learns from it: the best action at every decision, and which one that was.

use tables::strategy::block::PARTS;

use super::best::larger;
use crate::walk::last_round::{Branch, BranchEnds, BranchReply, MOST_RUNGS};
use crate::walk::real::{LANES, Real, Row};

/// Takes the larger value wherever the responder decides, and keeps the choice as a probability of 0 or 1. Where two
/// actions are worth the same it checks and calls.
pub struct Answer<'a> {
    /// `[place][number]`: receives the responder's free probabilities in parts of 255, see
    /// [`BettingLadder::free_slots`](crate::walk::last_round::BettingLadder::free_slots).
    pub parts: &'a mut [[u8; LANES]],
    /// Numbers of a place.
    pub numbers: usize,
    /// How many of them belong to the check and what follows it.
    pub after_check: usize,
}

impl<T: Real, const EXITS: usize, B: Branch> BranchReply<T, EXITS, B> for Answer<'_> {
    #[inline(always)]
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T> {
        let first = if B::AFTER_CHECK { 1 } else { self.after_check };
        let parts = &mut self.parts[place * self.numbers..][..self.numbers];
        let rungs = B::rungs(EXITS);
        let folds: &[Row<T>; MOST_RUNGS] = &ends.folds;
        let mut above = Row::default();
        for rung in (0..rungs).rev() {
            let call = ends.exits[B::FIRST_CALL + rung];
            let is_last = rung + 1 == rungs;
            above = if B::opponent_faces(rung) {
                if is_last { call } else { above + call }
            } else {
                // Each player has every other rung: a call, and below the last rung a raise.
                let number = first + 2 * (rung / 2);
                let stays = larger(call, folds[rung]);
                let calls = is_no_less(call, folds[rung]);
                if is_last {
                    parts[number] = calls;
                    stays
                } else {
                    let no_raise = is_no_less(stays, above);
                    parts[number] = both(calls, no_raise);
                    parts[number + 1] = opposite(no_raise);
                    larger(above, stays)
                }
            };
        }
        match (B::AFTER_CHECK, B::opponent_is_first()) {
            (false, _) => above,
            (true, true) => {
                parts[0] = is_no_less(ends.exits[0], above);
                larger(above, ends.exits[0])
            }
            (true, false) => above + ends.exits[0],
        }
    }

    #[inline(always)]
    fn join(&mut self, place: usize, after_check: Row<T>, after_bet: Row<T>) -> Row<T> {
        if B::opponent_is_first() {
            return after_check + after_bet;
        }
        self.parts[place * self.numbers] = is_no_less(after_check, after_bet);
        larger(after_check, after_bet)
    }
}

/// All parts where a value is as large as another or larger, none elsewhere.
#[inline(always)]
fn is_no_less<T: Real>(one: Row<T>, other: Row<T>) -> [u8; LANES] {
    let mut parts = [0; LANES];
    for (lane, part) in parts.iter_mut().enumerate() {
        *part = if one.0[lane] >= other.0[lane] { PARTS } else { 0 };
    }
    parts
}

#[inline(always)]
fn both(one: [u8; LANES], other: [u8; LANES]) -> [u8; LANES] {
    let mut parts = one;
    for (part, other) in parts.iter_mut().zip(other) {
        *part &= other;
    }
    parts
}

#[inline(always)]
fn opposite(parts: [u8; LANES]) -> [u8; LANES] {
    let mut opposite = parts;
    for part in &mut opposite {
        *part = !*part;
    }
    opposite
}
