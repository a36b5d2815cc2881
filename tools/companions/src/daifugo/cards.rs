//! Cards of Daifugo: 52 and a joker in one mask, four bits a rank, ranks ordered by strength (3 lowest, 2 highest).

use evaluator::card::rank_letter;
use std::ops::{BitAnd, BitOr, Sub};

/// Number of ranks without the joker. Rank 0 is the three, rank 5 the eight, rank 11 the ace, rank 12 the two: one
/// below the paper's numbers 1 to 13.
pub const RANKS: usize = 13;
pub const DECK: usize = 53;
pub(super) const EIGHT: usize = 5;
pub(super) const JOKER: usize = 13;
/// Largest number of cards in a set: without revolutions there are no sets of four.
pub const LARGEST_SET: usize = 3;

const ONES: u64 = 0x1_1111_1111_1111;

/// A set of cards: bit `4 * rank + suit`, bit 52 for the joker. As a play, no card means a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cards(u64);

impl Cards {
    pub const NONE: Self = Self(0);
    pub const JOKER: Self = Self(1 << 52);
    pub const DECK: Self = Self((1 << 53) - 1);
    pub(super) const SPADE_THREE: Self = Self::set(0, 0b1000);
    pub const DIAMOND_THREE: Self = Self::set(0, 0b0010);

    /// The card with a number in 0..53, the joker last.
    pub const fn card(number: usize) -> Self {
        Self(1 << number)
    }

    /// The cards of a rank (0..13) whose suits are in a four-bit mask: 1 clubs, 2 diamonds, 4 hearts, 8 spades.
    pub const fn set(rank: usize, suits: u8) -> Self {
        Self((suits as u64) << (4 * rank))
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn holds(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The suits held of a rank below the joker, a four-bit mask.
    pub const fn suits(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 0xf
    }

    /// How many cards of a rank below the joker are held, 0 to 4.
    pub const fn held(self, rank: usize) -> usize {
        self.suits(rank).count_ones() as usize
    }

    /// The lowest rank; 13 for the joker alone, 16 for no card.
    pub(crate) const fn lowest_rank(self) -> usize {
        self.0.trailing_zeros() as usize / 4
    }

    /// The ranks of which at least `count` (1 to 4) cards are held.
    pub(super) const fn ranks_with(self, count: usize) -> Ranks {
        let ones = self.0 & ONES;
        let held = ones + (self.0 >> 1 & ONES) + (self.0 >> 2 & ONES) + (self.0 >> 3 & ONES);
        // A nibble counts to 4 at most: eight less the bound lifts those that reach it to their topmost bit.
        Ranks((held + ONES * (8 - count as u64)) >> 3 & ONES)
    }

    /// The ranks of which all the given suits are held.
    pub(super) const fn ranks_with_suits(self, suits: u8) -> Ranks {
        let missing = !self.0 & (ONES * suits as u64);
        Ranks(!(missing | missing >> 1 | missing >> 2 | missing >> 3) & ONES)
    }

    pub fn iter(self) -> impl Iterator<Item = Self> {
        (0..DECK).map(Self::card).filter(move |&card| self.holds(card))
    }
}

/// A set of ranks below the joker, from which an iterator takes the lowest first: bit `4 * rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks(u64);

impl Ranks {
    pub(super) const NONE: Self = Self(0);

    /// The ranks from the first one to below the second.
    pub(super) const fn between(from: usize, to: usize) -> Self {
        Self(ONES & ((1 << (4 * to)) - 1) & !((1 << (4 * from)) - 1))
    }

    pub(super) const fn single(rank: usize) -> Self {
        Self(1 << (4 * rank))
    }

    pub(super) const fn above(rank: usize) -> Self {
        Self::between(rank + 1, RANKS)
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) const fn contains(self, rank: usize) -> bool {
        self.0 >> (4 * rank) & 1 == 1
    }
}

impl Iterator for Ranks {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let rank = self.0.trailing_zeros() as usize / 4;
        self.0 &= self.0 - 1;
        Some(rank)
    }
}

impl BitOr for Cards {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAnd for Ranks {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Ranks {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// How a rank is written: `3` to `9`, `T`, `J`, `Q`, `K`, `A`, `2`.
pub(super) fn name_of_rank(rank: usize) -> char {
    // The evaluator's ranks begin with the two, which is the highest here.
    rank_letter(((rank + 1) % RANKS) as u8)
}
