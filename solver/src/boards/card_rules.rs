//! How a game's cards are dealt: its deck, how many cards go where, and which holding is stronger on a board.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::holding::Holding;
use evaluator::showdown::{Contestant, ShowdownOrder};
use evaluator::strength_tables::StrengthTables;

use crate::game::GameDefinition;
use crate::game::card_counts::choose;

/// How a game's cards are dealt: its deck, and how many cards go where.
#[derive(Clone, Debug)]
pub struct CardRules {
    deck: CardSet,
    hole_cards: usize,
    board_cards: Vec<usize>,
}

impl CardRules {
    /// The rules of a game.
    pub fn new(game: &GameDefinition) -> Self {
        let board_cards = (0..game.rounds()).map(|round| game.board_cards(round)).collect();
        Self { deck: game.deck(), hole_cards: game.hole_cards(), board_cards }
    }

    /// The cards in play.
    pub fn deck(&self) -> CardSet {
        self.deck
    }

    /// Cards that a player holds, 1 or 2.
    pub fn hole_cards(&self) -> usize {
        self.hole_cards
    }

    /// How many cards lie on the board in a round.
    pub fn board_cards(&self, round: usize) -> usize {
        self.board_cards[round]
    }

    /// How many cards a complete board has.
    pub fn complete_board(&self) -> usize {
        self.board_cards.last().copied().unwrap_or(0)
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.board_cards.len()
    }

    /// The hole cards of a contestant's number.
    pub fn hole(&self, id: u16) -> CardSet {
        if self.hole_cards == 1 {
            Card::from_number(id as u8).map_or(CardSet::EMPTY, CardSet::single)
        } else {
            Holding::from_number(usize::from(id)).map_or(CardSet::EMPTY, Holding::card_set)
        }
    }

    /// All hole cards that share no card with these.
    pub fn holes(&self, dead: CardSet) -> impl Iterator<Item = CardSet> {
        let free = self.deck - dead;
        let numbers = if self.hole_cards == 1 { CARDS } else { CONTESTANT_NUMBERS };
        (0..numbers as u16).map(|id| self.hole(id)).filter(move |&hole| (hole - free).is_empty())
    }

    /// The number of ordered pairs of holdings that can meet on a complete board.
    pub fn meetings(&self) -> f64 {
        let left = self.deck.len() - self.complete_board();
        (choose(left, self.hole_cards) * choose(left - self.hole_cards, self.hole_cards)) as f64
    }

    /// Ranks all holdings on a board, complete or not.
    pub fn rank(&self, board: CardSet, order: &mut ShowdownOrder) {
        let tables = StrengthTables::get();
        if self.hole_cards == 2 && self.deck == CardSet::FULL_DECK && board.len() == 5 {
            return order.rank_board(board, tables);
        }
        let on_board = PreparedHand::from(board);
        let strength = |hole: PreparedHand| -> HandStrength { (on_board + hole).strength(tables) };
        let free: Vec<Card> = (self.deck - board).iter().collect();
        if self.hole_cards == 1 {
            let contestant = |&card| Contestant::one_card(card, strength(PreparedHand::EMPTY.with(card)));
            return order.rank(free.iter().map(contestant));
        }
        let pairs =
            free.iter().enumerate().flat_map(|(place, &low)| free[place + 1..].iter().map(move |&high| (low, high)));
        order.rank(pairs.map(|(low, high)| Contestant {
            id: Holding::new(low, high).expect("two different cards").number() as u16,
            cards: [low.number() as u8, high.number() as u8],
            strength: strength(PreparedHand::EMPTY.with(low).with(high)),
        }));
    }
}

/// The most contestant numbers there can be: pairs of the full deck, or single cards.
pub const CONTESTANT_NUMBERS: usize = CARDS * (CARDS - 1) / 2;
