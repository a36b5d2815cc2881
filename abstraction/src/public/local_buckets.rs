//! Every cluster's own buckets: k-means of the classes that occur on its flops, weighted by how often they do.
//!
//! How many deals of each class of hands have their flop in which cluster.

use evaluator::round::Round;
use rayon::prelude::*;
use std::ops::ControlFlow;
use tables::buckets::public_clusters::PublicClusters;
use tables::together::progress::{Cancelled, Counter, Progress, Update};

use super::flop_clusters::{FlopClusters, apportion};
use crate::clustering::assignment::Assigner;
use crate::clustering::{BucketOrder, KMeansResult, KMeansSettings, WeightedRows, fit};
use crate::error::AbstractionError;
use crate::explain::totals::BucketTotals;
use crate::features::board_feature::BoardRows;
use crate::features::build_features::FeatureSource;
use crate::features::strengths::{Power, expected_strength};
use crate::recipe::BucketRecipe;

/// The classes of all hands, and how many deals of each there are in every cluster of flops.
#[derive(Clone, Copy)]
pub struct Classes<'a> {
    /// Numbers in a centre.
    pub dimensions: usize,
    /// `[class][dimension]`.
    pub centres: &'a [u16],
    /// `[cluster][class]`.
    pub totals: &'a [BucketTotals],
    /// The whole-number distance that counts as 1.
    pub unit: f64,
}

/// The buckets of all clusters, cluster by cluster and within a cluster from the weakest to the strongest.
pub struct LocalBuckets {
    /// The first bucket of each cluster, followed by the number of buckets.
    pub first_buckets: Vec<u32>,
    /// `[cluster][class]`: the bucket within the cluster. A class that never occurs in a cluster gets the nearest
    /// bucket.
    pub bucket_of_class: Vec<u16>,
    /// `[bucket][dimension]`.
    pub centres: Vec<u16>,
    /// Hands, deals and strengths.
    pub totals: Vec<BucketTotals>,
    /// The mean distance of a deal's class from its bucket's centre.
    pub cost: f64,
}

impl LocalBuckets {
    /// Makes the buckets of a recipe; fewer than it asks for where a cluster has fewer classes than its share.
    pub fn build(
        recipe: &BucketRecipe,
        classes: Classes<'_>,
        flops: &FlopClusters,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let counts = apportion(recipe.count, &flops.flops);
        let all = classes.centres.len() / classes.dimensions;
        let centres = in_range(recipe, classes);
        let mut made = Self {
            first_buckets: vec![0],
            bucket_of_class: Vec::with_capacity(flops.count() * all),
            centres: Vec::new(),
            totals: Vec::new(),
            cost: 0.0,
        };
        let of = flops.count() as u64;
        for (cluster, (totals, &count)) in classes.totals.chunks_exact(all).zip(&counts).enumerate() {
            let done = cluster as u64;
            progress.report(&Update { stage: "buckets of clusters", done, of, unit: "clusters", note: None });
            let settings = KMeansSettings { sample_rows: None, ..recipe.settings_for(count, classes.unit) };
            let fitted = fit_cluster(classes.dimensions, &centres, totals, &settings, progress)?;
            made.add(&fitted, classes.dimensions, &centres, totals, &settings)?;
        }
        let deals: u64 = made.totals.iter().map(|total| total.deals).sum();
        made.cost /= deals as f64;
        Ok(made)
    }

    /// Adds a cluster's buckets, in the order of their strength.
    fn add(
        &mut self,
        fitted: &KMeansResult,
        dimensions: usize,
        centres: &[u16],
        totals: &[BucketTotals],
        settings: &KMeansSettings,
    ) -> Result<(), AbstractionError> {
        let alike = vec![1; totals.len()];
        let rows = WeightedRows::new(dimensions, centres, &alike)?;
        let nearest: Vec<u32> =
            Assigner::new(rows, settings.distance).nearest(&fitted.centres).iter().map(|it| it.0).collect();
        let column = |entry: fn(&BucketTotals) -> u64| totals.iter().map(entry).collect::<Vec<u64>>();
        let (deals, strengths) = (column(|total| total.deals), column(|total| total.strength));
        let order = BucketOrder::by_strength(fitted.used, &nearest, &deals, &strengths)?;
        let first = self.totals.len();
        self.totals.resize(first + fitted.used, BucketTotals::default());
        for (total, &bucket) in totals.iter().zip(&nearest) {
            self.totals[first + order.new_number(bucket) as usize].add(total);
        }
        // A cluster has no more buckets than there are classes, and their numbers have 16 bits.
        self.bucket_of_class.extend(nearest.iter().map(|&bucket| order.new_number(bucket) as u16));
        self.centres.extend(order.reorder_centres(dimensions, &fitted.centres));
        self.first_buckets.push(self.totals.len() as u32);
        self.cost += fitted.cost * deals.iter().sum::<u64>() as f64;
        Ok(())
    }

    /// The clusters as a bucket file stores them.
    pub fn in_file<'a>(&'a self, flops: &'a FlopClusters) -> PublicClusters<'a> {
        PublicClusters {
            flop_clusters: &flops.of_flop,
            first_buckets: &self.first_buckets,
            bucket_of_class: &self.bucket_of_class,
        }
    }
}

/// Clusters the classes that occur.
fn fit_cluster(
    dimensions: usize,
    centres: &[u16],
    totals: &[BucketTotals],
    settings: &KMeansSettings,
    progress: &dyn Progress,
) -> Result<KMeansResult, AbstractionError> {
    let met = || centres.chunks_exact(dimensions).zip(totals).filter(|(_, total)| total.deals > 0);
    let values: Vec<u16> = met().flat_map(|(centre, _)| centre).copied().collect();
    let weights: Vec<u64> = met().map(|(_, total)| total.deals).collect();
    let rows = WeightedRows::new(dimensions, &values, &weights)?;
    let fitted = fit(&rows, settings, &mut |_| {
        if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(fitted?)
}

/// The classes' centres within the exact range: a mean is rounded and may lie slightly beyond its rows.
fn in_range(recipe: &BucketRecipe, classes: Classes<'_>) -> Vec<u16> {
    let mut centres = classes.centres.to_vec();
    for centre in centres.chunks_exact_mut(classes.dimensions) {
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
    let strengths = expected_strength(round, Power::First, source.river(progress)?);
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
