//! One street of a study: its recipe as people write it.

use abstraction::cluster_file::ClusterWeights;
use abstraction::clustering::Centre;
use abstraction::distance::Distance;
use abstraction::recipe::{BucketRecipe, Feature, Method, PublicRecipe, Sample};
use evaluator::round::Round;
use serde::Deserialize;
use std::str::FromStr;

use crate::error::{StudyError, refuse};

/// Buckets of one street; what is left out is as [`BucketRecipe::new`] has it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// `hsd`, `ochs`, `ochs-strength`, `strength` or `strength-squared`.
    pub feature: String,
    /// Bins of histograms, for `hsd` only.
    pub bins: Option<u16>,
    /// `kmeans`, `percentiles` or `split-percentiles`.
    pub method: Option<String>,
    /// `emd` or `l2`.
    pub distance: Option<String>,
    /// `shares` or `equal`, for `ochs` and `ochs-strength` with `l2` only.
    pub weights: Option<String>,
    /// How much the strength counts, for `ochs-strength` only: in hundredths of what all clusters count together.
    pub strength_percent: Option<u16>,
    /// `mean` or `median`.
    pub centre: Option<String>,
    /// How many buckets, 1 to 1,048,576.
    pub buckets: usize,
    /// Clusters of flops, each with its share of the buckets, so that hands remember the flop.
    pub public_clusters: Option<usize>,
    /// Classes of hands that the clusters make their buckets of, for `public_clusters` only.
    pub fine_classes: Option<usize>,
    /// Starts of the clustering; the cheapest is kept.
    pub restarts: Option<u32>,
    /// Rows of the sample that its iterations run on.
    pub sample_rows: Option<usize>,
    /// The same as a share of the distinct rows.
    pub sample_fraction: Option<f64>,
    /// Most iterations a start.
    pub max_iterations: Option<usize>,
    /// The clustering ends when an iteration improves the cost by no more than this share.
    pub tolerance: Option<f64>,
    /// Decides the seeding; follows from the study's seed if left out.
    pub seed: Option<u64>,
}

impl Street {
    /// Whether opponent clusters are needed.
    pub fn uses_clusters(&self) -> bool {
        self.feature.parse::<Feature>().is_ok_and(|feature| feature.opponent_clusters().is_some())
    }

    /// Whether another seed would give other buckets: percentiles draw nothing.
    pub fn is_drawn(&self) -> bool {
        !self.method.as_deref().is_some_and(|method| method.parse().is_ok_and(Method::is_a_cut))
    }

    /// The recipe on a street; `clusters` counts the opponent clusters, `seed` is the street's unless it has its own.
    pub fn recipe(&self, round: Round, clusters: usize, seed: u64) -> Result<BucketRecipe, StudyError> {
        let feature = match (named::<Feature>("feature", &self.feature)?, self.bins) {
            (Feature::Hsd { .. }, Some(bins)) => Feature::Hsd { bins },
            (feature, None) => feature.with_opponent_clusters(clusters),
            (other, Some(bins)) => {
                let found = format!("bins = {bins} with the feature {}", other.name());
                return refuse("bins", format!("bins only with the feature hsd for the {round}"), found);
            }
        };
        let feature = match (feature, self.strength_percent) {
            (Feature::OchsStrength { clusters, .. }, Some(strength_percent)) => {
                Feature::OchsStrength { clusters, strength_percent }
            }
            (feature, None) => feature,
            (other, Some(percent)) => {
                let found = format!("strength_percent = {percent} with the feature {}", other.name());
                let expected = format!("strength_percent only with the feature ochs-strength for the {round}");
                return refuse("strength_percent", expected, found);
            }
        };
        let mut recipe = BucketRecipe::new(round, feature, self.buckets, self.seed.unwrap_or(seed));
        if let Some(method) = &self.method {
            recipe.method = named::<Method>("method", method)?;
        }
        if let Some(distance) = &self.distance {
            recipe = recipe.with_distance(named::<Distance>("distance", distance)?);
        }
        if let Some(weights) = &self.weights {
            recipe.weights = named::<ClusterWeights>("weights", weights)?;
        }
        if let Some(centre) = &self.centre {
            if recipe.method.is_a_cut() {
                let found = format!("centre = \"{centre}\" with the method {}", recipe.method);
                return refuse("centre", format!("no centre with percentiles for the {round}, always a mean"), found);
            }
            recipe.centre = named::<Centre>("centre", centre)?;
        }
        recipe.sample = match (self.sample_rows, self.sample_fraction) {
            (None, None) => Sample::All,
            (Some(rows), None) => Sample::Rows(rows),
            (None, Some(share)) => Sample::Fraction(share),
            (Some(rows), Some(share)) => {
                let found = format!("sample_rows = {rows} and sample_fraction = {share}");
                let expected = format!("one of sample_rows and sample_fraction for the {round}");
                return refuse("sample", expected, found);
            }
        };
        recipe.public = match (self.public_clusters, self.fine_classes) {
            (Some(clusters), None) => Some(PublicRecipe::new(clusters, self.buckets)),
            (Some(clusters), Some(fine)) => Some(PublicRecipe { clusters, fine }),
            (None, None) => None,
            (None, Some(fine)) => {
                let expected = format!("public_clusters beside it for the {round}");
                return refuse("fine_classes", expected, fine);
            }
        };
        recipe.restarts = self.restarts.unwrap_or(recipe.restarts);
        recipe.max_iterations = self.max_iterations.unwrap_or(recipe.max_iterations);
        recipe.tolerance = self.tolerance.unwrap_or(recipe.tolerance);
        recipe.check()?;
        Ok(recipe)
    }
}

fn named<T: FromStr<Err = String>>(what: &'static str, text: &str) -> Result<T, StudyError> {
    text.parse().or_else(|expected| refuse(what, expected, text))
}
