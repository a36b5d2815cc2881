//! One street's bucket file: features, clustering, buckets from weak to strong.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::buckets::table::BucketTableContents;
use tables::file::fingerprint::Parent;
use tables::file::sibling::{remove_if_there, require_place};
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use super::error::AbstractionError;
use super::estimate::require_memory_for;
use super::explain::totals::GroupTotals;
use super::features::build_features::FeatureSource;
use super::features::opponent_clusters::OpponentClusters;
use super::group_hands::{HandGroups, ResumePoint, group_hands};
use super::public::flop_clusters::FlopClusters;
use super::public::local_buckets::{Classes, LocalBuckets, class_totals};
use super::recipe::{BucketRecipe, PublicRecipe};

/// What came out of a build.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildSummary {
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    pub buckets: usize,
    pub points: u64,
    /// Different feature vectors among them; `None` where there are too many to keep and count.
    pub distinct: Option<usize>,
    /// Iterations of the clustering.
    pub iterations: usize,
    /// Whether the last iteration gained less than the tolerance.
    pub converged: bool,
    /// Deal-weighted mean distance: bins for EMD, squared strength for l2. With public clusters it is the distance from
    /// the class's centre plus that centre's distance from the bucket's, for EMD an upper bound.
    pub within_cluster_cost: f64,
    /// Which share of the variance of (expected) strength lies between buckets rather than within.
    pub strength_variance_explained: f64,
    /// Buckets without a hand.
    pub empty_buckets: usize,
    /// Clusters of flops, if buckets belong to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_clusters: Option<usize>,
    /// The fine classes that they are made of.
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
    /// The processes that share the clustering.
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
    require_place(places.file)?;
    require_memory_for(recipe, source.prepared())?;
    let start = Instant::now();
    let opponents = opponents.filter(|_| recipe.feature.opponent_clusters().is_some());
    let parents: Vec<Parent> = opponents.iter().map(|it| it.parent.clone()).collect();
    let identity = json!({ "recipe": recipe.to_json(), "parents": &parents });
    let clusters = opponents.map(|it| it.clusters);
    let resume = ResumePoint { file: places.resume, identity: &identity };
    let groups = group_hands(&recipe.of_classes(), clusters, source, resume, places.ranks, progress)?;
    let (distinct, converged, unit) = (groups.distinct, groups.converged, groups.unit);
    let (iterations, costs) = (groups.fitted.iterations, groups.fitted.cost_per_iteration.clone());
    let made = match recipe.public {
        None => Made::ordinary(groups)?,
        Some(public) => Made::local(recipe, public, groups, source, progress)?,
    };
    let (used, explained) = (made.totals.buckets.len(), made.totals.variance_explained());
    let mut facts = json!({
        "distinct_rows": distinct,
        "within_cluster_cost": made.cost,
        "distance_unit": unit,
        "requested_buckets": recipe.count,
        "converged": converged,
        "strength_variance_explained": explained,
    });
    if let Some(local) = &made.local {
        facts["public_clusters"] = local.facts.clone();
    }
    let contents = BucketTableContents {
        round: recipe.round,
        recipe: recipe.to_json(),
        parents,
        facts,
        buckets: &made.entries,
        centres: &made.centres[..used * recipe.feature.dimensions()]
            .iter()
            .copied()
            .map(f32::from)
            .collect::<Vec<f32>>(),
        hands_in_bucket: &made.totals.buckets.iter().map(|total| total.hands).collect::<Vec<u64>>(),
        deals_in_bucket: &made.totals.buckets.iter().map(|total| total.deals).collect::<Vec<u64>>(),
        mean_strength: &made.totals.mean_strengths(recipe.round),
        cost_per_iteration: &costs,
    };
    match &made.local {
        None => contents.write(places.file)?,
        Some(local) => contents.write_local(places.file, &local.buckets.in_file(&local.flops))?,
    };
    remove_if_there(places.resume)?;
    Ok(BuildSummary {
        file: places.file.to_owned(),
        buckets: used,
        points: made.entries.len() as u64,
        distinct,
        iterations,
        converged,
        within_cluster_cost: made.cost,
        strength_variance_explained: explained,
        empty_buckets: made.asked - used,
        public_clusters: made.local.as_ref().map(|local| local.flops.count()),
        classes: made.local.as_ref().map(|local| local.classes),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What goes into the file.
struct Made {
    /// The bucket of each hand, or its class.
    entries: Vec<u32>,
    /// `[bucket][dimension]`; including buckets without hands, which come last.
    centres: Vec<u16>,
    /// Of the buckets that have hands.
    totals: GroupTotals,
    /// Buckets with and without hands.
    asked: usize,
    /// The mean distance of a deal from its bucket's centre.
    cost: f64,
    local: Option<Local>,
}

/// Buckets that belong to clusters of flops.
struct Local {
    flops: FlopClusters,
    buckets: LocalBuckets,
    classes: usize,
    facts: Value,
}

impl Made {
    /// Every hand in the bucket that it is grouped in, from weak to strong.
    fn ordinary(groups: HandGroups) -> Result<Self, AbstractionError> {
        let HandGroups { mut bucket_of_hand, fitted, totals, .. } = groups;
        let (asked, order) = (totals.buckets.len(), totals.order()?);
        bucket_of_hand.par_iter_mut().for_each(|bucket| *bucket = order.new_number(*bucket));
        let dimensions = fitted.centres.len() / fitted.used;
        let centres = order.reorder_centres(dimensions, &fitted.centres);
        let totals = totals.ordered(&order);
        Ok(Self { entries: bucket_of_hand, centres, totals, asked, cost: fitted.cost, local: None })
    }

    /// The groups as classes from which every cluster of flops makes its own buckets.
    fn local(
        recipe: &BucketRecipe,
        public: PublicRecipe,
        groups: HandGroups,
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let HandGroups { bucket_of_hand, fitted, totals: all, unit, .. } = groups;
        let flops = FlopClusters::build(public.clusters, recipe.seed, source, progress)?;
        let totals = class_totals(recipe.round, fitted.used, &bucket_of_hand, &flops, source, progress)?;
        let dimensions = recipe.feature.dimensions();
        let classes = Classes { dimensions, centres: &fitted.centres, totals: &totals, unit };
        let mut buckets = LocalBuckets::build(recipe, classes, &flops, progress)?;
        let facts = json!({
            "classes": fitted.used,
            "cost_of_classes": fitted.cost,
            "cost_of_buckets": buckets.cost,
            "flops": flops.flops,
        });
        // Every deal counts once for each flop that its board may have begun with.
        let board = recipe.round.board_cards();
        let flops_of_a_board = (board * (board - 1) * (board - 2) / 6) as f64;
        let totals = GroupTotals {
            buckets: std::mem::take(&mut buckets.totals),
            squared_strength: flops_of_a_board * all.squared_strength,
        };
        Ok(Self {
            entries: bucket_of_hand,
            centres: std::mem::take(&mut buckets.centres),
            asked: totals.buckets.len(),
            totals,
            cost: fitted.cost + buckets.cost,
            local: Some(Local { flops, buckets, classes: fitted.used, facts }),
        })
    }
}
