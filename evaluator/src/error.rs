//! What can be wrong with cards that someone typed or a file named.

use std::fmt;

use super::card::{Card, rank_letter};
use super::deck::Deck;

/// A text or a number that does not name the cards it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardError {
    /// Letters that do not name a card.
    Unknown {
        text: String,
        /// The letters that were not understood.
        found: String,
    },
    /// A card of ranks that the deck does not have.
    NotInDeck { text: String, card: Card, deck: Deck },
    /// The same card twice.
    Repeated { text: String, card: Card },
    /// A wrong number of cards.
    Count {
        text: String,
        /// What was asked for, such as `2 hole cards`.
        expected: &'static str,
        found: usize,
    },
    /// A number beyond the last one of an index.
    OutOfRange {
        /// What is numbered, such as `river index`.
        what: &'static str,
        /// How many there are; valid numbers are below it.
        count: u64,
        found: u64,
    },
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { text, found } => {
                write!(
                    f,
                    "'{text}': '{found}' is not a card; cards read like As, Td, 7h (rank 2-9 T J Q K A, suit c d h s) \
                     or 10♥"
                )
            }
            Self::NotInDeck { text, card, deck } => {
                let lowest = rank_letter(deck.lowest_rank());
                write!(f, "'{text}': {card} is not in the deck of {deck} cards, whose lowest rank is {lowest}")
            }
            Self::Repeated { text, card } => {
                write!(f, "'{text}': {card} appears twice; every card can be dealt only once")
            }
            Self::Count { text, expected, found } => {
                write!(f, "'{text}': expected {expected}, found {found}")
            }
            Self::OutOfRange { what, count, found } => {
                write!(f, "{what} {found} does not exist; give a number from 0 to {}", count.saturating_sub(1))
            }
        }
    }
}

impl std::error::Error for CardError {}
