//! What a policy that is a function answers, and what can be wrong with it.
//!
//! Which decisions of the betting tree lie in which chunk of sixteen histories.

use evaluator::card::Card;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::suit_permutation::SuitPermutation;
use std::fmt;
use std::ops::Range;

use crate::game::{BettingTree, NodeId, TreeLayout};
use crate::walk::{ChunkId, HistoryLanes};

/// A function's answers at some decisions, in their order: the probabilities of folding, calling and raising, for each
/// holding or for all alike. Where a fold or a raise is not legal, its probability goes to the call.
#[derive(Clone, Default, Debug)]
pub struct Answers {
    rows: Vec<[f64; 3]>,
    /// `[decision]`: the row of holding 0, and how many rows it is to the next holding's.
    places: Vec<(usize, usize)>,
}

impl Answers {
    /// Adds the next decision's answer, the same for all holdings.
    pub fn push_alike(&mut self, row: [f64; 3]) {
        self.places.push((self.rows.len(), 0));
        self.rows.push(row);
    }

    /// Adds the next decision's answer, by holding number.
    ///
    /// # Panics
    /// If there are not 1,326 rows.
    pub fn push(&mut self, rows: &[[f64; 3]]) {
        assert_eq!(rows.len(), HOLDINGS);
        self.places.push((self.rows.len(), 1));
        self.rows.extend_from_slice(rows);
    }

    /// How many decisions were answered.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.places.clear();
    }

    /// Whether one answer holds for all holdings.
    pub(crate) fn are_alike(&self, number: usize) -> bool {
        self.places[number].1 == 0
    }

    #[inline]
    pub(crate) fn row(&self, number: usize, holding: usize) -> &[f64; 3] {
        let (first, step) = self.places[number];
        &self.rows[first + step * holding]
    }
}

/// A function that decides how every holding acts.
pub trait PolicyFunction: Send + Sync {
    /// Answers all the given decisions on one board, in their order; once something makes the measurement void, the
    /// rest may be left out. `board` lists the flop first, then the turn, then the river.
    fn answer(&self, board: &[Card], decisions: &[NodeId], answers: &mut Answers);

    /// Called with an invalid answer; the measurement must then be discarded.
    fn refuse(&self, refusal: &Refusal);
}

/// Why an answer is invalid.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub board: Vec<Card>,
    pub decision: NodeId,
    /// What is wrong with it.
    pub problem: Problem,
}

/// A holding's answers on a board and on the same board with other names of suits.
#[derive(Clone, PartialEq, Debug)]
pub struct Renamed {
    /// The names that were given to the suits.
    pub renaming: SuitPermutation,
    /// The board with these names.
    pub board: Vec<Card>,
    /// The holding on the board as it was dealt.
    pub holding: Holding,
    /// How it folds, calls and raises there.
    pub dealt: [f64; 3],
    /// How the same holding with these names does so on the renamed board.
    pub renamed: [f64; 3],
}

impl fmt::Display for Renamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { renaming, board, holding, dealt: [fold, call, raise], renamed: [to_fold, to_call, to_raise] } = self;
        let board: String = board.iter().map(Card::to_string).collect();
        let renamed = renaming.holding(*holding);
        write!(
            f,
            "{holding} folds, calls and raises with {fold}, {call}, {raise}, but with the suits renamed ({renaming:?}) \
             {renamed} on board '{board}' does so with {to_fold}, {to_call}, {to_raise}; over flops only policies can \
             be measured to which the names of suits mean nothing"
        )
    }
}

/// What can be wrong with an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// A holding's probabilities that are below 0, not numbers, or do not sum to 1.
    Probabilities(Holding, [f64; 3]),
    /// Two holdings that differ by the names of suits alone are played differently.
    Suits(Holding, Holding),
    /// A holding is played differently once the suits of cards and board are renamed.
    Renamed(Renamed),
    /// More boards were dealt at once than are remembered.
    Forgotten,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Probabilities(holding, [fold, call, raise]) => {
                write!(
                    f,
                    "{holding} folds, calls and raises with {fold}, {call}, {raise}; expected at least 0, 1 in all"
                )
            }
            Self::Suits(one, other) => {
                write!(
                    f,
                    "{one} and {other} differ by the names of suits alone and are played differently; over flops only \
                     policies can be measured that play them alike"
                )
            }
            Self::Renamed(renamed) => renamed.fmt(f),
            Self::Forgotten => f.write_str("too many boards at once; use fewer threads"),
        }
    }
}

pub(crate) struct ChunkDecisions {
    pub at: ChunkId,
    /// Its decisions, in the tree's order.
    pub decisions: Vec<ChunkDecision>,
}

/// One decision's place in its chunk.
pub(crate) struct ChunkDecision {
    /// Its number in the tree.
    pub number: usize,
    /// The lane of its history.
    pub lane: usize,
    /// The player to act.
    pub player: usize,
    /// Its actions' slots.
    pub slots: Range<usize>,
}

impl ChunkDecisions {
    /// All chunks of a game, round by round.
    pub(crate) fn of_all_chunks(tree: &BettingTree, layout: &TreeLayout, lanes: &HistoryLanes) -> Vec<Self> {
        let mut chunks: Vec<Self> = Vec::new();
        let mut first_of_round = Vec::with_capacity(lanes.rounds.len());
        for (round, round_lanes) in lanes.rounds.iter().enumerate() {
            first_of_round.push(chunks.len());
            let chunk = |chunk| Self { at: ChunkId { round, chunk }, decisions: Vec::new() };
            chunks.extend((0..round_lanes.chunks()).map(chunk));
        }
        let lane_of_entries: Vec<_> = (0..lanes.rounds.len()).map(|round| lanes.lane_of_entries(round)).collect();
        for number in 0..tree.nodes().len() {
            let place = layout.place(NodeId(number as u32));
            let (chunk, lane) = lane_of_entries[place.round][place.entry];
            let node = &lanes.rounds[place.round].shape(chunk).nodes[place.node];
            let slots = node.first_slot..node.first_slot + node.children.len();
            chunks[first_of_round[place.round] + chunk].decisions.push(ChunkDecision {
                number,
                lane,
                player: node.player,
                slots,
            });
        }
        chunks
    }
}
