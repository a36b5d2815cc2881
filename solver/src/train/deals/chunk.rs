//! How one deal is played in one chunk: sixteen histories, one hand of each player.
//!
//! The place of each chunk of sixteen histories among all chunks, and where a deal's record keeps its rows.

use std::ops::Range;

use super::deal::{ActionDice, draw_actions};
use super::earlier_rounds::Touched;
use crate::game::Next;
use crate::train::lesson::{add_gain, add_share};
use crate::train::tables::Cells;
use crate::train::update_rule::{EndValues, Step, action_gains};
use crate::walk::{ChunkId, HistoryLanes, LANES, Row, Shape, Stakes};

/// Working memory for one chunk.
#[derive(Default)]
pub(crate) struct ChunkOfDeal {
    /// `[slot]`: both players' strategies.
    pub strategy: Vec<Row<f32>>,
    /// `[slot]`: the strategy times the player's own reach.
    pub shares: Vec<Row<f32>>,
    /// `[slot]`: what each action gained over the strategy.
    pub gains: Vec<Row<f32>>,
    /// `[end]`: the reach of the player who has been followed last.
    pub ends: Vec<Row<f32>>,
    /// `[player whose values they are][end]`
    pub values: [Vec<Row<f32>>; 2],
    drawn: Vec<Row<f32>>,
    nodes: Vec<Row<f32>>,
    /// Lane by lane; the counts of a batch are far below 2^24, up to which single precision is exact.
    regrets_touched: Row<f32>,
    averages_touched: Row<f32>,
}

impl ChunkOfDeal {
    /// Working memory for any round of a game.
    pub fn new(lanes: &HistoryLanes) -> Self {
        let shapes = || lanes.rounds.iter().flat_map(|round| &round.shapes);
        let most = |count: fn(&Shape) -> usize| shapes().map(count).max().unwrap_or(0);
        let rows = |count| vec![Row::default(); most(count)];
        let (slots, ends) = (|| rows(|it| it.slots), || rows(|it| it.ends));
        Self {
            strategy: slots(),
            shares: slots(),
            gains: slots(),
            drawn: slots(),
            ends: ends(),
            values: [ends(), ends()],
            nodes: rows(|it| it.nodes.len()),
            ..Self::default()
        }
    }

    /// Follows a player from an entry reach to all ends of the round, and notes the shares of the player's actions in
    /// the average strategy. With dice the player takes the actions drawn.
    #[inline(always)]
    pub fn follow(
        &mut self,
        shape: &Shape,
        place: &ChunkPlace,
        player: usize,
        reach: Row<f32>,
        dice: Option<ActionDice>,
    ) {
        let Self { strategy, shares, ends, drawn, nodes, .. } = self;
        let played = match dice {
            Some(dice) => {
                draw_actions(shape, place, player, dice, strategy, drawn);
                &*drawn
            }
            None => &*strategy,
        };
        nodes[0] = reach;
        for (number, node) in shape.nodes.iter().enumerate() {
            let reach = nodes[number];
            let is_own = node.player == player;
            let touched = if is_own { &mut self.averages_touched } else { &mut self.regrets_touched };
            *touched = *touched + reached(&reach);
            for (action, child) in node.children.iter().enumerate() {
                let mut after = reach;
                if is_own {
                    let slot = node.first_slot + action;
                    shares[slot] = reach * strategy[slot];
                    after = reach * played[slot];
                }
                match *child {
                    Next::Decision(child) => nodes[child] = after,
                    Next::End(end) => ends[end] = after,
                }
            }
        }
    }

    /// What each fold is worth to the opponent of the player who has been followed.
    #[inline(always)]
    pub(crate) fn value_folds(&mut self, shape: &Shape, place: &ChunkPlace, opponent: usize) {
        for fold in shape.exits..shape.ends {
            self.values[opponent][fold] = self.ends[fold] * place.chips[opponent][fold];
        }
    }

    /// What each showdown is worth to that opponent, who wins (1), loses (-1) or ties (0).
    #[inline(always)]
    pub(crate) fn value_showdowns(&mut self, shape: &Shape, place: &ChunkPlace, opponent: usize, sign: f32) {
        let sign = Row::splat(sign);
        for exit in 0..shape.exits {
            self.values[opponent][exit] = self.ends[exit] * place.chips[opponent][exit] * sign;
        }
    }

    /// What each of a player's actions gains, from the values of the round's ends; returns the value of the entry.
    #[inline(always)]
    pub(crate) fn gain(&mut self, shape: &Shape, player: usize) -> Row<f32> {
        let values = EndValues { ends: &self.values[player], stride: 1, bucket: 0 };
        action_gains(shape, player, &self.strategy, values, &mut self.nodes, &mut self.gains);
        self.nodes[0]
    }

    /// Information sets touched since the last call.
    pub(crate) fn take_touched(&mut self) -> Touched {
        let sum = |counts: &mut Row<f32>| std::mem::take(counts).0.into_iter().map(|count| count as u64).sum();
        Touched { regrets: sum(&mut self.regrets_touched), averages: sum(&mut self.averages_touched) }
    }
}

/// 1 for each history that is reached.
#[inline(always)]
fn reached(reach: &Row<f32>) -> Row<f32> {
    let mut reached = Row::default();
    for lane in 0..LANES {
        reached.0[lane] = if reach.0[lane] > 0.0 { 1.0 } else { 0.0 };
    }
    reached
}

/// Adds what a player's actions, the own slots, gained to a bucket's regrets, `[slot]`.
#[inline(always)]
pub(crate) fn add_gains(own_slots: &[usize], step: &Step, gains: &[Row<f32>], regrets: &mut [Cells<f32>]) {
    for &slot in own_slots {
        add_gain(step, &mut regrets[slot], gains[slot]);
    }
}

/// Adds a player's shares to a bucket's strategy sums, `[slot]`.
#[inline(always)]
pub(crate) fn add_shares(own_slots: &[usize], step: &Step, shares: &[Row<f32>], strategy_sums: &mut [Cells<f32>]) {
    // Sums that nothing is added to are not touched: they cause half of the traffic to memory.
    if step.average_weight == 0.0 {
        return;
    }
    let weight = Row::splat(step.average_weight as f32);
    for &slot in own_slots {
        add_share(&mut strategy_sums[slot], shares[slot] * weight);
    }
}

/// One chunk of one round. Chunks are numbered round by round.
#[derive(Clone, Debug)]
pub(crate) struct ChunkPlace {
    pub at: ChunkId,
    /// The number of the next round's first chunk.
    pub next_round: usize,
    /// The slots of each player's actions.
    pub own_slots: [Vec<usize>; 2],
    /// `[player][end]`: what the player wins by a fold, or what either has put in at an exit, in chips.
    pub chips: [Vec<Row<f32>>; 2],
    /// The number of each lane's first decision among all decisions of the game; the others follow.
    pub first_decisions: [u64; LANES],
    /// The slots' rows in the record of a deal.
    pub slots: Range<usize>,
    /// The folds' rows in the record of a deal, those of each player's values.
    pub folds: [Range<usize>; 2],
}

impl ChunkPlace {
    /// All chunks of a game.
    pub fn all(lanes: &HistoryLanes, stakes: &Stakes<f32>) -> Vec<Self> {
        let mut places = Vec::new();
        let (mut decisions, mut slots, mut folds) = (0, 0, 0);
        for (round, it) in lanes.rounds.iter().enumerate() {
            let next_round = places.len() + it.chunks();
            for (chunk, entries) in it.entries.iter().enumerate() {
                let (at, shape) = (ChunkId { round, chunk }, it.shape(chunk));
                let first_decision = |entry: Option<usize>| (decisions + entry.unwrap_or(0) * shape.nodes.len()) as u64;
                let count = shape.ends - shape.exits;
                let chips = |player, end| match end < shape.exits {
                    true => stakes.exit(at, end),
                    false => stakes.fold(at, shape, end, player),
                };
                places.push(Self {
                    at,
                    next_round,
                    own_slots: [0, 1].map(|player| own_slots(shape, player)),
                    chips: [0, 1].map(|player| (0..shape.ends).map(|end| chips(player, end)).collect()),
                    first_decisions: entries.map(first_decision),
                    slots: slots..slots + shape.slots,
                    folds: [folds..folds + count, folds + count..folds + 2 * count],
                });
                slots += shape.slots;
                folds += 2 * count;
            }
            let of_chunk = |chunk| it.decisions(chunk, 0) + it.decisions(chunk, 1);
            decisions += (0..it.chunks()).map(of_chunk).sum::<u64>() as usize;
        }
        places
    }
}

fn own_slots(shape: &Shape, player: usize) -> Vec<usize> {
    let own = shape.nodes.iter().filter(|node| node.player == player);
    own.flat_map(|node| node.first_slot..node.first_slot + node.children.len()).collect()
}
