//! Every cluster's own buckets: k-means of the classes that occur on its flops, weighted by how often they do.
//!
//! How many deals of each class of hands have their flop in which cluster.

use evaluator::round::Round;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use tables::buckets::public_clusters::PublicClusters;
use tables::together::progress::{Cancelled, Counter, Progress, Update};

use super::flop_clusters::{FlopClusters, apportion};
use crate::clustering::assignment::Assigner;
use crate::clustering::{BucketOrder, ClusteringError, KMeansResult, KMeansSettings, WeightedRows, fit};
use crate::error::AbstractionError;
use crate::explain::spread::BucketTotals;
use crate::features::board_feature::BoardRows;
use crate::features::build_features::FeatureSource;
use crate::features::strengths::{Power, expected_strength};
use crate::group_hands::HandGroups;
use crate::recipe::BucketRecipe;

/// The buckets of all clusters, cluster by cluster and within a cluster from the weakest to the strongest.
pub(crate) struct LocalBuckets {
    pub flops: FlopClusters,
    /// The first bucket of each cluster, followed by the number of buckets.
    first_buckets: Vec<u32>,
    /// `[cluster][class]`: the bucket within the cluster. A class that never occurs in a cluster gets the nearest
    /// bucket.
    bucket_of_class: Vec<u16>,
    /// What the file says of the classes.
    pub facts: Value,
}

impl LocalBuckets {
    /// Makes the buckets of a recipe from classes of hands, whose centres, totals and cost become those of the buckets:
    /// fewer than the recipe asks for where a cluster has fewer classes than its share.
    pub fn build(
        recipe: &BucketRecipe,
        clusters: usize,
        classes: &mut HandGroups,
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let flops = FlopClusters::build(recipe.deck, clusters, recipe.seed, source, progress)?;
        let all = classes.fitted.used;
        let totals = class_totals(recipe.round, all, &classes.bucket_of_hand, &flops, source, progress)?;
        let (counts, dimensions) = (apportion(recipe.count, &flops.flops), recipe.feature.dimensions());
        let centres = in_range(recipe, std::mem::take(&mut classes.fitted.centres));
        let (mut first_buckets, mut bucket_of_class) = (vec![0], Vec::with_capacity(flops.count() * all));
        let (mut bucket_centres, mut bucket_totals, mut cost) = (Vec::new(), Vec::new(), 0.0);
        let of = flops.count() as u64;
        for (cluster, (totals, &count)) in totals.chunks_exact(all).zip(&counts).enumerate() {
            let done = cluster as u64;
            progress.report(&Update { stage: "buckets of clusters", done, of, unit: "clusters", note: None });
            let settings = recipe.settings_for(count, classes.unit);
            let fitted = fit_cluster(dimensions, &centres, totals, &settings, progress)?;
            let alike = vec![1; all];
            let rows = WeightedRows::new(dimensions, &centres, &alike)?;
            let nearest: Vec<u32> =
                Assigner::new(rows, settings.distance).nearest(&fitted.centres).iter().map(|it| it.0).collect();
            let column = |entry: fn(&BucketTotals) -> u64| totals.iter().map(entry).collect::<Vec<u64>>();
            let (deals, strengths) = (column(|total| total.deals), column(|total| total.strength));
            let order = BucketOrder::by_strength(fitted.used, &nearest, &deals, &strengths)?;
            let first = bucket_totals.len();
            bucket_totals.resize(first + fitted.used, BucketTotals::default());
            for (total, &bucket) in totals.iter().zip(&nearest) {
                bucket_totals[first + order.new_number(bucket) as usize].add(total);
            }
            // A cluster has no more buckets than there are classes, and their numbers have 16 bits.
            bucket_of_class.extend(nearest.iter().map(|&bucket| order.new_number(bucket) as u16));
            bucket_centres.extend(order.reorder_centres(dimensions, &fitted.centres));
            first_buckets.push(bucket_totals.len() as u32);
            cost += fitted.cost * deals.iter().sum::<u64>() as f64;
        }
        cost /= bucket_totals.iter().map(|total| total.deals).sum::<u64>() as f64;
        let facts = json!({
            "classes": all,
            "cost_of_classes": classes.fitted.cost,
            "cost_of_buckets": cost,
            "flops": flops.flops,
        });
        classes.fitted.centres = bucket_centres;
        classes.fitted.cost += cost;
        classes.totals.buckets = bucket_totals;
        // Every deal counts once for each flop that its board may have begun with.
        let board = recipe.round.board_cards();
        classes.totals.squared_strength *= (board * (board - 1) * (board - 2) / 6) as f64;
        Ok(Self { flops, first_buckets, bucket_of_class, facts })
    }

    /// The clusters as a bucket file stores them.
    pub fn in_file(&self) -> PublicClusters<'_> {
        PublicClusters {
            deck: self.flops.deck,
            flop_clusters: &self.flops.of_flop,
            first_buckets: &self.first_buckets,
            bucket_of_class: &self.bucket_of_class,
        }
    }
}

fn fit_cluster(
    dimensions: usize,
    centres: &[u16],
    totals: &[BucketTotals],
    settings: &KMeansSettings,
    progress: &dyn Progress,
) -> Result<KMeansResult, ClusteringError> {
    let met = || centres.chunks_exact(dimensions).zip(totals).filter(|(_, total)| total.deals > 0);
    let values: Vec<u16> = met().flat_map(|(centre, _)| centre).copied().collect();
    let weights: Vec<u64> = met().map(|(_, total)| total.deals).collect();
    fit(&WeightedRows::new(dimensions, &values, &weights)?, settings, &mut |_| {
        if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// Centres within the exact range: a mean is rounded and may lie slightly beyond its rows.
fn in_range(recipe: &BucketRecipe, mut centres: Vec<u16>) -> Vec<u16> {
    for centre in centres.chunks_exact_mut(recipe.feature.dimensions()) {
        while recipe.distance.size(centre) > recipe.distance.largest_size() {
            centre.iter_mut().for_each(|value| *value = value.saturating_sub(1));
        }
    }
    centres
}

/// Memory for the tables of all threads, unless a single one takes more.
const TABLES_BYTES: usize = 1 << 30;

/// Counts every hand of a street with every flop that its board may have begun with: `[cluster][class]`, hands with at
/// least one deal there, deals, and their strengths.
pub fn class_totals(
    round: Round,
    classes: usize,
    class_of_hand: &[u32],
    flops: &FlopClusters,
    source: &mut FeatureSource,
    progress: &dyn Progress,
) -> Result<Vec<BucketTotals>, Cancelled> {
    let strengths = expected_strength(round, Power::First, source.river(flops.deck, progress)?);
    let boards = strengths.boards();
    let counter = Counter::new(progress, "deals by flop", "boards", boards.boards() as u64);
    let cells = flops.count() * classes;
    let parts = (TABLES_BYTES / (cells * size_of::<BucketTotals>())).clamp(1, rayon::current_num_threads());
    let count = |part: usize| -> Result<Vec<BucketTotals>, Cancelled> {
        let (mut fill, mut rows) = (strengths.filler(), BoardRows::default());
        let mut totals = vec![BucketTotals::default(); cells];
        // Boards in turns: neighbours cost about the same.
        for board in (part..boards.boards()).step_by(parts) {
            fill(board, &mut rows);
            let clusters = flops.of_board(boards.board(board));
            let classes_here = &class_of_hand[boards.board_hands(board).start as usize..];
            for (&[deals, strength], &class) in rows.totals.iter().zip(classes_here) {
                for &(cluster, times) in &clusters {
                    let total = &mut totals[cluster * classes + class as usize];
                    total.hands += 1;
                    total.deals += deals * times;
                    total.strength += strength * times;
                }
            }
            counter.add(1)?;
        }
        Ok(totals)
    };
    let tables = (0..parts).into_par_iter().map(count).collect::<Result<Vec<_>, _>>()?;
    let add = |mut sum: Vec<BucketTotals>, more: Vec<BucketTotals>| {
        sum.iter_mut().zip(&more).for_each(|(sum, more)| sum.add(more));
        sum
    };
    Ok(tables.into_iter().reduce(add).unwrap_or_default())
}
