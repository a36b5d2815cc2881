//! The cards of a seed, as the competition's dealer draws them.
//!
//! The deck is listed suit by suit from the low rank to the high one; each draw takes the next number of the Mersenne
//! Twister MT19937 (Matsumoto and Nishimura 1998, seeded by their `init_genrand`) modulo the number of cards left, and
//! the last card of the list moves into the gap. All cards of a hand are drawn, whatever is played.

use evaluator::card::Card;
use rand_mt::Mt;
use solver::game::GameDefinition;

use super::table_cards::TableCards;

/// Deals one hand after the other.
#[derive(Clone, Debug)]
pub struct CardDealing {
    generator: Mt,
    deck: Vec<Card>,
    hole_cards: usize,
    board_cards: Vec<usize>,
}

impl CardDealing {
    /// The dealing of a game with a seed, before the first hand.
    pub fn new(game: &GameDefinition, seed: u32) -> Self {
        let mut deck: Vec<Card> = game.deck().iter().collect();
        deck.sort_by_key(|card| (card.suit(), card.rank()));
        let board_cards = (0..game.rounds()).map(|round| game.new_board_cards(round)).collect();
        Self { generator: Mt::new(seed), deck, hole_cards: game.hole_cards(), board_cards }
    }

    /// The cards of the next hand: those of position 0, those of position 1, the whole board.
    pub fn deal(&mut self) -> TableCards {
        let mut left = self.deck.clone();
        let mut cards = |count: usize| -> Vec<Card> {
            let draw = |_| left.swap_remove(self.generator.next_u32() as usize % left.len());
            (0..count).map(draw).collect()
        };
        let hole = [cards(self.hole_cards), cards(self.hole_cards)];
        let board = self.board_cards.iter().map(|&count| cards(count)).collect();
        TableCards { hole, board }
    }
}
