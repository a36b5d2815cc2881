//! One playing card, its rank and suit, how both are written (`As`, `Td`), and all the ways in which they are read.

use std::fmt;
use std::str::FromStr;

use super::error::CardError;

/// Number of ranks, deuce to ace.
pub const RANKS: usize = 13;
pub const SUITS: usize = 4;
pub const CARDS: usize = RANKS * SUITS;

const RANK_LETTERS: &[u8; RANKS] = b"23456789TJQKA";
const SUIT_LETTERS: &[u8; SUITS] = b"cdhs";
const SUIT_SYMBOLS: [&str; SUITS] = ["♣♧", "♦♢", "♥♡", "♠♤"];
/// They say whether a symbol is drawn as a letter or as a picture.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// A card of the 52-card deck, numbered `4 * rank + suit`.
///
/// Ranks run 0 (deuce) to 12 (ace), suits 0..4 in the order clubs, diamonds, hearts, spades. Ordering cards orders
/// them by rank first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a rank (0..13) and a suit (0..4).
    ///
    /// # Panics
    /// If either is out of range: both come from code, never from input.
    #[inline]
    pub const fn new(rank: u8, suit: u8) -> Self {
        assert!(rank < RANKS as u8 && suit < SUITS as u8);
        Self(4 * rank + suit)
    }

    /// The card with the given number in 0..52, or `None` for a larger number.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number < CARDS as u8 { Some(Self(number)) } else { None }
    }

    /// All 52 cards in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..CARDS as u8).map(Self)
    }

    /// The card's number, `4 * rank + suit`, in 0..52.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// 0 for the deuce to 12 for the ace.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }
}

/// The letter of a rank in 0..13: `2`..`9`, `T`, `J`, `Q`, `K`, `A`.
pub fn rank_letter(rank: u8) -> char {
    RANK_LETTERS[usize::from(rank)] as char
}

/// The rank that a letter stands for, upper or lower case.
pub fn rank_of_letter(letter: char) -> Option<u8> {
    let upper = letter.to_ascii_uppercase();
    RANK_LETTERS.iter().position(|&l| l as char == upper).map(|rank| rank as u8)
}

/// The suit that a letter stands for, upper or lower case.
pub(crate) fn suit_of_letter(letter: char) -> Option<u8> {
    let lower = letter.to_ascii_lowercase();
    SUIT_LETTERS.iter().position(|&l| l as char == lower).map(|suit| suit as u8)
}

/// The letters of ranks and suits, each with what was typed for it: `10` stands for `T`, and `♥` for `h`. Whatever
/// reads cards, starting hands or ranges reads these.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = (char, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(VARIATION_SELECTORS);
        let first = rest.chars().next()?;
        let is_ten = rest.starts_with("10");
        let (typed, after) = rest.split_at(if is_ten { 2 } else { first.len_utf8() });
        rest = after;
        let suit = SUIT_SYMBOLS.iter().position(|symbols| symbols.contains(first));
        let letter = suit.map_or(first, |suit| SUIT_LETTERS[suit] as char);
        Some((if is_ten { 'T' } else { letter }, typed))
    })
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", rank_letter(self.rank()), SUIT_LETTERS[usize::from(self.suit())] as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Reads exactly one card, such as `As` or `td`.
    fn from_str(text: &str) -> Result<Self, CardError> {
        match parse_cards(text)?.as_slice() {
            [card] => Ok(*card),
            cards => Err(CardError::Count { text: text.to_owned(), expected: "1 card", found: cards.len() }),
        }
    }
}

/// Reads a list of distinct cards, with or without spaces and commas between them: `Qs7h2c`, `Qs 7h, 2c`, `10♥9♥`.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    let unknown = |found: String| CardError::Unknown { text: text.to_owned(), found };
    let mut letters = letters(text).filter(|&(letter, _)| !letter.is_whitespace() && letter != ',');
    let mut cards = Vec::new();
    while let Some((rank, typed_rank)) = letters.next() {
        let (suit, typed_suit) = letters.next().ok_or_else(|| unknown(typed_rank.to_owned()))?;
        let (Some(rank), Some(suit)) = (rank_of_letter(rank), suit_of_letter(suit)) else {
            return Err(unknown(format!("{typed_rank}{typed_suit}")));
        };
        let card = Card::new(rank, suit);
        if cards.contains(&card) {
            return Err(CardError::Repeated { text: text.to_owned(), card });
        }
        cards.push(card);
    }
    Ok(cards)
}
