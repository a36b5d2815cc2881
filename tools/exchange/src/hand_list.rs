//! All canonical hands of a street in the order of their index, as cards.

use evaluator::card::Card;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::Holding;
use evaluator::round::Round;
use rayon::prelude::*;
use std::path::Path;
use tables::together::progress::{Progress, Update};

use crate::error::ExchangeError;
use crate::npy::NpyWriter;

/// Hands that are made between two checks of the progress.
const HANDS_AT_ONCE: u64 = 1 << 20;
/// The most cards of a hand: two of the player and five of the board.
const MOST_CARDS: usize = 7;

/// Which numbering of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// The board is a set, as in features and bucket files.
    BoardFirst,
    /// Rounds are kept apart.
    RoundsApart,
}

impl Numbering {
    /// How many hands a street has.
    pub fn hands(self, round: Round) -> u64 {
        match self {
            Self::BoardFirst => BoardFirst::of(round).hands(),
            Self::RoundsApart => RoundsApart::of(round).hands(),
        }
    }

    /// The cards of a hand, the player's two first; the places after them are empty.
    fn cards(self, round: Round, index: u64) -> Option<[u8; MOST_CARDS]> {
        let mut cards = [0; MOST_CARDS];
        let (hole, board): (Holding, Vec<Card>) = match self {
            Self::BoardFirst => {
                let (hole, board) = BoardFirst::of(round).unindex(HandIndex(index))?;
                (hole, board.iter().collect())
            }
            Self::RoundsApart => {
                let (hole, board) = RoundsApart::of(round).unindex(HandIndex(index))?;
                (hole, board.to_vec())
            }
        };
        for (place, card) in cards.iter_mut().zip(<[Card; 2]>::from(hole.cards()).into_iter().chain(board)) {
            *place = card.number() as u8;
        }
        Some(cards)
    }
}

/// Writes the cards of all canonical hands, `[hand][card]` of `u8`: the player's two cards, then the board; a card's
/// number is 4 · rank + suit, deuce 0 to ace 12, clubs 0 to spades 3. Returns the array's shape.
pub fn write_hands(
    round: Round,
    numbering: Numbering,
    path: &Path,
    progress: &dyn Progress,
) -> Result<[u64; 2], ExchangeError> {
    let (hands, width) = (numbering.hands(round), 2 + BoardFirst::of(round).board_cards());
    let shape = [hands, width as u64];
    let mut writer = NpyWriter::<u8>::create(path, &shape)?;
    for first in (0..hands).step_by(HANDS_AT_ONCE as usize) {
        progress.check()?;
        let last = hands.min(first + HANDS_AT_ONCE);
        let some: Vec<[u8; MOST_CARDS]> =
            (first..last).into_par_iter().filter_map(|index| numbering.cards(round, index)).collect();
        writer.push(some.iter().flat_map(|cards| &cards[..width]).copied())?;
        progress.report(&Update { stage: "canonical hands", done: last, of: hands, unit: "hands", note: None });
    }
    writer.finish()?;
    Ok(shape)
}
