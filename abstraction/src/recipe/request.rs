//! What is asked for when buckets of a street are wanted: one request behind the flags of `buckets build`, the tables
//! of a study and the arguments of Python. A new option is a field here and its check.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{BucketRecipe, Feature, Method, PublicRecipe, Sample};
use crate::cluster_file::ClusterWeights;
use crate::clustering::Centre;
use crate::distance::Distance;
use crate::error::AbstractionError;
use crate::street::Street;

/// Buckets of one street; what is left out is as [`BucketRecipe::new`] has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BucketRequest {
    #[serde(serialize_with = "name_of", deserialize_with = "by_name")]
    pub feature: Feature,
    /// Bins of histograms, for `hsd` only.
    pub bins: Option<u16>,
    /// How much the strength counts, for `ochs-strength` only: in hundredths of what all clusters count together.
    pub strength_percent: Option<u16>,
    #[serde(default, with = "tables::text::word")]
    pub method: Option<Method>,
    #[serde(default, with = "tables::text::word")]
    pub distance: Option<Distance>,
    /// How much each opponent cluster counts, for `ochs` and `ochs-strength` with `l2` only.
    #[serde(default, with = "tables::text::word")]
    pub weights: Option<ClusterWeights>,
    /// Where a bucket's centre lies, for `kmeans` only.
    #[serde(default, with = "tables::text::word")]
    pub centre: Option<Centre>,
    /// How many buckets, 1 to 1,048,576.
    #[serde(rename = "buckets", alias = "count")]
    pub count: usize,
    /// Clusters of flops, each with its share of the buckets, so that hands remember the flop.
    pub public_clusters: Option<usize>,
    /// Classes of hands that the clusters make their buckets of, for `public_clusters` only.
    #[serde(rename = "fine_classes", alias = "fine")]
    pub fine: Option<usize>,
    pub restarts: Option<u32>,
    /// Rows of the sample that its iterations run on.
    pub sample_rows: Option<usize>,
    /// The same as a share of the distinct rows.
    pub sample_fraction: Option<f64>,
    pub max_iterations: Option<usize>,
    /// The clustering ends when an iteration improves the cost by no more than this share.
    pub tolerance: Option<f64>,
    /// Decides the seeding; the caller's seed if left out.
    pub seed: Option<u64>,
}

impl BucketRequest {
    pub fn uses_clusters(&self) -> bool {
        self.feature.opponent_clusters().is_some()
    }

    /// Whether another seed would give other buckets: percentiles draw nothing.
    pub fn is_drawn(&self) -> bool {
        !self.method.is_some_and(Method::is_a_cut)
    }

    /// The recipe on a street; `clusters` counts the opponent clusters, `seed` is the street's unless it has its own.
    pub fn recipe(&self, street: Street, clusters: usize, seed: u64) -> Result<BucketRecipe, AbstractionError> {
        let refuse = |what, expected: String, found: String| {
            let expected = format!("{expected} for the {}", street.round);
            Err(AbstractionError::recipe(what, expected, found, "leave it out or change the other"))
        };
        let name = self.feature.name();
        let feature = match (self.feature.with_opponent_clusters(clusters), self.bins, self.strength_percent) {
            (Feature::Hsd { .. }, Some(bins), None) => Feature::Hsd { bins },
            (Feature::OchsStrength { clusters, .. }, None, Some(strength_percent)) => {
                Feature::OchsStrength { clusters, strength_percent }
            }
            (feature, None, None) => feature,
            (Feature::Hsd { .. }, _, Some(percent)) | (_, None, Some(percent)) => {
                let expected = "strength_percent only with the feature ochs-strength".to_owned();
                return refuse("strength_percent", expected, format!("{percent} with the feature {name}"));
            }
            (_, Some(bins), _) => {
                let expected = "bins only with the feature hsd".to_owned();
                return refuse("bins", expected, format!("{bins} with the feature {name}"));
            }
        };
        let mut recipe = BucketRecipe::new(street, feature, self.count, self.seed.unwrap_or(seed));
        recipe.method = self.method.unwrap_or_default();
        if let Some(distance) = self.distance {
            recipe = recipe.with_distance(distance);
        }
        recipe.weights = self.weights.unwrap_or_default();
        if let Some(centre) = self.centre {
            if recipe.method.is_a_cut() {
                let expected = "no centre with percentiles, where it is always the mean,".to_owned();
                return refuse("centre", expected, format!("{centre} with the method {}", recipe.method));
            }
            recipe.centre = centre;
        }
        recipe.sample = match (self.sample_rows, self.sample_fraction) {
            (None, None) => Sample::All,
            (Some(rows), None) => Sample::Rows(rows),
            (None, Some(share)) => Sample::Fraction(share),
            (Some(rows), Some(share)) => {
                let expected = "one of sample_rows and sample_fraction".to_owned();
                return refuse("sample", expected, format!("{rows} rows and a share of {share}"));
            }
        };
        recipe.public = match (self.public_clusters, self.fine) {
            (None, None) => None,
            (Some(clusters), None) => Some(PublicRecipe::new(clusters, self.count)),
            (Some(clusters), Some(fine)) => Some(PublicRecipe { clusters, fine }),
            (None, Some(fine)) => {
                return refuse("fine classes", "public_clusters beside it".to_owned(), fine.to_string());
            }
        };
        recipe.restarts = self.restarts.unwrap_or(recipe.restarts);
        recipe.max_iterations = self.max_iterations.unwrap_or(recipe.max_iterations);
        recipe.tolerance = self.tolerance.unwrap_or(recipe.tolerance);
        recipe.check()?;
        Ok(recipe)
    }
}

fn name_of<S: Serializer>(feature: &Feature, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(feature.name())
}

fn by_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Feature, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}
