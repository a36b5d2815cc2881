//! Times of recipes that differ only in their opponent clusters, kept consistent with each other.

use abstraction::recipe::BucketRecipe;

/// How many opponent clusters more another recipe has, if that is all it differs in beside its seed.
pub fn more_clusters(recipe: &BucketRecipe, other: &BucketRecipe) -> Option<i64> {
    let (clusters, others) = (recipe.feature.opponent_clusters()?, other.feature.opponent_clusters()?);
    let feature = recipe.feature.with_opponent_clusters(others);
    let alike = BucketRecipe { seed: other.seed, feature, ..recipe.clone() };
    (alike == *other).then_some(others as i64 - clusters as i64)
}

/// A measured time, kept consistent with those of recipes with more or fewer clusters: measurements scatter by more
/// than a cluster takes, and more clusters never take less time.
pub fn in_order(tried: f64, others: impl Iterator<Item = (i64, f64)>) -> f64 {
    let (mut least, mut most) = (0.0f64, f64::INFINITY);
    for (more, seconds) in others {
        if more < 0 {
            least = least.max(seconds);
        } else {
            most = most.min(seconds);
        }
    }
    tried.clamp(least, most.max(least))
}
