//! The 1,326 pairs of hole cards and the 169 starting-hand classes they fall into.

use std::fmt;
use std::str::FromStr;

use super::card::{CARDS, Card, RANKS, SUITS, letters, rank_letter, rank_of_letter};
use super::card_set::CardSet;

pub const HOLDINGS: usize = CARDS * (CARDS - 1) / 2;
/// Number of classes of hole cards up to a permutation of suits.
pub const STARTING_HANDS: usize = RANKS * RANKS;

/// Two different hole cards; with card numbers `low < high` the holding's number is `high * (high - 1) / 2 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holding(u16);

const CARDS_OF: [(Card, Card); HOLDINGS] = {
    let deuce = Card::new(0, 0);
    let mut table = [(deuce, deuce); HOLDINGS];
    let mut number = 0;
    let mut high = 1u8;
    while high < CARDS as u8 {
        let mut low = 0u8;
        while low < high {
            table[number] = (Card::new(low >> 2, low & 3), Card::new(high >> 2, high & 3));
            number += 1;
            low += 1;
        }
        high += 1;
    }
    table
};

impl Holding {
    /// The holding of two different cards, in either order; `None` for the same card twice.
    #[inline]
    pub fn new(a: Card, b: Card) -> Option<Self> {
        let (low, high) = if a < b { (a.number(), b.number()) } else { (b.number(), a.number()) };
        (low < high).then(|| Self((high * (high - 1) / 2 + low) as u16))
    }

    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < HOLDINGS { Some(Self(number as u16)) } else { None }
    }

    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..HOLDINGS as u16).map(Self)
    }

    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Both cards, the lower card number first.
    #[inline]
    pub const fn cards(self) -> (Card, Card) {
        CARDS_OF[self.0 as usize]
    }

    #[inline]
    pub const fn card_set(self) -> CardSet {
        let (low, high) = self.cards();
        CardSet::single(low).with(high)
    }

    #[inline]
    pub fn starting_hand(self) -> StartingHand {
        let (low, high) = self.cards();
        StartingHand::new(high.rank(), low.rank(), high.suit() == low.suit())
    }
}

impl fmt::Display for Holding {
    /// The higher card first, as in `AhKd`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.cards();
        write!(f, "{high}{low}")
    }
}

impl fmt::Debug for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 169 classes of hole cards: a cell of the 13 × 13 grid, numbered `13 * row + column`.
///
/// The grid is the one poker players draw: suited hands above the diagonal (row < column), pairs on it, offsuit hands
/// below; row and column are ranks, 0 for the deuce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartingHand(u8);

impl StartingHand {
    /// The class of two ranks (0..13), in either order; `suited` means nothing for a pair.
    #[inline]
    pub const fn new(a: u8, b: u8, suited: bool) -> Self {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        assert!(high < RANKS as u8);
        if suited { Self(low * RANKS as u8 + high) } else { Self(high * RANKS as u8 + low) }
    }

    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < STARTING_HANDS { Some(Self(number as u8)) } else { None }
    }

    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..STARTING_HANDS as u8).map(Self)
    }

    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Row and column in the grid, both ranks in 0..13.
    #[inline]
    pub const fn grid_cell(self) -> (u8, u8) {
        (self.0 / RANKS as u8, self.0 % RANKS as u8)
    }

    /// The higher and the lower rank.
    #[inline]
    pub const fn ranks(self) -> (u8, u8) {
        let (row, column) = self.grid_cell();
        if row > column { (row, column) } else { (column, row) }
    }

    #[inline]
    pub const fn is_pair(self) -> bool {
        let (row, column) = self.grid_cell();
        row == column
    }

    #[inline]
    pub const fn is_suited(self) -> bool {
        let (row, column) = self.grid_cell();
        row < column
    }

    /// How many holdings the class has: 6 for pairs, 4 suited, 12 offsuit.
    #[inline]
    pub const fn combos(self) -> usize {
        if self.is_pair() {
            6
        } else if self.is_suited() {
            4
        } else {
            12
        }
    }

    /// Its holdings, [`Self::combos`] of them.
    pub fn holdings(self) -> impl Iterator<Item = Holding> + Clone {
        let (high, low) = self.ranks();
        let suits = (0..SUITS as u8).flat_map(|high| (0..SUITS as u8).map(move |low| (high, low)));
        let suits = suits.filter(move |(high, low)| match (self.is_pair(), self.is_suited()) {
            (true, _) => low < high,
            (false, true) => low == high,
            (false, false) => low != high,
        });
        suits
            .filter_map(move |(high_suit, low_suit)| Holding::new(Card::new(high, high_suit), Card::new(low, low_suit)))
    }

    /// The holding of this class with the lowest number.
    pub fn first_holding(self) -> Holding {
        let (high, low) = self.ranks();
        let low_suit = if self.is_suited() { 0 } else { 1 };
        Holding::new(Card::new(high, 0), Card::new(low, low_suit)).expect("a class has two different cards")
    }
}

impl fmt::Display for StartingHand {
    /// `AA`, `AKs` or `AKo`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = self.ranks();
        let kind = match (self.is_pair(), self.is_suited()) {
            (true, _) => "",
            (false, true) => "s",
            (false, false) => "o",
        };
        write!(f, "{}{}{kind}", rank_letter(high), rank_letter(low))
    }
}

impl fmt::Debug for StartingHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for StartingHand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a starting hand; they read AA, AKs or AKo");
        let letters: Vec<char> = letters(text).map(|(letter, _)| letter).collect();
        let rank = |i: usize| letters.get(i).copied().and_then(rank_of_letter).ok_or_else(wrong);
        let (a, b) = (rank(0)?, rank(1)?);
        match (letters.get(2).map(char::to_ascii_lowercase), letters.len(), a == b) {
            (None, 2, true) => Ok(Self::new(a, b, false)),
            (Some('s'), 3, false) => Ok(Self::new(a, b, true)),
            (Some('o'), 3, false) => Ok(Self::new(a, b, false)),
            _ => Err(wrong()),
        }
    }
}
