//! How a game's cards are dealt: its deck, how many cards go where, and which holding is stronger on a board.
//!
//! Cards as they are dealt: boards drawn at random, or all of them.
//!
//! A drawn board depends on the seed and its number alone: all abstractions are trained and measured on the same
//! cards, and a resumed run goes on where it was without any state to keep.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::holding::Holding;
use evaluator::showdown::{Contestant, ShowdownOrder};
use evaluator::strength_tables::StrengthTables;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::game::GameDefinition;
use crate::game::card_counts::choose;

/// How a game's cards are dealt: its deck, and how many cards go where.
#[derive(Clone, Debug)]
pub struct CardRules {
    deck: CardSet,
    /// The deck as one of hold'em, where all of its suits are whole.
    whole: Option<Deck>,
    hole_cards: usize,
    board_cards: Vec<usize>,
}

impl CardRules {
    /// The rules of a game.
    pub fn new(game: &GameDefinition) -> Self {
        let board_cards = (0..game.rounds()).map(|round| game.board_cards(round)).collect();
        Self { deck: game.deck(), whole: Deck::of_cards(game.deck()), hole_cards: game.hole_cards(), board_cards }
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
        if let (Some(deck), 2, 5) = (self.whole, self.hole_cards, board.len()) {
            return order.rank_board(deck, board, tables);
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

/// A uniform random number below `bound` (not 0); it depends on the generator's output alone, not on any library.
#[inline]
pub fn below(generator: &mut impl RngCore, bound: u64) -> u64 {
    // Lemire 2019: the high half of a product, refusing the few low halves that would favour small numbers. They are
    // below the bound, so that hardly any draw costs the division.
    let mut product = u128::from(generator.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        let refused = bound.wrapping_neg() % bound;
        while (product as u64) < refused {
            product = u128::from(generator.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

pub fn generator_of(seed: u64, iteration: u64) -> Xoshiro256PlusPlus {
    // Neighbouring iterations must not share a state: an odd multiplier spreads them over all seeds.
    Xoshiro256PlusPlus::seed_from_u64(seed ^ iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Draws a number of different cards from a deck, in the order of the deal.
pub fn draw(generator: &mut impl RngCore, deck: CardSet, count: usize) -> Vec<Card> {
    let mut cards: Vec<Card> = deck.iter().collect();
    for place in 0..count {
        let other = place + below(generator, (cards.len() - place) as u64) as usize;
        cards.swap(place, other);
    }
    cards.truncate(count);
    cards
}

/// The complete board of an iteration.
pub fn board_of(rules: &CardRules, seed: u64, iteration: u64) -> Vec<Card> {
    draw(&mut generator_of(seed, iteration), rules.deck(), rules.complete_board())
}

/// Every complete board, each round's cards as a set; boards are equally likely.
pub fn all_boards(rules: &CardRules) -> Vec<Vec<Card>> {
    let mut boards = vec![Vec::new()];
    for round in 0..rules.rounds() {
        let count = rules.board_cards(round);
        let mut next = Vec::new();
        for board in &boards {
            extend(rules, board, count - board.len(), &mut next);
        }
        boards = next;
    }
    boards
}

/// Adds to `into` all ways to deal `more` further cards, in ascending order.
pub fn extend(rules: &CardRules, board: &[Card], more: usize, into: &mut Vec<Vec<Card>>) {
    fn lay(free: &[Card], board: &mut Vec<Card>, more: usize, into: &mut Vec<Vec<Card>>) {
        if more == 0 {
            return into.push(board.clone());
        }
        for (place, &card) in free.iter().enumerate() {
            board.push(card);
            lay(&free[place + 1..], board, more - 1, into);
            board.pop();
        }
    }
    let free: Vec<Card> = (rules.deck() - CardSet::of(board)).iter().collect();
    lay(&free, &mut board.to_vec(), more, into);
}
