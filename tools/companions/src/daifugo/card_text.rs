//! How cards are written: `3s 8c Td Jk`, where `Jk` is the joker.

use std::fmt;
use std::str::FromStr;

use evaluator::card::{SUITS, rank_letter, rank_of_letter};

use crate::error::CompanionError;

use super::cards::{Cards, JOKER, RANKS};

const SUIT_LETTERS: &[u8; SUITS] = b"cdhs";

/// How a rank is written: `3` to `9`, `T`, `J`, `Q`, `K`, `A`, `2`.
pub fn name_of_rank(rank: usize) -> char {
    // The evaluator's ranks begin with the two, which is the highest here.
    rank_letter(((rank + 1) % RANKS) as u8)
}

impl fmt::Display for Cards {
    /// The cards from the lowest to the highest, with blanks between: `3s 8c Jk`, where `Jk` is the joker.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            let mut rest = card;
            let number = rest.take_lowest();
            match number / 4 {
                JOKER => write!(f, "{gap}Jk")?,
                rank => write!(f, "{gap}{}{}", name_of_rank(rank), SUIT_LETTERS[number % 4] as char)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Cards {
    type Err = CompanionError;

    /// Reads cards separated by blanks; nothing is the empty set.
    fn from_str(text: &str) -> Result<Self, CompanionError> {
        let refuse =
            |found: String, expected: &str, advice: &str| Err(CompanionError::input("cards", found, expected, advice));
        let mut cards = Self::NONE;
        for word in text.split_whitespace() {
            cards = match card_of(word) {
                None => return refuse(format!("'{word}'"), "a rank and a suit", "write 3s or Td, Jk for the joker"),
                Some(card) if cards.holds(card) => {
                    return refuse(format!("{word} twice"), "each card once", "leave one out");
                }
                Some(card) => cards | card,
            };
        }
        Ok(cards)
    }
}

fn card_of(word: &str) -> Option<Cards> {
    if word.eq_ignore_ascii_case("jk") {
        return Some(Cards::JOKER);
    }
    let mut letters = word.chars();
    let (rank, suit, None) = (letters.next()?, letters.next()?, letters.next()) else { return None };
    let rank = (usize::from(rank_of_letter(rank)?) + RANKS - 1) % RANKS;
    let suit = SUIT_LETTERS.iter().position(|&letter| letter as char == suit.to_ascii_lowercase())?;
    Some(Cards::card(4 * rank + suit))
}
