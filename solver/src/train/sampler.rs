//! How an iteration chooses its cards.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::boards::BOARDS_OF_A_BATCH;
use super::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH};
use super::steps::{BOARDS_FOR_ONE_AVERAGED, BOARDS_OF_AN_EPOCH};
use crate::walk::PreparedGame;

/// How an iteration chooses its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampler {
    /// All boards and all holdings (small games).
    Full,
    /// One complete board, all holdings of both players.
    Public,
    /// One deal of all cards, the whole betting tree.
    Chance,
    /// One deal of all cards, all actions of one player against drawn actions of the other.
    External,
}

impl Sampler {
    /// The most iterations of a batch, see [`batch_end`](super::steps::batch_end).
    pub fn most_of_a_batch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_A_BATCH } else { BOARDS_OF_A_BATCH }
    }

    /// Iterations after which rules that discount do so, see [`SampledSteps`](super::steps::SampledSteps).
    pub fn iterations_of_an_epoch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_AN_EPOCH } else { BOARDS_OF_AN_EPOCH }
    }

    /// One of this many iterations takes part in the average strategy.
    pub fn iterations_for_one_averaged(self) -> u64 {
        if self.is_of_deals() { 1 } else { BOARDS_FOR_ONE_AVERAGED }
    }

    /// How many deals the regrets of one iteration are summed over.
    pub fn deals_of_an_iteration(self, game: &PreparedGame<f32>) -> f64 {
        if self.is_of_deals() { 1.0 } else { game.rules.meetings() }
    }

    /// Iterations before the first point of the curve, each of which reads the whole table once.
    pub fn first_curve_point(self) -> u64 {
        if self.is_of_deals() { 10_000 } else { 16 }
    }

    /// What an iteration is.
    pub fn unit(self) -> &'static str {
        if self.is_of_deals() { "deals" } else { "boards" }
    }

    /// Whether an iteration is a deal of both players' hands, not a board for all hands.
    fn is_of_deals(self) -> bool {
        matches!(self, Self::Chance | Self::External)
    }
}

impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "full",
            Self::Public => "public",
            Self::Chance => "chance",
            Self::External => "external",
        })
    }
}

impl FromStr for Sampler {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "full" => Ok(Self::Full),
            "public" => Ok(Self::Public),
            "chance" => Ok(Self::Chance),
            "external" => Ok(Self::External),
            _ => Err(format!(
                "'{text}' is not a sampler; choose public, chance or external (small games are solved in full, \
                 by solve)"
            )),
        }
    }
}
