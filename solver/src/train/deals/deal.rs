//! One deal of all cards: both players' hole cards and the complete board, drawn for one iteration.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use std::cmp::Ordering;

use crate::boards::CardRules;
use crate::boards::dealing::{draw, generator_of};

/// All cards of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Position 0's hole cards, position 1's, the board.
    cards: Vec<Card>,
    hole_cards: usize,
}

impl Deal {
    /// The deal of an iteration: it depends on the seed and the iteration's number alone, so that all abstractions are
    /// trained on the same cards. Every deal is equally likely.
    pub fn of(rules: &CardRules, seed: u64, iteration: u64) -> Self {
        let hole_cards = rules.hole_cards();
        let count = 2 * hole_cards + rules.complete_board();
        Self { cards: draw(&mut generator_of(seed, iteration), rules.deck(), count), hole_cards }
    }

    /// A player's hole cards.
    pub fn hole(&self, player: usize) -> &[Card] {
        &self.cards[player * self.hole_cards..][..self.hole_cards]
    }

    /// The complete board in the order of the deal.
    pub fn board(&self) -> &[Card] {
        &self.cards[2 * self.hole_cards..]
    }

    /// 1 where position 0 has the better hand in the end, -1 where position 1 has it, 0 for a tie.
    pub fn sign(&self) -> f32 {
        let strength = |player| HandStrength::of(CardSet::of(self.hole(player)) | CardSet::of(self.board()));
        match strength(0).cmp(&strength(1)) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.0,
            Ordering::Less => -1.0,
        }
    }
}
