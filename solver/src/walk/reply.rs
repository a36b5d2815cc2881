//! What a player makes of the ends of a round: the replies for which the walk values them.
//!
//! | reply | values of a holding | used by |
//! |---|---|---|
//! | [`Best`] | the best action at every decision | best response |
//! | [`Answer`] | the same, and which action that was | an opponent who answers while a strategy learns |
//! | [`Own`] | under the player's own strategy | expected value; CFR, which learns from the ends' worth |
//! | [`Keep`] | none: the ends themselves | callers that add them up in their own way |
//!
//! Each has a form for any round, a [`Reply`], and one for the ladder of the last round, a [`BranchReply`]; an answer
//! is needed in the last round alone.

use tables::strategy::block::PARTS;

use super::ends::Utilities;
use super::lanes::RoundLanes;
use super::last_round::{Branch, BranchEnds, BranchReply, EndsOfBuckets, MOST_RUNGS};
use super::reach_products::{LANES, ReachProducts, Real, Row};
use crate::boards::BucketRow;
use crate::game::Next;

/// Takes what the ends of a chunk are worth to the holdings of a player, one end after the other.
pub(crate) trait Reply<T: Real> {
    /// Takes all places of one end, in whatever order suits it; implementations are `#[inline(always)]`.
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>);
}

/// Takes the larger value wherever the responder decides.
#[derive(Clone, Copy)]
pub(crate) struct Best;

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
pub(crate) fn larger<T: Real>(mut one: Row<T>, other: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        one.0[lane] = one.0[lane].larger(other.0[lane]);
    }
    one
}

/// Adds up values under the player's strategy.
pub(crate) struct Own<'a, T> {
    /// `[place]`: the values so far.
    pub values: &'a mut [Row<T>],
    /// How likely the player plays to each end.
    pub products: &'a ReachProducts<T>,
    /// The player's buckets.
    pub row: &'a BucketRow,
    /// `[end][distinct bucket]`: receives the worth of each end, summed over the bucket's holdings; empty where nothing
    /// is learnt.
    pub end_sums: &'a mut [Row<T>],
}

impl<T: Real> Reply<T> for Own<'_, T> {
    /// It goes bucket by bucket: a bucket's sum then stays in a register, where one sum after the other through
    /// memory would make each place wait for the one before.
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        let sums = self.end_sums.get_mut(end * self.row.distinct.len()..).unwrap_or_default();
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

/// The same in a branch of the last round.
pub(crate) struct OwnBranch<'a, T, const EXITS: usize> {
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

/// The same in a branch of the last round, for a player who learns.
pub(crate) struct LearnBranch<'a, T, const EXITS: usize> {
    /// The play.
    pub own: OwnBranch<'a, T, EXITS>,
    /// Receives the worth of each end, summed over the bucket's holdings; an opponent's fold is in the exit beside it.
    pub sums: EndsOfBuckets<'a, T, EXITS>,
}

/// Whether the player decides about a rung's fold, and whether the branch has such a rung.
#[inline(always)]
fn player_folds<B: Branch>(rung: usize, exits: usize) -> bool {
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

/// Takes the larger value wherever the responder decides, and keeps the choice as a probability of 0 or 1. Where two
/// actions are worth the same it checks and calls.
pub(crate) struct Answer<'a> {
    /// `[place][number]`: receives the responder's free probabilities in parts of 255, see
    /// [`BettingLadder::free_slots`](super::last_round::BettingLadder::free_slots).
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

/// `[end][place]`; ends that are not shown stay zero.
pub struct Keep<T>(pub Vec<Vec<Row<T>>>);

impl<T: Real> Keep<T> {
    /// Room for the ends of a round on a board with that many places.
    pub fn new(ends: usize, places: usize) -> Self {
        Self(vec![vec![Row::default(); places]; ends])
    }

    /// What a decision or an end is worth to each holding, by place, if the player goes on by its own strategies,
    /// `[distinct bucket][slot]`; the opponent's are in the ends' values already.
    pub fn under_own_play(
        &self,
        lanes: &RoundLanes,
        player: usize,
        (row, strategies): (&BucketRow, &[Row<T>]),
        from: Next<usize, usize>,
    ) -> Vec<Row<T>> {
        let node = match from {
            Next::End(end) => return self.0[end].clone(),
            Next::Decision(node) => &lanes.nodes[node],
        };
        let mut sums = vec![Row::default(); row.of_place.len()];
        for (slot, &child) in (node.first_slot..).zip(&node.children) {
            let values = self.under_own_play(lanes, player, (row, strategies), child);
            for ((sum, &bucket), value) in sums.iter_mut().zip(&row.of_place).zip(values) {
                let is_own = node.player == player;
                let own = if is_own { value * strategies[usize::from(bucket) * lanes.slots + slot] } else { value };
                *sum = *sum + own;
            }
        }
        sums
    }
}

impl<T: Real> Reply<T> for Keep<T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        for (place, value) in self.0[end].iter_mut().enumerate() {
            *value = utilities.at(place);
        }
    }
}
