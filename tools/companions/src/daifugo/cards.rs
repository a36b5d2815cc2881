//! Cards of Daifugo: 52 and a joker in one mask, four bits a rank, ranks ordered by strength (3 lowest, 2 highest).

use std::ops::{BitOr, Sub};

/// Number of ranks without the joker. Rank 0 is the three, rank 5 the eight, rank 11 the ace, rank 12 the two: one
/// below the paper's numbers 1 to 13.
pub const RANKS: usize = 13;
/// Number of cards, the joker included.
pub const DECK: usize = 53;
/// The rank of the eight.
pub const EIGHT: usize = 5;
/// The rank of the joker, above all others.
pub const JOKER: usize = 13;
/// Largest number of cards in a set: without revolutions there are no sets of four.
pub const LARGEST_SET: usize = 3;

/// The lowest bit of each rank.
const ONES: u64 = 0x1_1111_1111_1111;

/// A set of cards: bit `4 * rank + suit`, bit 52 for the joker. As a play, no card means a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

/// A set of ranks below the joker: bit `4 * rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks(u64);

impl Cards {
    /// No card; as a play, a pass.
    pub const NONE: Self = Self(0);
    /// The joker alone.
    pub const JOKER: Self = Self(1 << 52);
    /// All 53 cards.
    pub const DECK: Self = Self((1 << 53) - 1);
    /// The card that beats a single joker.
    pub const SPADE_THREE: Self = Self::set(0, 0b1000);
    /// The card whose holder leads the first trick.
    pub const DIAMOND_THREE: Self = Self::set(0, 0b0010);

    /// The card with a number in 0..53, the joker last.
    #[inline]
    pub const fn card(number: usize) -> Self {
        Self(1 << number)
    }

    /// The cards of a rank (0..13) whose suits are in a four-bit mask: 1 clubs, 2 diamonds, 4 hearts, 8 spades.
    #[inline]
    pub const fn set(rank: usize, suits: u8) -> Self {
        Self((suits as u64) << (4 * rank))
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all cards of the other set are in this one.
    #[inline]
    pub const fn holds(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The suits held of a rank below the joker, a four-bit mask.
    #[inline]
    pub const fn suits(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 0xf
    }

    /// How many cards of a rank below the joker are held, 0 to 4.
    #[inline]
    pub const fn held(self, rank: usize) -> usize {
        self.suits(rank).count_ones() as usize
    }

    /// The lowest rank; 13 for the joker alone, 16 for no card.
    #[inline]
    pub const fn lowest_rank(self) -> usize {
        self.0.trailing_zeros() as usize / 4
    }

    /// The ranks of which at least `count` (1 to 4) cards are held.
    #[inline]
    pub const fn ranks_with(self, count: usize) -> Ranks {
        let ones = self.0 & ONES;
        let held = ones + (self.0 >> 1 & ONES) + (self.0 >> 2 & ONES) + (self.0 >> 3 & ONES);
        // A nibble counts to 4 at most: eight less the bound lifts those that reach it to their topmost bit.
        Ranks((held + ONES * (8 - count as u64)) >> 3 & ONES)
    }

    /// The ranks of which all the given suits are held.
    #[inline]
    pub const fn ranks_with_suits(self, suits: u8) -> Ranks {
        let missing = !self.0 & (ONES * suits as u64);
        Ranks(!(missing | missing >> 1 | missing >> 2 | missing >> 3) & ONES)
    }

    /// Takes out the lowest card of a set that is not empty: its number.
    #[inline]
    pub const fn take_lowest(&mut self) -> usize {
        let number = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        number
    }

    /// The cards one by one, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Self> + Clone {
        (0..DECK).map(Self::card).filter(move |&card| self.holds(card))
    }
}

impl Ranks {
    /// The ranks below the given one.
    #[inline]
    pub const fn below(rank: usize) -> Self {
        Self(ONES & ((1 << (4 * rank)) - 1))
    }

    /// The ranks above the given one, up to the two.
    #[inline]
    pub const fn above(rank: usize) -> Self {
        Self(ONES & !((1 << (4 * rank + 1)) - 1))
    }

    /// One rank.
    #[inline]
    pub const fn single(rank: usize) -> Self {
        Self(1 << (4 * rank))
    }

    /// No rank.
    pub const NONE: Self = Self(0);

    /// The ranks in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ranks of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest rank, if there is one.
    #[inline]
    pub const fn lowest(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize / 4) }
    }

    /// How many ranks there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a rank is in the set.
    #[inline]
    pub const fn contains(self, rank: usize) -> bool {
        self.0 >> (4 * rank) & 1 == 1
    }
}

impl Iterator for Ranks {
    type Item = usize;

    /// Takes the lowest rank out of the set.
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let rank = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(rank)
    }
}

impl BitOr for Cards {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
