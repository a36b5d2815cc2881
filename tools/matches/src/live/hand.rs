//! One hand: its cards and the betting so far, as plain data.

use crate::acpc::table_cards::TableCards;

/// A hand that is being played, or was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveHand {
    pub(super) number: u32,
    /// Where the person sits.
    pub(super) person: usize,
    /// All cards, those not yet dealt as well.
    pub(super) cards: TableCards,
    /// The betting so far, as the protocol writes it.
    pub(super) betting: String,
}

impl LiveHand {
    /// Its number, from 0; cards depend on it and on the table's seed alone.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The person's position: 0, the big blind, in hands with even numbers, 1, the button, in the others.
    pub fn person(&self) -> usize {
        self.person
    }

    /// The betting so far: a letter for each action, rounds separated by slashes.
    pub fn betting(&self) -> &str {
        &self.betting
    }
}
