//! One street's bucket file: features, clustering, buckets from weak to strong.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::bucket_table::BucketTableContents;
use tables::fingerprint::Parent;
use tables::progress::Progress;
use tables::ranks::Ranks;
use tables::sibling_file::remove_if_there;

use crate::error::AbstractionError;
use crate::features::build_features::FeatureSource;
use crate::features::opponent_clusters::OpponentClusters;
use crate::group_hands::{HandGroups, ResumePoint, group_hands};
use crate::recipe::{BucketRecipe, Feature};

/// What came out of a build.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildSummary {
    /// The file.
    pub file: PathBuf,
    /// Buckets used.
    pub buckets: usize,
    /// Canonical hands.
    pub points: u64,
    /// Different feature vectors among them; `None` where there are too many to keep and count.
    pub distinct: Option<usize>,
    /// Iterations of the clustering.
    pub iterations: usize,
    /// Whether the last iteration gained less than the tolerance.
    pub converged: bool,
    /// Deal-weighted mean distance: bins for EMD, squared strength for l2.
    pub within_cluster_cost: f64,
    /// Which share of the variance of (expected) strength lies between buckets rather than within.
    pub strength_variance_explained: f64,
    /// Buckets without a hand.
    pub empty_buckets: usize,
    /// Wall time.
    pub seconds: f64,
}

/// Opponent clusters together with the file they come from.
#[derive(Clone, Copy)]
pub struct ClusterSource<'a> {
    /// The clusters.
    pub clusters: &'a OpponentClusters,
    /// Their file.
    pub parent: &'a Parent,
}

/// Where a build works, and who.
#[derive(Clone, Copy, Debug)]
pub struct BuildPlaces<'a> {
    /// The bucket file.
    pub file: &'a Path,
    /// Where an interrupted clustering is kept; gone when the file is there.
    pub resume: &'a Path,
    /// The processes that share the clustering.
    pub ranks: &'a dyn Ranks,
}

/// Builds and writes one bucket file; goes on where an interrupted build of the same recipe and clusters stood.
///
/// # Errors
/// A recipe that cannot be followed, an interruption, or a file that cannot be written.
pub fn build_buckets(
    recipe: &BucketRecipe,
    opponents: Option<ClusterSource<'_>>,
    source: &mut FeatureSource,
    places: BuildPlaces<'_>,
    progress: &dyn Progress,
) -> Result<BuildSummary, AbstractionError> {
    recipe.check()?;
    let start = Instant::now();
    let opponents = opponents.filter(|_| matches!(recipe.feature, Feature::Ochs { .. }));
    let parents: Vec<Parent> = opponents.iter().map(|it| it.parent.clone()).collect();
    let identity = json!({ "recipe": recipe.to_json(), "parents": &parents });
    let clusters = opponents.map(|it| it.clusters);
    let resume = ResumePoint { file: places.resume, identity: &identity };
    let groups = group_hands(recipe, clusters, source, resume, places.ranks, progress)?;
    let HandGroups { mut bucket_of_hand, fitted, totals, distinct, converged, unit: distance_unit } = groups;
    let (all, order) = (totals.buckets.len(), totals.order()?);
    bucket_of_hand.par_iter_mut().for_each(|bucket| *bucket = order.new_number(*bucket));
    let centres = order.reorder_centres(recipe.feature.dimensions(), &fitted.centres);
    let totals = totals.ordered(&order);
    let (used, explained) = (totals.buckets.len(), totals.variance_explained());
    let contents = BucketTableContents {
        round: recipe.round,
        recipe: recipe.to_json(),
        parents,
        facts: json!({
            "distinct_rows": distinct,
            "within_cluster_cost": fitted.cost,
            "distance_unit": distance_unit,
            "requested_buckets": recipe.count,
            "converged": converged,
            "strength_variance_explained": explained,
        }),
        buckets: &bucket_of_hand,
        centres: &centres[..used * recipe.feature.dimensions()].iter().copied().map(f32::from).collect::<Vec<f32>>(),
        hands_in_bucket: &totals.buckets.iter().map(|total| total.hands).collect::<Vec<u64>>(),
        deals_in_bucket: &totals.buckets.iter().map(|total| total.deals).collect::<Vec<u64>>(),
        mean_strength: &totals.mean_strengths(recipe.round),
        cost_per_iteration: &fitted.cost_per_iteration,
    };
    contents.write(places.file)?;
    remove_if_there(places.resume)?;
    Ok(BuildSummary {
        file: places.file.to_owned(),
        buckets: used,
        points: bucket_of_hand.len() as u64,
        distinct,
        iterations: fitted.iterations,
        converged,
        within_cluster_cost: fitted.cost,
        strength_variance_explained: explained,
        empty_buckets: all - used,
        seconds: start.elapsed().as_secs_f64(),
    })
}
