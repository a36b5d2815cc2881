//! The four betting rounds of hold'em (`preflop`, `flop`, `turn`, `river`).

use std::fmt;
use std::str::FromStr;

use super::words::did_you_mean;

/// A betting round, called a street on the command line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Round {
    Preflop,
    Flop,
    Turn,
    River,
}

impl Round {
    pub const ALL: [Self; 4] = [Self::Preflop, Self::Flop, Self::Turn, Self::River];

    /// 0 for pre-flop to 3 for the river.
    #[inline]
    pub const fn number(self) -> usize {
        self as usize
    }

    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// How many cards lie on the board: 0, 3, 4, 5.
    #[inline]
    pub const fn board_cards(self) -> usize {
        [0, 3, 4, 5][self as usize]
    }

    /// The round with that many board cards.
    pub fn of_board_cards(cards: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|round| round.board_cards() == cards)
    }

    /// `preflop`, `flop`, `turn` or `river`.
    pub const fn name(self) -> &'static str {
        ["preflop", "flop", "turn", "river"][self as usize]
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Round {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|round| round.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let meant = did_you_mean(text, Self::ALL.map(Self::name));
            format!("'{text}' is not a street; the streets are preflop, flop, turn and river{meant}")
        })
    }
}
