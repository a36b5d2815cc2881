//! The strength of 1 to 7 cards as one number, and cards added up in advance so that the number is two look-ups away.

use std::ops::Add;

use super::card::{CARDS, Card, RANKS, SUITS};
use super::card_set::CardSet;
use super::hand_category::{HandCategory, RuleScore};
use super::strength_tables::{RANK_KEYS, StrengthTables};

/// How strong the best hand among some cards is: a higher strength wins, equal strengths split the pot.
///
/// The numbers 0..9,842 are dense over all hands of 0 to 7 cards: category first, then the ranks that break ties, a
/// missing card counting less than a deuce. Five or more cards fall into exactly 7,462 of the numbers; the others
/// belong to hands of one to four cards (13 + 91 + 455 + 1,820 of them) and to no card at all (0). Hands of one size
/// therefore compare by the rules of poker, whatever the size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct HandStrength(u16);

/// The first number of each category. High card: 1 + 13 + 78 + 286 + 715 + 1,277 = 2,370 hands of zero to five cards;
/// pair: 13 + 156 + 858 + 2,860; two pair: 78 + 858; three of a kind: 13 + 156 + 858; straight: 10; flush: 1,277; full
/// house: 156; four of a kind: 13 + 156; straight flush: 10.
const FIRST_OF_CATEGORY: [u16; HandCategory::COUNT] = [0, 2_370, 6_257, 7_193, 8_220, 8_230, 9_507, 9_663, 9_832];

impl HandStrength {
    /// How many strengths there are; every number is below it.
    pub const COUNT: usize = 9_842;

    /// The strength of a set of cards. Any number of cards is allowed: beyond seven, for which there are no tables, the
    /// rules are applied one by one.
    pub fn of(cards: CardSet) -> Self {
        let tables = StrengthTables::get();
        if cards.len() <= PreparedHand::MAX_CARDS {
            return PreparedHand::from(cards).strength(tables);
        }
        let mut counts = [0u8; RANKS];
        cards.iter().for_each(|card| counts[usize::from(card.rank())] += 1);
        let of_suits = (0..SUITS).filter_map(|suit| RuleScore::of_suit(cards.suit(suit)));
        tables.number_of(of_suits.fold(RuleScore::without_flush(&counts), RuleScore::max))
    }

    /// The strength of a number in 0..9,842.
    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number as u16)) } else { None }
    }

    /// The strength's number in 0..9,842.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    pub fn category(self) -> HandCategory {
        let first_above = FIRST_OF_CATEGORY.partition_point(|&first| first <= self.0);
        HandCategory::ALL[first_above - 1]
    }
}

/// Cards added up, with the strength not yet looked up: adding a card or another hand is two additions.
///
/// With the board and each holding prepared once, one `+` gives any seven-card hand. The fields are sums over the
/// cards: the key of the rank in the upper half of `key` (see [`StrengthTables`]), one per suit in its four lowest
/// hexadecimal digits, and the bits of [`CardSet`].
///
/// Cards must be different and at most seven; other sums have a meaningless strength but are never an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(C, align(16))]
pub struct PreparedHand {
    key: u64,
    cards: u64,
}

/// 256 entries, so that a card's number, a byte, can never lie outside; those beyond 52 are not used.
static PREPARED_CARDS: [PreparedHand; 256] = {
    let mut table = [PreparedHand::EMPTY; 256];
    let mut number = 0;
    while number < CARDS {
        let (rank, suit) = (number >> 2, number & 3);
        let card = Card::new(rank as u8, suit as u8);
        table[number] = PreparedHand { key: RANK_KEYS[rank] + (1 << (4 * suit)), cards: CardSet::single(card).bits() };
        number += 1;
    }
    table
};

impl PreparedHand {
    pub const EMPTY: Self = Self { key: 0, cards: 0 };
    /// A strength is defined up to this many cards.
    pub const MAX_CARDS: usize = 7;

    /// The hand with one more card, which it must not hold yet.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        self + PREPARED_CARDS[card.number() & 0xff]
    }

    /// The cards that were added up.
    #[inline]
    pub fn cards(self) -> CardSet {
        let suit = |number: usize| (self.cards >> (16 * number)) as u16;
        CardSet::from_suits([suit(0), suit(1), suit(2), suit(3)])
    }

    /// How strong the best hand among the cards is; up to seven cards.
    #[inline]
    pub fn strength(self, tables: &StrengthTables) -> HandStrength {
        // Three more in each suit's digit set its top bit for five to seven cards. Two suits cannot both get there.
        let flush = self.key.wrapping_add(0x3333) & 0x8888;
        if flush == 0 {
            tables.without_flush(self.key)
        } else {
            let suit = flush.trailing_zeros() / 4;
            tables.flush((self.cards >> (16 * suit)) as u16)
        }
    }

    /// Looks up many hands: `strengths[i]` becomes the strength of `hands[i]`, as far as the shorter slice reaches.
    pub fn strengths(hands: &[Self], tables: &StrengthTables, strengths: &mut [HandStrength]) {
        for (hand, strength) in hands.iter().zip(strengths) {
            *strength = hand.strength(tables);
        }
    }
}

impl Add for PreparedHand {
    type Output = Self;

    /// All the cards of both hands, which must not share one.
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { key: self.key.wrapping_add(other.key), cards: self.cards.wrapping_add(other.cards) }
    }
}

impl FromIterator<Card> for PreparedHand {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<CardSet> for PreparedHand {
    #[inline]
    fn from(cards: CardSet) -> Self {
        let mut hand = Self { key: 0, cards: cards.bits() };
        let mut left = hand.cards;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            // The mask changes nothing; it spares the check of the bound.
            let card = PREPARED_CARDS[(4 * (bit % 16) + bit / 16) & 0xff];
            hand.key = hand.key.wrapping_add(card.key);
            left &= left - 1;
        }
        hand
    }
}

impl From<&[Card]> for PreparedHand {
    #[inline]
    fn from(cards: &[Card]) -> Self {
        cards.iter().copied().collect()
    }
}
