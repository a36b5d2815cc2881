//! The cards of one hand as the protocol writes them: `2hAc|7d3d/5sKs7s/9s/6h`.
//!
//! The cards of a seed, as the competition's dealer draws them.
//!
//! The deck is listed suit by suit from the low rank to the high one; each draw takes the next number of the Mersenne
//! Twister MT19937 (Matsumoto and Nishimura 1998, seeded by their `init_genrand`) modulo the number of cards left, and
//! the last card of the list moves into the gap. All cards of a hand are drawn, whatever is played.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use rand_mt::Mt;
use solver::game::GameDefinition;
use std::cmp::Ordering;
use std::fmt;

/// Hole cards and the board, each round's part by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableCards {
    /// Each position's cards; none where they are hidden.
    pub hole: [Vec<Card>; 2],
    /// What was dealt at the start of each round.
    pub board: Vec<Vec<Card>>,
}

impl TableCards {
    /// What a position (0 or 1) sees in a round: its own cards, and those of the other one if they are shown.
    #[must_use]
    pub fn seen_by(&self, position: usize, round: usize, shown: bool) -> Self {
        let hole = |owner: usize| if shown || owner == position { self.hole[owner].clone() } else { Vec::new() };
        Self { hole: [hole(0), hole(1)], board: self.until(round).to_vec() }
    }

    /// All hole cards, and the board up to a round.
    #[must_use]
    pub fn up_to(&self, round: usize) -> Self {
        Self { hole: self.hole.clone(), board: self.until(round).to_vec() }
    }

    fn until(&self, round: usize) -> &[Vec<Card>] {
        &self.board[..self.board.len().min(round + 1)]
    }

    /// Reads the cards of a round of a game; `None` if there are too many or too few, or if any is unknown or repeated.
    ///
    /// A position without cards is hidden.
    pub fn parse(game: &GameDefinition, round: usize, text: &str) -> Option<Self> {
        let (first, rest) = text.split_once('|')?;
        let first = parse_cards(first).ok()?;
        let mut parts = rest.split('/').map(|part| parse_cards(part).ok()).collect::<Option<Vec<_>>>()?;
        // Board cards of the first round follow the hole cards without a slash.
        let mut second = parts.first()?.clone();
        let dealt_at_once = game.new_board_cards(0);
        parts[0] = second.split_off(second.len().checked_sub(dealt_at_once)?);
        let right_hole = [&first, &second].iter().all(|hole| hole.is_empty() || hole.len() == game.hole_cards());
        let right_board = parts.len() == round + 1
            && parts.iter().enumerate().all(|(round, cards)| cards.len() == game.new_board_cards(round));
        let all: Vec<Card> = first.iter().chain(&second).chain(parts.iter().flatten()).copied().collect();
        let deck = game.deck();
        let right_cards = CardSet::of(&all).len() == all.len() && all.iter().all(|&card| deck.contains(card));
        (right_hole && right_board && right_cards).then_some(Self { hole: [first, second], board: parts })
    }

    pub fn is_open(&self) -> bool {
        self.hole.iter().all(|hole| !hole.is_empty())
    }

    /// Position 0's hand compared with position 1's on this board, by the rules of poker.
    pub fn ahead(&self) -> Ordering {
        let strength = |position: usize| {
            HandStrength::of(self.hole[position].iter().chain(self.board.iter().flatten()).copied().collect())
        };
        strength(0).cmp(&strength(1))
    }
}

impl fmt::Display for TableCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, cards: &[Card]| cards.iter().try_for_each(|card| write!(f, "{card}"));
        row(f, &self.hole[0])?;
        f.write_str("|")?;
        row(f, &self.hole[1])?;
        for (round, cards) in self.board.iter().enumerate() {
            if round > 0 {
                f.write_str("/")?;
            }
            row(f, cards)?;
        }
        Ok(())
    }
}

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
