//! All-in before the flop: how often each of the 169 starting hands beats each other one, counted over all deals.
//!
//! A deal is a pair of holdings without a common card and a board of five cards from the rest of the deck. The entry of
//! two starting hands adds up the deals of all their holdings, so an equity is the mean over the pairs of holdings that
//! can meet, each pair weighted alike. Wins alone are stored, as whole numbers: losses are the wins of the other hand,
//! and ties are the deals that are left.
//!
//! ```
//! use evaluator::equity::AllInTable;
//!
//! let table = AllInTable::full_deck();
//! let race = table.outcomes("AKs".parse()?, "QQ".parse()?);
//! assert_eq!(race.deals(), 24 * 1_712_304);
//! assert!((race.equity() - 0.46049).abs() < 5e-6);
//! # Ok::<_, String>(())
//! ```
//!
//! The table of the full deck is shipped in `evaluator/shipped/all-in-wins.bin`, `[169][169]` of little-endian `u32`
//! in the order of [`StartingHand::number`]; a marked test counts it again.

mod win_counts;

pub use win_counts::WinCounts;

use super::deck::Deck;
use super::hand_index::BoardFirst;
use super::holding::{STARTING_HANDS, StartingHand};
use super::round::Round;

const SHIPPED: &[u8; STARTING_HANDS * STARTING_HANDS * size_of::<u32>()] =
    include_bytes!("../../shipped/all-in-wins.bin");

/// Numbers of deals in which a starting hand wins, ties and loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes {
    pub wins: u32,
    pub ties: u32,
    pub losses: u32,
}

impl Outcomes {
    pub fn deals(self) -> u32 {
        self.wins + self.ties + self.losses
    }

    /// The share of the pot, 0 to 1: a tie is half of it.
    pub fn equity(self) -> f64 {
        0.5 + 0.5 * self.balance()
    }

    /// Wins less losses as a share of the deals, -1 to 1: exactly the negative of the other hand's.
    pub fn balance(self) -> f64 {
        (f64::from(self.wins) - f64::from(self.losses)) / f64::from(self.deals())
    }
}

/// How many pairs of holdings of two starting hands share no card, 6 to 144.
pub fn meetings(hand: StartingHand, other: StartingHand) -> u32 {
    // Renaming suits turns any holding of a starting hand into any other one: all meet equally many.
    let cards = hand.first_holding().card_set();
    let met = other.holdings().filter(|holding| !holding.card_set().intersects(cards)).count();
    (hand.combos() * met) as u32
}

/// The outcomes of all pairs of starting hands of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllInTable {
    deck: Deck,
    /// `[starting hand][other]`.
    wins: Box<[u32]>,
}

impl AllInTable {
    /// The table of the 52 cards, as it is shipped.
    pub fn full_deck() -> Self {
        let wins = SHIPPED.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        Self { deck: Deck::FULL, wins: wins.collect() }
    }

    /// The table of a deck: as it is shipped, or counted on all boards, which takes two seconds at most.
    pub fn of(deck: Deck) -> Self {
        if deck.is_full() {
            return Self::full_deck();
        }
        Self::counted(&WinCounts::of_boards(deck, 0..BoardFirst::of(deck, Round::River).boards()))
    }

    /// The table of a deck from the wins on all of its boards.
    pub fn counted(counts: &WinCounts) -> Self {
        Self { deck: counts.deck(), wins: counts.wins().into() }
    }

    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// The outcomes of one starting hand against another one; both must be in the deck.
    pub fn outcomes(&self, hand: StartingHand, other: StartingHand) -> Outcomes {
        let wins = |hand: StartingHand, other: StartingHand| self.wins[STARTING_HANDS * hand.number() + other.number()];
        let (wins, losses) = (wins(hand, other), wins(other, hand));
        let deals = meetings(hand, other) * boards_after_two_holdings(self.deck);
        Outcomes { wins, ties: deals - wins - losses, losses }
    }
}

/// C(N - 4, 5) boards: 1,712,304 in the full deck.
fn boards_after_two_holdings(deck: Deck) -> u32 {
    let left = deck.cards() as u32 - 4;
    // Multiplied and divided in turns, every quotient is a whole number.
    (1..=5).fold(1, |ways, card| ways * (left - 5 + card) / card)
}
