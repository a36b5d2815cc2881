//! How an iteration chooses its cards.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
                "'{text}' is not a sampler; choose public, chance or external (small games are solved in full, by solve)"
            )),
        }
    }
}
