//! The recipe of a street's buckets: which feature, which distance, how many. It is stored in the file it made.

use evaluator::round::Round;
use serde::{Deserialize, Serialize};

use crate::clustering::KMeansSettings;
use crate::distance::Distance;
use crate::error::AbstractionError;

/// What describes a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "feature", deny_unknown_fields)]
pub enum Feature {
    /// Hand strength distribution.
    Hsd {
        /// Number of bins.
        #[serde(default = "default_bins")]
        bins: u16,
    },
    /// Strength against opponent clusters.
    Ochs {
        /// How many clusters.
        clusters: usize,
    },
}

/// Bins of a strength histogram unless the recipe says otherwise: width 0.02.
pub const DEFAULT_BINS: u16 = 50;

fn default_bins() -> u16 {
    DEFAULT_BINS
}

/// How a street's buckets are made.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketRecipe {
    /// The street: flop, turn or river.
    pub round: Round,
    /// What describes a hand.
    pub feature: Feature,
    /// What makes two hands alike.
    pub distance: Distance,
    /// How many buckets.
    pub count: usize,
    /// Decides the seeding.
    pub seed: u64,
    /// Starts of the clustering; the cheapest is kept.
    pub restarts: u32,
    /// Rows the iterations run on, all rows if `None`.
    pub sample_rows: Option<usize>,
    /// Most iterations a start.
    pub max_iterations: usize,
}

impl BucketRecipe {
    /// A recipe with the field's usual distance (EMD for histograms, Euclidean for OCHS), one start and all rows.
    pub fn new(round: Round, feature: Feature, count: usize, seed: u64) -> Self {
        let distance = match feature {
            Feature::Hsd { .. } => Distance::EarthMover,
            Feature::Ochs { .. } => Distance::Euclidean,
        };
        Self { round, feature, distance, count, seed, restarts: 1, sample_rows: None, max_iterations: 100 }
    }

    /// Whether the recipe can be followed.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), AbstractionError> {
        let wrong = |what, expected: &str, found: String, advice| {
            Err(AbstractionError::Recipe { what, expected: expected.to_owned(), found, advice })
        };
        if self.round == Round::Preflop {
            return wrong(
                "street",
                "flop, turn or river",
                "preflop".into(),
                "before the flop all 169 hands are kept apart",
            );
        }
        match self.feature {
            Feature::Hsd { .. } if self.round == Round::River => {
                return wrong(
                    "feature",
                    "ochs on the river",
                    "hsd".into(),
                    "the river has one strength, no distribution",
                );
            }
            Feature::Hsd { bins } if !(1..=500).contains(&bins) => {
                return wrong("bins", "1 to 500", bins.to_string(), "50 is usual");
            }
            Feature::Ochs { clusters } if !(1..=169).contains(&clusters) => {
                return wrong("clusters", "1 to 169", clusters.to_string(), "8 is usual");
            }
            _ => {}
        }
        self.settings(1.0).check()?;
        Ok(())
    }

    /// The clustering's settings; `unit` is the whole-number distance that counts as 1.
    pub fn settings(&self, unit: f64) -> KMeansSettings {
        KMeansSettings {
            restarts: self.restarts,
            max_iterations: self.max_iterations,
            sample_rows: self.sample_rows,
            unit,
            ..KMeansSettings::new(self.count, self.distance, self.seed)
        }
    }

    /// The recipe as it stands in the file.
    pub fn to_json(&self) -> serde_json::Value {
        let mut recipe = serde_json::json!({
            "street": self.round.name(),
            "distance": self.distance.to_string(),
            "count": self.count,
            "seed": self.seed,
            "restarts": self.restarts,
            "sample_rows": self.sample_rows,
            "max_iterations": self.max_iterations,
        });
        match &self.feature {
            Feature::Hsd { bins } => {
                recipe["feature"] = "hsd".into();
                recipe["bins"] = (*bins).into();
            }
            Feature::Ochs { clusters } => {
                recipe["feature"] = "ochs".into();
                recipe["clusters"] = (*clusters).into();
            }
        }
        recipe
    }
}
