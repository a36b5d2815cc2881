//! One board as the walks see it: the holdings by strength, their buckets in one abstraction, and on a complete board
//! the lists that the last round's kernels go through.
//!
//! Public cards up to the names of suits, for any deck: each board that differs, and how many it stands for.
//!
//! Two next cards are alike if a suit permutation maps one to the other and leaves the deck and all earlier rounds'
//! cards unchanged. In hold'em that leaves 1,755 flops, 63,193 turns and 2,554,656 rivers.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use std::fmt;

use super::buckets::{BucketRow, Buckets};
use super::card_rules::{CONTESTANT_NUMBERS, CardRules, extend};
use super::cohorts::Cohorts;

/// A board as a player with an abstraction sees it. Each deal replaces the one before; memory is kept, since touching
/// new memory is slow.
#[derive(Clone, Default, Debug)]
pub struct DealtBoard {
    /// The contestants, weakest first.
    pub order: ShowdownOrder,
    /// `[round]`: the buckets; empty for the rounds that were not asked for.
    rows: Vec<BucketRow>,
    /// The holdings by strength and bucket, on complete boards of a game of two hole cards.
    pub cohorts: Cohorts,
}

impl DealtBoard {
    /// Deals a complete board, in the order of the deal, with the buckets of all rounds.
    pub fn deal(&mut self, rules: &CardRules, buckets: &dyn Buckets, board: &[Card]) {
        self.rank(rules, board);
        for round in 0..rules.rounds() {
            self.look_up(rules, buckets, round, board);
        }
        self.list_holdings(rules);
    }

    /// Deals a complete board to a player who tells all holdings apart in the last round.
    pub fn deal_exact(&mut self, rules: &CardRules, buckets: &dyn Buckets, board: &[Card]) {
        self.rank(rules, board);
        let last = rules.rounds() - 1;
        for round in 0..last {
            self.look_up(rules, buckets, round, board);
        }
        self.rows[last].fill_exact(&self.order);
        self.list_holdings(rules);
    }

    /// Deals a complete board with the buckets of the last round alone.
    pub fn deal_last_round(&mut self, rules: &CardRules, buckets: &dyn Buckets, board: &[Card]) {
        self.rank(rules, board);
        self.look_up(rules, buckets, rules.rounds() - 1, board);
        self.list_holdings(rules);
    }

    /// Deals a complete board to a player who tells its [cohorts](Cohorts) apart in the last round: hands in different
    /// buckets, and in one bucket hands of different strength. The last row then lists the bucket of each cohort.
    pub(crate) fn deal_cohorts(&mut self, rules: &CardRules, buckets: &dyn Buckets, board: &[Card]) {
        self.deal_last_round(rules, buckets, board);
        self.rows[rules.rounds() - 1].fill_cohorts(&mut self.cohorts);
    }

    /// Deals the board of one round, complete or not, with the buckets of that round alone.
    pub fn deal_round(&mut self, rules: &CardRules, buckets: &dyn Buckets, round: usize, board: &[Card]) {
        self.rank(rules, board);
        self.look_up(rules, buckets, round, board);
    }

    /// The buckets of a round that was asked for.
    #[inline]
    pub fn row(&self, round: usize) -> &BucketRow {
        &self.rows[round]
    }

    /// The buckets of the last round.
    #[inline]
    pub fn last_row(&self) -> &BucketRow {
        &self.rows[self.rows.len() - 1]
    }

    /// Each place's values or reach by the number of the holding there; the default for holdings that cannot be held.
    pub fn by_holding<R: Copy + Default>(&self, by_place: &[R]) -> Vec<R> {
        let mut values = vec![R::default(); CONTESTANT_NUMBERS];
        for (&id, &value) in self.order.ids().iter().zip(by_place) {
            values[usize::from(id)] = value;
        }
        values
    }

    /// The reverse of [`Self::by_holding`].
    pub fn by_place<R: Copy>(&self, by_holding: &[R]) -> Vec<R> {
        self.order.ids().iter().map(|&id| by_holding[usize::from(id)]).collect()
    }

    fn rank(&mut self, rules: &CardRules, board: &[Card]) {
        rules.rank(CardSet::of(board), &mut self.order);
        self.rows.resize_with(rules.rounds(), BucketRow::default);
    }

    fn look_up(&mut self, rules: &CardRules, buckets: &dyn Buckets, round: usize, board: &[Card]) {
        self.rows[round].fill(buckets, round, &board[..rules.board_cards(round)], &self.order);
    }

    /// The kernels of the last round are made for two hole cards.
    fn list_holdings(&mut self, rules: &CardRules) {
        if rules.hole_cards() == 2 {
            self.cohorts.list(&self.order, &self.rows[self.rows.len() - 1].of_place);
        }
    }
}

/// A board that stands for every board that the previous round's symmetries map it to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardOrbit {
    /// The cards in the order of the deal; those of the last round are the least of their orbit.
    pub board: Vec<Card>,
    /// The number of ways to deal the last round's cards that it stands for.
    pub size: u32,
    /// The suit permutations that leave the deck and each round's cards as they are; a group.
    pub symmetries: Vec<SuitPermutation>,
}

impl BoardOrbit {
    /// The empty board of a game, with all exchanges of the deck's suits.
    pub fn empty(rules: &CardRules) -> Self {
        let deck = rules.deck();
        let symmetries = SuitPermutation::all().filter(|it| it.card_set(deck) == deck).collect();
        Self { board: Vec::new(), size: 1, symmetries }
    }

    /// The empty board for players who may tell suits apart: every board is its own orbit.
    pub(crate) fn empty_with_suits_apart() -> Self {
        Self { board: Vec::new(), size: 1, symmetries: vec![SuitPermutation::IDENTITY] }
    }

    /// The flops (boards of the second round) that differ by more than the names of suits, with how many each stands
    /// for.
    pub fn flops(rules: &CardRules) -> Vec<Self> {
        Self::empty(rules).followers(rules, rules.board_cards(1))
    }

    /// The boards with `more` further cards, one for each orbit; their sizes sum to the number of ways to deal those
    /// cards.
    pub fn followers(&self, rules: &CardRules, more: usize) -> Vec<Self> {
        let mut boards = Vec::new();
        extend(rules, &self.board, more, &mut boards);
        boards.into_iter().filter_map(|board| self.least_of_orbit(board)).collect()
    }

    /// How many orbits of complete boards begin with this board.
    pub fn complete_boards(&self, rules: &CardRules) -> u64 {
        let dealt = self.board.len();
        let rounds = 0..rules.rounds();
        let Some(next) = rounds.map(|round| rules.board_cards(round)).find(|&cards| cards > dealt) else { return 1 };
        self.followers(rules, next - dealt).iter().map(|follower| follower.complete_boards(rules)).sum()
    }

    /// The orbit of a board if none of its other members comes before it.
    fn least_of_orbit(&self, board: Vec<Card>) -> Option<Self> {
        let dealt = CardSet::of(&board[self.board.len()..]);
        let mut symmetries = Vec::new();
        for &permutation in &self.symmetries {
            let moved = permutation.card_set(dealt);
            if moved.bits() < dealt.bits() {
                return None;
            }
            if moved == dealt {
                symmetries.push(permutation);
            }
        }
        // Orbit and stabiliser: as many images as cosets of the permutations that change nothing.
        let size = (self.symmetries.len() / symmetries.len()) as u32;
        Some(Self { board, size, symmetries })
    }
}

impl fmt::Display for BoardOrbit {
    /// The cards in the order of the deal, without spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.iter().try_for_each(|card| write!(f, "{card}"))
    }
}
