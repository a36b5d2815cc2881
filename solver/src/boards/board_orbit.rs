//! Public cards up to the names of suits, for any deck: each board that differs, and how many it stands for.
//!
//! Two next cards are alike if a suit permutation maps one to the other and leaves the deck and all earlier rounds'
//! cards unchanged. In hold'em that leaves 1,755 flops, 63,193 turns and 2,554,656 rivers.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::suit_permutation::SuitPermutation;
use std::fmt;

use super::card_rules::CardRules;
use super::dealing::extend;

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
    pub fn empty_with_suits_apart() -> Self {
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
