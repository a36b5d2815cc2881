//! The cards of a board in the order they were dealt, without heap allocation.

use std::fmt;
use std::ops::Deref;

use crate::card::Card;

/// Up to five board cards in dealing order: the flop, the turn, the river. Reads like a slice of cards.
#[derive(Clone, Copy)]
pub struct BoardCards {
    cards: [Card; 5],
    len: u8,
}

impl BoardCards {
    /// No card yet.
    pub(super) const NONE: Self = Self { cards: [Card::new(0, 0); 5], len: 0 };

    /// Deals one more card; there are never more than five.
    pub(super) fn deal(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
}

impl Deref for BoardCards {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl PartialEq for BoardCards {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for BoardCards {}

impl fmt::Debug for BoardCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
