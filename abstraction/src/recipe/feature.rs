//! The features that a recipe can name.
//!
//! How a recipe makes buckets from rows of features, and from which rows.

use evaluator::words::did_you_mean_by;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

use crate::distance::Distance;

/// What describes a hand. Every feature exists on every street after the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "feature")]
pub enum Feature {
    /// Hand strength distribution on the river, as a histogram.
    Hsd { bins: u16 },
    /// Strength against opponent clusters.
    Ochs { clusters: usize },
    /// The same with the expected strength against everybody as one more number.
    OchsStrength {
        clusters: usize,
        /// How much the strength counts in the distance, in hundredths of what all clusters together count.
        strength_percent: u16,
    },
    /// Expected strength on the river, `E[HS]`.
    Strength,
    /// Expected squared strength on the river, `E[HS²]`, which favours hands that may become strong.
    StrengthSquared,
}

/// Bins of a strength histogram unless the recipe says otherwise: width 0.02.
pub const DEFAULT_BINS: u16 = 50;
/// Opponent clusters unless the recipe says otherwise, as in Johanson et al. 2013.
pub const DEFAULT_CLUSTERS: usize = 8;
/// What the strength beside OCHS counts unless the recipe says otherwise: as much as all clusters together.
pub const DEFAULT_STRENGTH_PERCENT: u16 = 100;

impl Feature {
    /// The name in recipes, on the command line and in study files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hsd { .. } => "hsd",
            Self::Ochs { .. } => "ochs",
            Self::OchsStrength { .. } => "ochs-strength",
            Self::Strength => "strength",
            Self::StrengthSquared => "strength-squared",
        }
    }

    /// Numbers that describe one hand.
    pub const fn dimensions(self) -> usize {
        match self {
            Self::Hsd { bins } => bins as usize,
            Self::Ochs { clusters } => clusters,
            Self::OchsStrength { clusters, .. } => clusters + 1,
            Self::Strength | Self::StrengthSquared => 1,
        }
    }

    /// How many opponent clusters it is measured against, if any.
    pub const fn opponent_clusters(self) -> Option<usize> {
        match self {
            Self::Ochs { clusters } | Self::OchsStrength { clusters, .. } => Some(clusters),
            Self::Hsd { .. } | Self::Strength | Self::StrengthSquared => None,
        }
    }

    /// The same against another number of opponent clusters, if it is measured against any.
    #[must_use]
    pub const fn with_opponent_clusters(self, clusters: usize) -> Self {
        match self {
            Self::Ochs { .. } => Self::Ochs { clusters },
            Self::OchsStrength { strength_percent, .. } => Self::OchsStrength { clusters, strength_percent },
            Self::Hsd { .. } | Self::Strength | Self::StrengthSquared => self,
        }
    }

    /// The field's usual distance: EMD for histograms and for single numbers (there it is their difference), Euclidean
    /// for OCHS.
    pub(crate) const fn usual_distance(self) -> Distance {
        match self {
            Self::Ochs { .. } | Self::OchsStrength { .. } => Distance::Euclidean,
            _ => Distance::EarthMover,
        }
    }
}

impl FromStr for Feature {
    type Err = String;

    /// A feature of that name with its usual numbers.
    fn from_str(text: &str) -> Result<Self, String> {
        let all = [
            Self::Hsd { bins: DEFAULT_BINS },
            Self::Ochs { clusters: DEFAULT_CLUSTERS },
            Self::OchsStrength { clusters: DEFAULT_CLUSTERS, strength_percent: DEFAULT_STRENGTH_PERCENT },
            Self::Strength,
            Self::StrengthSquared,
        ];
        let names = all.map(Self::name);
        let found = all.into_iter().find(|feature| feature.name() == text);
        found.ok_or_else(|| {
            let meant = did_you_mean_by(text, names.iter().map(|&name| (name, name)).chain(OTHER_NAMES));
            format!("'{text}' is not a feature; the features are {}{meant}", names.join(", "))
        })
    }
}

/// What the literature calls some of the features.
const OTHER_NAMES: [(&str, &str); 7] = [
    ("histogram", "hsd"),
    ("distribution", "hsd"),
    ("ehs", "strength"),
    ("equity", "strength"),
    ("hs", "strength"),
    ("ehs2", "strength-squared"),
    ("hs2", "strength-squared"),
];

/// The most that the strength beside OCHS may count.
pub(crate) const MOST_STRENGTH_PERCENT: u16 = 10_000;

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

tables::words!(Method, "a method", {
    KMeans => "kmeans",
    Percentiles => "percentiles",
    SplitPercentiles => "split-percentiles",
});

/// The rows that the clustering's iterations run on; all hands are assigned in the end.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sample {
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
