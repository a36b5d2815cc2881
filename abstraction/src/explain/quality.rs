//! What can be said of a street's buckets without looking at a hand: their sizes, and what the clustering cost.
//!
//! Sizes are counted in raw deals. `2^H`, with `H` the entropy in bits of the bucket of a random deal, is the number of
//! equally large buckets that would carry as much information: the effective number.

use serde::Serialize;
use serde_json::Value;
use tables::buckets::table::BucketTable;

use super::comparison::PartSums;
use crate::error::AbstractionError;
use crate::recipe::{BucketRecipe, Feature};

/// A bucket is a giant if it holds more deals than this many times the mean.
pub const GIANT: f64 = 10.0;
/// How many giants are listed.
pub const GIANTS_LISTED: usize = 5;

/// The sizes of a street's buckets and what is known of their making. What a file does not record is `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketQuality {
    pub street: String,
    pub hands: u64,
    pub deals: u64,
    /// Buckets with hands in them.
    pub buckets: usize,
    /// How many were asked for.
    pub requested_buckets: Option<u64>,
    /// Asked for and not filled, or in the file without a hand.
    pub empty_buckets: u64,
    /// The number of equally large buckets that would say as much about a deal.
    pub effective_buckets: f64,
    /// Deals in the smallest bucket, at the first quartile, the median and the third quartile, and in the largest
    /// bucket.
    pub deals_at_quartiles: [u64; 5],
    /// How many buckets are of which size.
    pub sizes: SizeHistogram,
    /// How many buckets are more than [`GIANT`] times as large as the mean.
    pub giant_buckets: usize,
    /// The largest of them, at most [`GIANTS_LISTED`].
    pub giants: Vec<BucketSize>,
    /// Different rows that were clustered.
    pub distinct_rows: Option<u64>,
    /// The mean distance of a deal from its bucket's centre, in the file's [`cost_unit`].
    pub within_cluster_cost: Option<f64>,
    /// The same after each iteration.
    pub cost_per_iteration: Vec<f64>,
    /// Whether the last iteration improved the cost by no more than the tolerance.
    pub converged: Option<bool>,
    /// The share of the variance of (expected) strength that lies between buckets rather than within.
    pub strength_variance_explained: Option<f64>,
}

/// Buckets by size: bin `i` counts those with `mean · 2^(lowest + i)` to `mean · 2^(lowest + i + 1)` deals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SizeHistogram {
    /// The binary logarithm of the first bin's lower end over the mean size.
    pub lowest: i32,
    /// Buckets in each bin; the first and the last bin are not empty.
    pub buckets: Vec<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketSize {
    /// Its number, from 0 for the weakest.
    pub bucket: usize,
    pub hands: u64,
    pub deals: u64,
    pub share: f64,
    /// The mean strength of its deals, 0 to 1.
    pub mean_strength: f32,
}

impl BucketSize {
    /// The size of a bucket that the table has; `None` beyond the last.
    pub fn of(table: &BucketTable, bucket: usize) -> Option<Self> {
        let deals = *table.deals_in_bucket().get(bucket)?;
        Some(Self {
            bucket,
            hands: *table.hands_in_bucket().get(bucket)?,
            deals,
            share: deals as f64 / all_deals(table) as f64,
            mean_strength: *table.mean_strength().get(bucket)?,
        })
    }
}

/// Sums up a bucket file; only its short sections are read.
pub fn bucket_quality(table: &BucketTable) -> Result<BucketQuality, AbstractionError> {
    let facts: Value = table.file().meta("facts")?;
    let number = |name: &str| facts.get(name).and_then(Value::as_f64);
    let count = |name: &str| facts.get(name).and_then(Value::as_u64);
    let mut sizes: Vec<u64> = table.deals_in_bucket().iter().copied().filter(|&deals| deals > 0).collect();
    sizes.sort_unstable();
    let (buckets, deals) = (sizes.len(), all_deals(table));
    let mean = deals as f64 / buckets.max(1) as f64;
    let place = |quarter: usize| sizes.get(buckets.saturating_sub(1) * quarter / 4).copied().unwrap_or(0);
    let mut giants: Vec<usize> =
        (0..table.bucket_count()).filter(|&it| table.deals_in_bucket()[it] as f64 > GIANT * mean).collect();
    giants.sort_by_key(|&bucket| std::cmp::Reverse(table.deals_in_bucket()[bucket]));
    let giant_buckets = giants.len();
    giants.truncate(GIANTS_LISTED);
    let requested_buckets = count("requested_buckets");
    let entropy = sizes.iter().copied().collect::<PartSums>().entropy();
    Ok(BucketQuality {
        street: table.round().name().to_owned(),
        hands: table.hands_in_bucket().iter().fold(0, |sum, &hands| sum.saturating_add(hands)),
        deals,
        buckets,
        requested_buckets,
        empty_buckets: requested_buckets.unwrap_or(0).max(table.bucket_count() as u64) - buckets as u64,
        effective_buckets: entropy.exp2(),
        deals_at_quartiles: [0, 1, 2, 3, 4].map(place),
        sizes: SizeHistogram::of(&sizes, mean),
        giant_buckets,
        giants: giants.into_iter().filter_map(|bucket| BucketSize::of(table, bucket)).collect(),
        distinct_rows: count("distinct_rows"),
        within_cluster_cost: number("within_cluster_cost"),
        cost_per_iteration: table.cost_per_iteration().to_vec(),
        converged: facts.get("converged").and_then(Value::as_bool),
        strength_variance_explained: number("strength_variance_explained"),
    })
}

/// The deals of all buckets; never overflows, even if the file is damaged.
pub(crate) fn all_deals(table: &BucketTable) -> u64 {
    table.deals_in_bucket().iter().fold(0, |sum, &deals| sum.saturating_add(deals))
}

impl SizeHistogram {
    /// Of sizes above zero, from the smallest to the largest.
    fn of(sizes: &[u64], mean: f64) -> Self {
        let octave = |deals: u64| (deals as f64 / mean).log2().floor() as i32;
        let (lowest, highest) = match sizes {
            [] => return Self { lowest: 0, buckets: Vec::new() },
            [smallest, .., largest] => (octave(*smallest), octave(*largest)),
            [only] => (octave(*only), octave(*only)),
        };
        let mut buckets = vec![0; (highest - lowest) as usize + 1];
        sizes.iter().for_each(|&deals| buckets[(octave(deals) - lowest) as usize] += 1);
        Self { lowest, buckets }
    }
}

/// The unit of a recipe's distances and costs.
pub fn cost_unit(recipe: &BucketRecipe) -> &'static str {
    use crate::distance::Distance::{EarthMover, Euclidean};
    match (recipe.distance, recipe.feature) {
        (EarthMover, Feature::Hsd { .. }) => "bins",
        (EarthMover, Feature::Ochs { .. } | Feature::OchsStrength { .. }) => "combos",
        (EarthMover, Feature::Strength | Feature::StrengthSquared) => "strength",
        (Euclidean, Feature::Hsd { .. }) => "squared share",
        (Euclidean, _) => "squared strength",
    }
}
