//! How much each opponent cluster counts in the Euclidean distance of OCHS rows.
//!
//! The usual weight of a cluster is its share of all 1,326 holdings, which is how often a deal's opponent is in it.
//! With equal weights the distance is the plain one, and a cluster of a few strong hands counts as much as one of
//! hundreds.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How much each cluster counts; all weights together are 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClusterWeights {
    /// By its share of all holdings.
    #[default]
    Shares,
    /// As much as every other.
    Equal,
}

impl ClusterWeights {
    /// Whether these are the weights of files that do not mention any.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The weights of clusters with the given numbers of holdings.
    pub fn of(self, combos: &[u32]) -> Vec<f64> {
        let all: f64 = combos.iter().copied().map(f64::from).sum();
        let clusters = combos.len() as f64;
        let weight = |&combos: &u32| match self {
            Self::Shares => f64::from(combos) / all,
            Self::Equal => 1.0 / clusters,
        };
        combos.iter().map(weight).collect()
    }
}

impl fmt::Display for ClusterWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Shares => "shares",
            Self::Equal => "equal",
        })
    }
}

impl FromStr for ClusterWeights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "shares" => Ok(Self::Shares),
            "equal" => Ok(Self::Equal),
            _ => Err(format!("'{text}' are no weights; the weights are shares and equal")),
        }
    }
}
