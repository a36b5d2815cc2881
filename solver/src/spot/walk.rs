//! One pass over all boards of a spot, in which one player gets values and may learn from them.
//!
//! ```text
//! pass(board, reach of the opponent at each way into the round) -> the player's values there:
//!     down   the opponent's strategy divides its reach among the actions, to the ends of the round
//!     ends   folds, and on the river showdowns, are settled in lanes (see `ends`);
//!            the others go on: for each card that may come, in parallel,
//!                pass(board with the card, reach of the holdings that are left), a share of all cards each
//!     up     the opponent's actions add up; the player's own are compared, and learned from
//! ```
//!
//! Values are counterfactual: chips against half the pot that the spot begins with, times the weight of the opponent's
//! holdings that get there. Sums over cards are taken in the order of the cards, whatever thread had which.

use evaluator::deck::Deck;
use evaluator::processor::Processor;
use rayon::prelude::*;
use std::sync::Mutex;

use super::board::{Board, Runout, cards_to_come};
use super::cells::Cell;
use super::ends::{EndScratch, Ends};
use super::plan::{LANES, RoundPlan, Row};
use super::steps::{Down, Reply, Up};
use super::tables::View;
use crate::train::update_rule::Step;

/// What a pass is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// The player learns against the opponent's current strategy, in the iteration of that number.
    Learn(Step, u64),
    /// What the best response against the opponent's average strategy wins.
    BestResponse,
    /// What the player's average strategy wins against the opponent's.
    Value,
}

/// Who gets values, and what for.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    pub player: usize,
    pub purpose: Purpose,
}

impl Seat {
    /// Whose reach is needed: the opponent's for the values and, for the weight of what is learned, the player's own.
    fn moving(&self) -> &'static [usize] {
        match (self.purpose, self.player) {
            (Purpose::Learn(..), _) => &[0, 1],
            (_, 0) => &[1],
            _ => &[0],
        }
    }
}

/// What all passes use.
pub struct Walk {
    pub deck: Deck,
    pub processor: Processor,
    scratch: Mutex<Vec<Scratch>>,
}

#[derive(Default)]
struct Scratch {
    reach: [Vec<Row>; 2],
    values: Vec<Row>,
    ends: EndScratch,
    unpacked: Vec<Row>,
}

impl Walk {
    pub fn new(deck: Deck, processor: Processor) -> Self {
        Self { deck, processor, scratch: Mutex::default() }
    }

    /// The player's values at each way into a round, `[entry][block]`; `enter` writes a player's reach there.
    pub fn pass<C: Cell>(
        &self,
        plans: &[RoundPlan],
        board: &Board,
        tables: View<'_, C>,
        seat: Seat,
        enter: &(dyn Fn(usize, &mut [Row]) + Sync),
    ) -> Vec<Row> {
        let entries = &plans[0].passes[seat.player].entry_values;
        self.pass_to(entries, plans, board, tables, seat, enter)
    }

    /// The same at these rows of the round's values, `[row][block]`.
    pub fn pass_to<C: Cell>(
        &self,
        wanted: &[usize],
        plans: &[RoundPlan],
        board: &Board,
        mut tables: View<'_, C>,
        seat: Seat,
        enter: &(dyn Fn(usize, &mut [Row]) + Sync),
    ) -> Vec<Row> {
        let Seat { player, purpose } = seat;
        let (plan, opponent) = (&plans[0], 1 - player);
        let pass = &plan.passes[player];
        let own_blocks = board.hands[player].blocks();
        let mut scratch = self.take();
        let Scratch { reach, values, ends, unpacked } = &mut scratch;
        values.resize(pass.value_rows * own_blocks, Row::default());
        let mut here = tables.split_off(&board.own);
        for &who in seat.moving() {
            // The reach of either player is divided where the other one gets values.
            let (pass, blocks) = (&plan.passes[1 - who], board.hands[who].blocks());
            let reach = &mut reach[who];
            reach.resize(pass.reach_rows * blocks, Row::default());
            enter(who, &mut reach[..plan.entries * blocks]);
            let weights = if let Purpose::Learn(..) = purpose { &here.regrets[who] } else { &here.sums[who] };
            self.processor.run(Down { pass, blocks, weights: weights.cells, reach });
        }
        if !plan.is_last {
            self.run_out(plans, board, tables, seat, reach, &mut values[..plan.exits * own_blocks]);
        }
        self.processor.run(Ends { pass, board, player, reach: &reach[opponent], values, scratch: ends });
        let View { regrets, sums } = &mut here;
        let reply = match purpose {
            Purpose::Learn(step, iteration) => {
                let (reach, dice) = (&reach[player], first_dice(board, player, iteration));
                Reply::Learn { regrets: &mut regrets[player], sums: &mut sums[player], reach, step, dice }
            }
            Purpose::BestResponse => Reply::Best,
            Purpose::Value => Reply::Play { sums: &sums[player] },
        };
        self.processor.run(Up { pass, blocks: own_blocks, locks: &board.locks[player], reply, values, unpacked });
        let mut found = Vec::with_capacity(wanted.len() * own_blocks);
        for &row in wanted {
            found.extend_from_slice(&values[row * own_blocks..][..own_blocks]);
        }
        self.give_back(scratch);
        found
    }

    /// Writes the values of the exits: the mean over all cards that may come.
    fn run_out<C: Cell>(
        &self,
        plans: &[RoundPlan],
        board: &Board,
        mut tables: View<'_, C>,
        seat: Seat,
        reach: &[Vec<Row>; 2],
        values: &mut [Row],
    ) {
        let player = seat.player;
        let own_blocks = board.hands[player].blocks();
        let boards: Vec<(&Runout, View<'_, C>)> =
            board.runouts.iter().map(|runout| (runout, tables.split_off(&runout.board.all))).collect();
        let next = |(runout, tables): (&Runout, View<'_, C>)| {
            let enter = |who: usize, rows: &mut [Row]| {
                let exit_reach = &plans[0].passes[1 - who].exit_reach;
                let (before, blocks) = (board.hands[who].blocks(), runout.board.hands[who].blocks());
                for (&exit, row) in exit_reach.iter().zip(rows.chunks_exact_mut(blocks.max(1))) {
                    carry(&reach[who][exit * before..][..before], &runout.before[who], row);
                }
            };
            self.pass(&plans[1..], &runout.board, tables, seat, &enter)
        };
        let after: Vec<Vec<Row>> = boards.into_par_iter().map(next).collect();
        values.fill(Row::default());
        let share = 1.0 / cards_to_come(self.deck, board.cards) as f32;
        for (runout, after) in board.runouts.iter().zip(&after) {
            let blocks = runout.board.hands[player].blocks();
            for (exit, to) in values.chunks_exact_mut(own_blocks.max(1)).enumerate() {
                let from = &after[exit * blocks..][..blocks];
                add(from, share, &runout.before[player], to);
                runout.alike.iter().for_each(|(_, before)| add(from, share, &before[player], to));
            }
        }
    }

    fn take(&self) -> Scratch {
        let mut kept = self.scratch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.pop().unwrap_or_default()
    }

    fn give_back(&self, scratch: Scratch) {
        self.scratch.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(scratch);
    }
}

/// Where the dice of a pass begin on a board: whichever thread has it, it throws the same.
fn first_dice(board: &Board, player: usize, iteration: u64) -> u32 {
    let mixed = (board.cards.bits() ^ (2 * iteration + player as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed >> 32) as u32
}

/// A row of the places that are left.
fn carry(from: &[Row], before: &[u16], to: &mut [Row]) {
    let mut places = before.chunks(LANES);
    for row in to {
        let mut here = Row::default();
        for (lane, &place) in here.0.iter_mut().zip(places.next().unwrap_or_default()) {
            *lane = from[usize::from(place) / LANES].0[usize::from(place) % LANES];
        }
        *row = here;
    }
}

/// Adds a share of a row to the places that its holdings had before.
fn add(from: &[Row], share: f32, before: &[u16], to: &mut [Row]) {
    for (row, places) in from.iter().zip(before.chunks(LANES)) {
        for (value, &place) in row.0.iter().zip(places) {
            to[usize::from(place) / LANES].0[usize::from(place) % LANES] += share * value;
        }
    }
}
