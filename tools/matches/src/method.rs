//! How a match is measured, and what comes out.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::error::MatchError;

/// How a match is measured, with its amount of sampling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Boards are drawn, hole cards and actions are computed exactly.
    Boards {
        /// How many boards, at least 1.
        boards: u64,
    },
    /// Cards and actions are drawn.
    Hands {
        /// How many games, even and at least 2: each deal is played twice.
        games: u64,
    },
}

impl Method {
    /// `boards` or `hands`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boards { .. } => "boards",
            Self::Hands { .. } => "hands",
        }
    }

    /// The method of a name with an amount of boards or games.
    pub fn named(name: &str, amount: u64) -> Result<Self, MatchError> {
        let method = match name {
            "boards" => Self::Boards { boards: amount },
            "hands" => Self::Hands { games: amount },
            _ => return Err(MatchError::UnknownMethod { found: name.chars().take(40).collect() }),
        };
        method.check()?;
        Ok(method)
    }

    /// Checks that this amount can be played.
    pub fn check(self) -> Result<(), MatchError> {
        let (amount, fits, expected) = match self {
            Self::Boards { boards } => (boards, (1..=MOST_BOARDS).contains(&boards), "1 to 10,000,000 boards"),
            Self::Hands { games } => {
                let fits = (2..=MOST).contains(&games) && games.is_multiple_of(2);
                (games, fits, "an even number of games (each deal is played from both seats), 2 to 2^32")
            }
        };
        if fits { Ok(()) } else { Err(MatchError::Amount { what: self.name(), expected, found: amount }) }
    }

    /// How many independent observations the method makes: boards, or deals.
    pub const fn observations(self) -> u64 {
        match self {
            Self::Boards { boards } => boards,
            Self::Hands { games } => games / 2,
        }
    }
}

/// More would take months.
const MOST: u64 = 1 << 32;
/// The value of each board is kept; beyond a few million, there are fewer boards in all.
const MOST_BOARDS: u64 = 10_000_000;

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What one player wins from another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The first player's winnings in thousandths of a big blind per game, averaged over both seats.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval over the observations, in the same unit; infinite (`null` in JSON) for a
    /// single one, 0 for `exact`.
    pub ci95: f64,
    /// Games: played ones for `hands`; for `boards` and `exact` all that were valued, both seatings of every pair of
    /// holdings that can meet on each board.
    pub games: u64,
    /// `boards`, `hands` or `exact`.
    pub method: String,
    /// Independent observations: boards or deals; for `exact` the boards that differ by more than the names of suits.
    pub observations: u64,
}
