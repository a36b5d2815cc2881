//! One street's bucket file: features, clustering, buckets from weak to strong.

use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::buckets::table::BucketTableContents;
use tables::file::fingerprint::Parent;
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::file::sibling::remove_if_there;
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use super::error::AbstractionError;
use super::estimate::require_memory_for;
use super::features::build_features::FeatureSource;
use super::features::opponent_clusters::OpponentClusters;
use super::group_hands::{HandGroups, Saver, group_hands};
use super::public::local_buckets::LocalBuckets;
use super::recipe::BucketRecipe;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildSummary {
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    pub buckets: usize,
    pub points: u64,
    /// Different feature vectors among them; `None` where there are too many to keep and count.
    pub distinct: Option<usize>,
    pub iterations: usize,
    /// Whether the last iteration gained less than the tolerance.
    pub converged: bool,
    /// Deal-weighted mean distance: bins for EMD, squared strength for l2. With public clusters it is the distance from
    /// the class's centre plus that centre's distance from the bucket's, for EMD an upper bound.
    pub within_cluster_cost: f64,
    /// Which share of the variance of (expected) strength lies between buckets rather than within.
    pub strength_variance_explained: f64,
    pub empty_buckets: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_clusters: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<usize>,
    pub seconds: f64,
}

/// Opponent clusters together with the file they come from.
#[derive(Clone, Copy)]
pub struct ClusterSource<'a> {
    pub clusters: &'a OpponentClusters,
    pub parent: &'a Parent,
}

/// The files that a build uses and the processes that take part.
#[derive(Clone, Copy, Debug)]
pub struct BuildPlaces<'a> {
    pub file: &'a Path,
    /// Where an interrupted clustering is kept; removed once the bucket file exists.
    pub resume: &'a Path,
    pub ranks: &'a dyn Ranks,
}

/// Builds and writes one bucket file; continues where an interrupted build of the same recipe and clusters stopped.
pub fn build_buckets(
    recipe: &BucketRecipe,
    opponents: Option<ClusterSource<'_>>,
    source: &mut FeatureSource,
    places: BuildPlaces<'_>,
    progress: &dyn Progress,
) -> Result<BuildSummary, AbstractionError> {
    recipe.check()?;
    require_kind(places.file, FileKind::Buckets)?;
    require_memory_for(recipe, source.prepared())?;
    let start = Instant::now();
    let opponents = opponents.filter(|_| recipe.feature.opponent_clusters().is_some());
    let parents: Vec<Parent> = opponents.iter().map(|it| it.parent.clone()).collect();
    let identity = json!({ "recipe": recipe.to_json(), "parents": &parents });
    let classes = recipe.of_classes();
    let saver = Saver::new(&classes, places.resume, &identity, progress);
    let mut groups = group_hands(&classes, opponents.map(|it| it.clusters), source, places.ranks, saver)?;
    let (iterations, class_count) = (groups.fitted.iterations, groups.fitted.used);
    let local = match recipe.public {
        Some(public) => Some(LocalBuckets::build(recipe, public.clusters, &mut groups, source, progress)?),
        None => None,
    };
    let asked = groups.totals.buckets.len();
    if local.is_none() {
        groups.order_by_strength()?;
    }
    let HandGroups { bucket_of_hand, fitted, totals, distinct, converged, unit } = groups;
    let (used, cost, explained) = (totals.buckets.len(), fitted.cost, totals.variance_explained());
    let mut facts = json!({
        "distinct_rows": distinct,
        "within_cluster_cost": cost,
        "distance_unit": unit,
        "requested_buckets": recipe.count,
        "converged": converged,
        "strength_variance_explained": explained,
    });
    if let Some(local) = &local {
        facts["public_clusters"] = local.facts.clone();
    }
    let centres = &fitted.centres[..used * recipe.feature.dimensions()];
    let contents = BucketTableContents {
        deck: recipe.deck,
        round: recipe.round,
        recipe: recipe.to_json(),
        parents,
        facts,
        buckets: &bucket_of_hand,
        centres: &centres.iter().copied().map(f32::from).collect::<Vec<f32>>(),
        hands_in_bucket: &totals.column(|total| total.hands),
        deals_in_bucket: &totals.column(|total| total.deals),
        mean_strength: &totals.mean_strengths(recipe.street()),
        cost_per_iteration: &fitted.cost_per_iteration,
    };
    match &local {
        None => contents.write(places.file)?,
        Some(local) => contents.write_local(places.file, &local.in_file())?,
    };
    remove_if_there(places.resume)?;
    Ok(BuildSummary {
        file: places.file.to_owned(),
        buckets: used,
        points: bucket_of_hand.len() as u64,
        distinct,
        iterations,
        converged,
        within_cluster_cost: cost,
        strength_variance_explained: explained,
        empty_buckets: asked - used,
        public_clusters: local.as_ref().map(|local| local.flops.count()),
        classes: local.map(|_| class_count),
        seconds: start.elapsed().as_secs_f64(),
    })
}
