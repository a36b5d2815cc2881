//! One street's bucket file: features, clustering, buckets from weak to strong.

use evaluator::hand_index::BoardFirst;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::bucket_table::BucketTableContents;
use tables::fingerprint::Parent;
use tables::progress::{Progress, Update};

use crate::clustering::{BucketOrder, WeightedRows, fit};
use crate::error::AbstractionError;
use crate::features::build_features::{EmbeddedRows, FeatureSource};
use crate::features::opponent_clusters::OpponentClusters;
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
    /// Different feature vectors among them.
    pub distinct: usize,
    /// Iterations of the clustering.
    pub iterations: usize,
    /// Deal-weighted mean distance: bins for EMD, squared strength for l2.
    pub within_cluster_cost: f64,
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

/// Builds and writes one bucket file.
///
/// # Errors
/// A recipe that cannot be followed, an interruption, or a file that cannot be written.
pub fn build_buckets(
    recipe: &BucketRecipe,
    opponents: Option<ClusterSource<'_>>,
    source: &mut FeatureSource,
    path: &Path,
    progress: &dyn Progress,
) -> Result<BuildSummary, AbstractionError> {
    recipe.check()?;
    let start = Instant::now();
    let (rows, parents) = match (&recipe.feature, opponents) {
        (Feature::Hsd { bins }, _) => (source.histograms(recipe.round, *bins, recipe.distance, progress)?, Vec::new()),
        (Feature::Ochs { clusters }, Some(opponents)) if opponents.clusters.count() == *clusters => {
            (source.ochs(recipe.round, opponents.clusters, recipe.distance, progress)?, vec![opponents.parent.clone()])
        }
        (Feature::Ochs { clusters }, opponents) => {
            return Err(AbstractionError::Recipe {
                what: "opponent clusters",
                expected: format!("a file of {clusters} clusters"),
                found: opponents.map_or("none".to_owned(), |it| format!("{} clusters", it.clusters.count())),
                advice: "make them with opponent-clusters",
            });
        }
    };
    let stage = format!("{} clustering", recipe.round);
    let EmbeddedRows { distinct, values, unit, strength_unit } = rows;
    let dimensions = distinct.dimensions;
    let weighted = WeightedRows::new(dimensions, &values, &distinct.weights)?;
    let settings = recipe.settings(unit);
    let most = recipe.max_iterations as u64 * u64::from(recipe.restarts);
    let mut result = fit(&weighted, &settings, &mut |iteration| {
        let done = iteration.iteration as u64 + u64::from(iteration.restart) * recipe.max_iterations as u64;
        let note = Some(format!("cost {:.6}", iteration.cost));
        progress.report(&Update { stage: &stage, done, of: most, unit: "iterations", note });
        if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let order = BucketOrder::by_strength(result.used, &result.assignment, &distinct.weights, &distinct.strengths)?;
    order.renumber(&mut result.assignment);
    let centres = order.reorder_centres(dimensions, &result.centres);

    let mut hands_in_bucket = vec![0; result.used];
    let mut deals_in_bucket = vec![0; result.used];
    let mut strengths = vec![0u64; result.used];
    for (row, hands) in distinct.hands_of_rows().into_iter().enumerate() {
        let bucket = usize::from(result.assignment[row]);
        hands_in_bucket[bucket] += hands;
        deals_in_bucket[bucket] += distinct.weights[row];
        strengths[bucket] += distinct.strengths[row];
    }
    let mean = |(&strength, &deals): (&u64, &u64)| (strength as f64 / deals as f64 / strength_unit) as f32;
    let mean_strength: Vec<f32> = strengths.iter().zip(&deals_in_bucket).map(mean).collect();
    let buckets: Vec<u16> = distinct.row_of_hand.par_iter().map(|&row| result.assignment[row as usize]).collect();
    let contents = BucketTableContents {
        round: recipe.round,
        recipe: recipe.to_json(),
        parents,
        facts: json!({
            "distinct_rows": distinct.len(),
            "within_cluster_cost": result.cost,
            "distance_unit": unit,
            "requested_buckets": recipe.count,
        }),
        buckets: &buckets,
        centres: &centres.iter().map(|&value| f32::from(value)).collect::<Vec<f32>>(),
        hands_in_bucket: &hands_in_bucket,
        deals_in_bucket: &deals_in_bucket,
        mean_strength: &mean_strength,
        cost_per_iteration: &result.cost_per_iteration,
    };
    contents.write(path)?;
    Ok(BuildSummary {
        file: path.to_owned(),
        buckets: result.used,
        points: BoardFirst::of(recipe.round).hands(),
        distinct: distinct.len(),
        iterations: result.iterations,
        within_cluster_cost: result.cost,
        empty_buckets: hands_in_bucket.iter().filter(|&&hands| hands == 0).count(),
        seconds: start.elapsed().as_secs_f64(),
    })
}
