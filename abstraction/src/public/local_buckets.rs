//! Every cluster's own buckets: k-means of the classes that occur on its flops, weighted by how often they do.

use std::ops::ControlFlow;
use tables::buckets::public_clusters::PublicClusters;
use tables::together::progress::{Progress, Update};

use super::apportion::apportion;
use super::flop_clusters::FlopClusters;
use crate::clustering::assignment::Assigner;
use crate::clustering::{BucketOrder, KMeansResult, KMeansSettings, WeightedRows, fit};
use crate::error::AbstractionError;
use crate::group_totals::BucketTotals;
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
