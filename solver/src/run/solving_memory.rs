//! How much memory it takes to solve or to measure a small game, counted before any of it is taken: a game file of a
//! few lines may ask for any amount.

use std::hint::black_box;
use tables::memory;

use crate::boards::CONTESTANT_NUMBERS;
use crate::error::SolverError;
use crate::game::card_counts::{canonical_deals, choose};
use crate::game::{BettingTree, GameCounts, GameDefinition};
use crate::train::TableLayout;
use crate::walk::{LANES, PreparedGame, RoundLanes, Shape};

/// What the memory is needed for.
const SOLVING: &str = "solving the game";
/// A row of sixteen lanes in double precision.
const ROW: u64 = (LANES * size_of::<f64>()) as u64;
/// The holding numbers by which a best response keeps values and reaches.
const BY_HOLDING: u64 = CONTESTANT_NUMBERS as u64 * ROW;
/// A hand in the map of buckets up to suits, with the map's room to grow, its key of a word for each set of cards, and
/// the key's own memory.
const LISTED_HAND: u64 = 120;
const WORD: u64 = 8;
const LISTED_BOARD: u64 = 64;
/// A holding on a dealt board: order, cards and its place in several lists.
const DEALT_HOLDING: u64 = 48;
/// A row of a strategy that is returned: information set, board, probabilities, and its line of text.
const RETURNED_SET: u64 = 260;

/// What a game's memory follows from.
pub(super) struct SolvingMemory<'a> {
    pub definition: &'a GameDefinition,
    pub game: &'a PreparedGame<f64>,
    /// Whether the strategy is returned hand by hand.
    pub returns_strategy: bool,
}

/// How a player tells hands apart.
#[derive(Clone, Copy)]
enum Hands {
    /// Up to suits.
    Canonical,
    /// Every one.
    All,
}

/// Prepares a game if there is memory for its betting.
pub(super) fn prepared(definition: &GameDefinition) -> Result<PreparedGame<f64>, SolverError> {
    // Workers take stacks and addresses for their allocations when they begin: they must count as taken.
    rayon::broadcast(|_| drop(black_box(Vec::<u8>::with_capacity(1 << 10))));
    memory::require("the betting tree", BettingTree::memory_bytes(definition))?;
    Ok(PreparedGame::new(definition))
}

impl SolvingMemory<'_> {
    /// Refuses to solve the game where there is too little memory for its hands and for measuring it; what a method of
    /// solving needs besides is checked by the method.
    pub(crate) fn require_for_solving(&self) -> Result<(), SolverError> {
        let counts: Vec<u64> = self.rounds().map(|round| canonical_deals(self.definition, round)).collect();
        let hands = self.rounds().zip(&counts).map(|(round, &count)| {
            count * (LISTED_HAND + WORD * (round as u64 + 2)) + LISTED_BOARD * self.boards(round)
        });
        let rounds = self.game.lanes.rounds.iter().zip(&counts);
        let slots =
            |round: &RoundLanes| (0..round.chunks()).map(|chunk| round.shape(chunk).slots).sum::<usize>() as u64;
        let rows = rounds.map(|(round, &count)| slots(round).saturating_mul(count));
        let tables = 2 * ROW.saturating_mul(sum(rows));
        Ok(memory::require(SOLVING, sum([sum(hands), tables, self.after_solving()]))?)
    }

    /// Refuses to measure a policy where there is too little memory for that; the policy itself is there already.
    pub(crate) fn require_for_measuring(&self) -> Result<(), SolverError> {
        Ok(memory::require("measuring the policy", self.measuring_bytes(Hands::All))?)
    }

    /// What the tables of a game in columns, as they are measured, and all that comes after solving take.
    pub(crate) fn besides_columns(&self, layout: &TableLayout) -> u64 {
        sum([2 * ROW * layout.rows() as u64, self.after_solving()])
    }

    /// Refuses to solve the game board by board where there is too little memory for the boards and three tables.
    pub(crate) fn require_for_boards(&self, layout: &TableLayout) -> Result<(), SolverError> {
        let last = self.game.rules.rounds() - 1;
        let of_round = |round: usize| 2 * layout.buckets(round) as u64 + DEALT_HOLDING * self.holdings(last);
        let boards = self.boards(last).saturating_mul(sum(self.rounds().map(of_round)));
        let tables = 3 * ROW * layout.rows() as u64;
        let walks = 2 * self.walk_bytes(Hands::Canonical);
        Ok(memory::require(SOLVING, sum([boards, tables, walks, self.after_solving()]))?)
    }

    /// Measuring, and the strategy that is returned.
    fn after_solving(&self) -> u64 {
        let sets = GameCounts::of(self.definition).raw_information_sets;
        let returned = if self.returns_strategy { RETURNED_SET.saturating_mul(sets) } else { 0 };
        sum([self.measuring_bytes(Hands::Canonical), returned])
    }

    /// The value of each board with both players' way down it, then a best response to one of them.
    fn measuring_bytes(&self, hands: Hands) -> u64 {
        // Reaches and values of a round's chunks, those handed on and those added up.
        let by_holding = self.rounds().map(|round| 4 * BY_HOLDING * self.chunks(round));
        let ends = |round: usize| self.game.lanes.rounds[round].shapes.iter().map(|shape| shape.ends as u64).max();
        let ends = self.rounds().map(|round| ROW * ends(round).unwrap_or(0) * self.holdings(round)).max().unwrap_or(0);
        let boards = LISTED_BOARD * self.boards(self.game.rules.rounds() - 1);
        sum([sum(by_holding), ends, boards, 3 * self.walk_bytes(hands)])
    }

    /// One player's way down a board, and the values on the way up: of the largest boards, with as many different hands
    /// as there can be.
    fn walk_bytes(&self, hands: Hands) -> u64 {
        let of_round = |round: usize| {
            let lanes = &self.game.lanes.rounds[round];
            let holdings = self.holdings(round);
            let distinct = match hands {
                Hands::All => holdings,
                Hands::Canonical => holdings.min(canonical_deals(self.definition, round)),
            };
            let of_bucket = |shape: &Shape| (shape.slots + 2 * shape.ends) as u64;
            let of_chunk = |chunk| 2 * holdings + distinct.saturating_mul(of_bucket(lanes.shape(chunk)));
            sum((0..lanes.chunks()).map(of_chunk)).saturating_mul(ROW)
        };
        sum(self.rounds().map(of_round))
    }

    fn rounds(&self) -> std::ops::Range<usize> {
        0..self.game.rules.rounds()
    }

    fn chunks(&self, round: usize) -> u64 {
        self.game.lanes.rounds[round].chunks() as u64
    }

    /// Holdings on a round's board.
    fn holdings(&self, round: usize) -> u64 {
        let rules = &self.game.rules;
        choose(rules.deck().len() - rules.board_cards(round), rules.hole_cards())
    }

    /// Boards of a round, each round's cards as a set.
    fn boards(&self, round: usize) -> u64 {
        let mut left = self.game.rules.deck().len();
        let mut boards = 1u64;
        for round in 0..=round {
            let dealt = self.definition.new_board_cards(round);
            boards = boards.saturating_mul(choose(left, dealt));
            left -= dealt;
        }
        boards
    }
}

fn sum(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, u64::saturating_add)
}
