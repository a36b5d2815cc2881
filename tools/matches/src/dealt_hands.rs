//! The cards of one deal of hold'em as the players see them, each looked up once and only if somebody asks.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use solver::cfr::deal_sampler::draw;

use crate::agent::Agent;
use crate::random_streams::cards_of_deal;

/// Cards of a whole deal: two hands and the board.
const CARDS_OF_DEAL: usize = 9;

/// A deal and what is known of it so far.
pub struct DealtHands<'a> {
    agents: &'a [&'a Agent],
    hole: [Holding; 2],
    boards: [CardSet; 4],
    ahead: i32,
    /// `[position][round]`.
    indexes: [[Option<HandIndex>; 4]; 2],
    /// `[agent][position][round]`.
    buckets: Vec<[[Option<u32>; 4]; 2]>,
}

impl<'a> DealtHands<'a> {
    /// A table for these players; nothing that it says has a meaning before the first [`Self::deal`].
    pub fn new(agents: &'a [&'a Agent]) -> Self {
        let hole = [0, 5].map(|number| Holding::from_number(number).expect("there are 1,326 holdings"));
        Self { agents, hole, boards: [CardSet::EMPTY; 4], ahead: 0, indexes: Default::default(), buckets: Vec::new() }
    }

    /// Deals the cards with this number of a seed.
    pub fn deal(&mut self, seed: u64, number: u64) {
        let cards = draw(&mut cards_of_deal(seed, number), CardSet::FULL_DECK, CARDS_OF_DEAL);
        self.lay(&cards);
    }

    /// Lays nine different cards: position 0's, position 1's, flop, turn, river.
    fn lay(&mut self, cards: &[Card]) {
        let hole = |first: usize| Holding::new(cards[first], cards[first + 1]).expect("drawn cards are different");
        self.hole = [hole(0), hole(2)];
        let board = &cards[4..];
        self.boards = Round::ALL.map(|round| CardSet::of(&board[..round.board_cards()]));
        let prepared = PreparedHand::from(self.boards[3]);
        let strength = |hole: Holding| {
            let (low, high) = hole.cards();
            prepared.with(low).with(high).strength(StrengthTables::get())
        };
        self.ahead = strength(self.hole[0]).cmp(&strength(self.hole[1])) as i32;
        self.indexes = Default::default();
        self.buckets.clear();
        self.buckets.resize(self.agents.len(), Default::default());
    }

    /// Whether position 0 has the better hand in the end (1), the worse (-1) or an equal one (0).
    #[inline]
    pub fn ahead(&self) -> i32 {
        self.ahead
    }

    /// The bucket into which an agent puts the hand of a position in a round.
    #[inline]
    pub fn bucket(&mut self, agent: usize, position: usize, round: Round) -> u32 {
        if let Some(bucket) = self.buckets[agent][position][round.number()] {
            return bucket;
        }
        let player = self.agents[agent];
        let bucket = if player.looks_at_cards() { player.bucket(round, self.index(position, round)) } else { 0 };
        self.buckets[agent][position][round.number()] = Some(bucket);
        bucket
    }

    fn index(&mut self, position: usize, round: Round) -> HandIndex {
        let (hole, board) = (self.hole[position], self.boards[round.number()]);
        *self.indexes[position][round.number()].get_or_insert_with(|| BoardFirst::of(round).index(hole, board))
    }
}
