//! A set of cards as one 64-bit mask, sixteen bits a suit.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use super::card::{CARDS, Card, SUITS};

/// A set of cards: bit `16 * suit + rank` stands for a card, so that each suit's ranks are one 13-bit field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL_DECK: Self = Self(0x1fff_1fff_1fff_1fff);

    pub fn of(cards: &[Card]) -> Self {
        cards.iter().copied().collect()
    }

    #[inline]
    pub const fn single(card: Card) -> Self {
        Self(1 << (16 * card.suit() + card.rank()))
    }

    /// The set given by four 13-bit rank masks, one for each suit.
    #[inline]
    pub const fn from_suits(masks: [u16; SUITS]) -> Self {
        Self(masks[0] as u64 | (masks[1] as u64) << 16 | (masks[2] as u64) << 32 | (masks[3] as u64) << 48)
    }

    /// The bits, `16 * suit + rank`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The ranks held in one suit (0..4), a 13-bit mask.
    #[inline]
    pub const fn suit(self, suit: usize) -> u16 {
        (self.0 >> (16 * suit)) as u16
    }

    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::single(card).0 != 0
    }

    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with one more card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | Self::single(card).0)
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, lowest card number first.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        (0..CARDS as u8).filter_map(Card::from_number).filter(move |&card| self.contains(card))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for CardSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for CardSet {
    /// The cards from the highest to the lowest, without separators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Card::all().rev().filter(|&card| self.contains(card)).try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
