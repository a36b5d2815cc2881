//! How a recipe makes buckets from rows of features, and from which rows.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How hands become buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Similar hands together: k-means under the recipe's distance.
    #[default]
    KMeans,
    /// Hands in order of their single number, cut into parts of equally many deals; equal hands are never split, so
    /// that fewer buckets may come out. For `strength` and `strength-squared`.
    Percentiles,
    /// The same with equal hands split where a part is full, in the order of their boards: the requested number of
    /// buckets comes out, and neighbouring buckets may be equally strong.
    #[serde(rename = "split-percentiles")]
    SplitPercentiles,
}

impl Method {
    /// Whether hands are cut along a single number. Nothing is drawn then.
    pub const fn is_a_cut(self) -> bool {
        matches!(self, Self::Percentiles | Self::SplitPercentiles)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::KMeans => "kmeans",
            Self::Percentiles => "percentiles",
            Self::SplitPercentiles => "split-percentiles",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "kmeans" => Ok(Self::KMeans),
            "percentiles" => Ok(Self::Percentiles),
            "split-percentiles" => Ok(Self::SplitPercentiles),
            _ => Err(format!("'{text}' is not a method; the methods are kmeans, percentiles and split-percentiles")),
        }
    }
}

/// The rows that the clustering's iterations run on; all hands are assigned in the end.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sample {
    /// Every distinct row.
    #[default]
    All,
    /// A weighted sample of about this many rows.
    Rows(usize),
    /// A weighted sample of this share of the distinct rows, above 0 and at most 1.
    Fraction(f64),
}

impl Sample {
    /// How many of `distinct` rows; at least 20 per bucket, `None` for all.
    pub fn rows(self, distinct: usize, buckets: usize) -> Option<usize> {
        match self {
            Self::All => None,
            Self::Rows(rows) => Some(rows),
            Self::Fraction(share) => Some(((distinct as f64 * share) as usize).max(20 * buckets)),
        }
        .filter(|&rows| rows < distinct)
    }
}
