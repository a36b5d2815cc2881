//! The nine kinds of poker hand, and the plain rules that say what a hand is worth.
//!
//! The rules here are written for clarity, not speed: they fill the tables of
//! [`StrengthTables`](super::strength_tables::StrengthTables) once and rank the odd hand of more than seven cards.

use std::fmt;

use super::card::RANKS;

/// The kind of a poker hand, weakest first.
///
/// Hands of one to four cards have a category too: the best made hand among the cards there are, so that two cards of
/// a rank are a pair; straights and flushes need five cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HandCategory {
    /// None of the others.
    HighCard,
    Pair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five ranks in a row; the ace counts as the highest or, below the deuce, as the lowest.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five ranks in a row, all of one suit; the royal flush is the highest of them.
    StraightFlush,
}

impl HandCategory {
    pub const COUNT: usize = 9;

    pub const ALL: [Self; Self::COUNT] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];

    /// 0 for high card to 8 for straight flush.
    #[inline]
    pub const fn number(self) -> usize {
        self as usize
    }

    /// The field's name, such as `two pair`.
    pub const fn name(self) -> &'static str {
        [
            "high card",
            "pair",
            "two pair",
            "three of a kind",
            "straight",
            "flush",
            "full house",
            "four of a kind",
            "straight flush",
        ][self as usize]
    }
}

impl fmt::Display for HandCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a hand is worth by the rules, before it gets its dense number: the category and up to five ranks that break
/// ties, most important first. Ranks count from 1 (deuce) here, and 0 means that there is no such card: of two
/// otherwise equal hands, the one that lacks a kicker is weaker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RuleScore(u32);

impl RuleScore {
    /// A category whose ties are broken by the `made` ranks, then by the highest `kickers` of a 13-bit rank mask.
    fn new(category: HandCategory, made: &[u8], kickers: u16, kicker_count: usize) -> Self {
        let mut ranks = [0u8; 5];
        let mut left = kickers;
        for (place, rank) in ranks.iter_mut().enumerate().take(made.len() + kicker_count) {
            if let Some(&made_rank) = made.get(place) {
                *rank = made_rank + 1;
            } else if let Some(kicker) = highest(left) {
                *rank = kicker + 1;
                left &= !(1 << kicker);
            }
        }
        Self(ranks.iter().fold(category as u32, |score, &rank| score << 4 | u32::from(rank)))
    }

    /// The worth of cards no five of which share a suit, given the number of cards of each rank.
    pub(crate) fn without_flush(counts: &[u8; RANKS]) -> Self {
        use HandCategory::*;
        let at_least = |wanted: u8| (0..RANKS).filter(|&r| counts[r] >= wanted).fold(0u16, |mask, r| mask | 1 << r);
        let ranks = at_least(1);
        let others = |made: &[u8]| made.iter().fold(ranks, |mask, &rank| mask & !(1 << rank));
        if let Some(quads) = highest(at_least(4)) {
            return Self::new(FourOfAKind, &[quads], others(&[quads]), 1);
        }
        let trips = highest(at_least(3));
        if let Some(trips) = trips
            && let Some(pair) = highest(at_least(2) & !(1 << trips))
        {
            return Self::new(FullHouse, &[trips, pair], 0, 0);
        }
        if let Some(high) = straight(ranks) {
            return Self::new(Straight, &[high], 0, 0);
        }
        if let Some(trips) = trips {
            return Self::new(ThreeOfAKind, &[trips], others(&[trips]), 2);
        }
        let Some(pair) = highest(at_least(2)) else {
            return Self::new(HighCard, &[], ranks, 5);
        };
        match highest(at_least(2) & !(1 << pair)) {
            Some(second) => Self::new(TwoPair, &[pair, second], others(&[pair, second]), 1),
            None => Self::new(Pair, &[pair], others(&[pair]), 3),
        }
    }

    /// The worth of the cards of one suit, given as a 13-bit rank mask; `None` for fewer than five.
    pub(crate) fn of_suit(ranks: u16) -> Option<Self> {
        (ranks.count_ones() >= 5).then(|| match straight(ranks) {
            Some(high) => Self::new(HandCategory::StraightFlush, &[high], 0, 0),
            None => Self::new(HandCategory::Flush, &[], ranks, 5),
        })
    }
}

/// The highest rank of a mask.
fn highest(ranks: u16) -> Option<u8> {
    ranks.checked_ilog2().map(|rank| rank as u8)
}

/// The highest rank of the best straight within a mask; the five-high straight, with its ace low, ends at rank 3.
pub(crate) fn straight(ranks: u16) -> Option<u8> {
    // Bit 0 is the low ace here, and bit r + 1 stands for rank r.
    let with_low_ace = ranks << 1 | ranks >> 12;
    (3..RANKS as u8).rev().find(|&high| (with_low_ace >> (high - 3)) & 0b1_1111 == 0b1_1111)
}
