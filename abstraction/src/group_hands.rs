//! From a recipe to a bucket for every hand: by k-means of all distinct rows in memory, by k-means of rows made again
//! for every iteration, or by percentiles.

use evaluator::round::Round;
use rayon::prelude::*;
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tables::run::state::{read_state_file, write_state_file};
use tables::together::progress::{Progress, Update};
use tables::together::ranks::Ranks;

use super::clustering::kmeans::{Iteration, KMeansResult, fit_shared};
use super::clustering::percentiles::{SplitPercentiles, percentiles};
use super::clustering::streamed::{StreamedState, fit_streamed};
use super::clustering::{ClusteringError, WeightedRows};
use super::error::AbstractionError;
use super::explain::spread::GroupTotals;
use super::features::board_feature::{FeatureBlocks, for_each_total};
use super::features::build_features::{EmbeddedRows, FeatureSource, embedding_of};
use super::features::distinct_rows::DistinctRows;
use super::features::opponent_clusters::OpponentClusters;
use super::features::strengths::{Power, expected_strength};
use super::recipe::{BucketRecipe, Feature, Method};

/// Up to this many numbers in all hands' rows, a street's distinct rows are kept in memory: 16 for each river hand,
/// some 6 GB with all that clustering them needs. Beyond it rows are made again for every iteration.
const MOST_NUMBERS_IN_MEMORY: u64 = 2_000_000_000;
/// The result of an iteration is saved unless the last one was saved less than this long ago.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// Every hand in a bucket; buckets in no order yet.
pub(crate) struct HandGroups {
    /// The bucket of each hand, by board-first hand index.
    pub bucket_of_hand: Vec<u32>,
    /// Centres and costs; its assignment has become the buckets of the hands.
    pub fitted: KMeansResult,
    pub totals: GroupTotals,
    pub distinct: Option<usize>,
    /// Whether the last iteration improved the cost by no more than the tolerance.
    pub converged: bool,
    /// The whole-number distance that counts as 1.
    pub unit: f64,
}

impl HandGroups {
    /// Numbers the groups from weak to strong; those without hands come last, and have no totals any more.
    pub(crate) fn order_by_strength(&mut self) -> Result<(), ClusteringError> {
        let order = self.totals.sort_by_strength(&mut self.bucket_of_hand)?;
        let dimensions = self.fitted.centres.len() / self.fitted.used;
        self.fitted.centres = order.reorder_centres(dimensions, &self.fitted.centres);
        Ok(())
    }
}

/// Whether a recipe's rows are made again for every iteration because they do not fit into memory.
pub(crate) fn is_streamed(recipe: &BucketRecipe) -> bool {
    // A river hand's histogram is one count: there are no more rows than bins.
    let is_one_count = matches!((recipe.feature, recipe.round), (Feature::Hsd { .. }, Round::River));
    !is_one_count && recipe.street().hands() * recipe.feature.dimensions() as u64 > MOST_NUMBERS_IN_MEMORY
}

/// Groups the hands of a recipe's street; several ranks share the clustering.
pub(crate) fn group_hands(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    ranks: &dyn Ranks,
    saver: Saver<'_>,
) -> Result<HandGroups, AbstractionError> {
    let mut groups = if is_streamed(recipe) {
        group_streamed(recipe, clusters, source, ranks, saver)?
    } else {
        group_kept(recipe, clusters, source, ranks, saver)?
    };
    groups.totals.count_hands(&groups.bucket_of_hand);
    Ok(groups)
}

fn group_kept(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    ranks: &dyn Ranks,
    mut saver: Saver<'_>,
) -> Result<HandGroups, AbstractionError> {
    let EmbeddedRows { distinct, unit } = source.rows(recipe, clusters, saver.progress)?;
    let rows = WeightedRows::new(distinct.dimensions, &distinct.rows, &distinct.weights)?;
    let mut fitted = match recipe.method {
        Method::Percentiles => cut_percentiles(&rows, recipe, unit),
        Method::SplitPercentiles => return split_percentiles(distinct, recipe, unit, source, saver.progress),
        Method::KMeans => {
            let start = saver.read()?.sample;
            let settings = recipe.settings(unit, distinct.len());
            let result = fit_shared(&rows, &settings, start, ranks, &mut |iteration| {
                saver.after(iteration, || StreamedState { sample: iteration.checkpoint.clone(), all: None })
            });
            saver.outcome(result)?
        }
    };
    let buckets = std::mem::take(&mut fitted.assignment);
    let mut totals = GroupTotals::new(fitted.used);
    for ((&bucket, &deals), &strength) in buckets.iter().zip(&distinct.weights).zip(&distinct.strengths) {
        totals.add(bucket, deals, strength);
    }
    let bucket_of_hand = distinct.row_of_hand.par_iter().map(|&row| buckets[row as usize]).collect();
    let converged = has_converged(recipe, &fitted.cost_per_iteration);
    Ok(HandGroups { bucket_of_hand, fitted, totals, distinct: Some(distinct.len()), converged, unit })
}

fn group_streamed(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    ranks: &dyn Ranks,
    mut saver: Saver<'_>,
) -> Result<HandGroups, AbstractionError> {
    let (embedding, progress) = (embedding_of(recipe, clusters)?, saver.progress);
    // Nearly every hand has a row of its own.
    let settings = recipe.settings(embedding.unit(), recipe.street().hands() as usize);
    let mut fitted = {
        let feature = source.feature(recipe, clusters, progress)?;
        let blocks = FeatureBlocks::new(feature, &embedding, progress);
        let start = saver.read()?;
        let result = fit_streamed(&blocks, &settings, start, ranks, &mut |iteration, state| {
            saver.after(iteration, || state.clone())
        });
        saver.outcome(result)?
    };
    let bucket_of_hand = std::mem::take(&mut fitted.assignment);
    let totals = GroupTotals::of_hands(recipe.street(), fitted.used, &bucket_of_hand, source, progress)?;
    let converged = has_converged(recipe, &fitted.cost_per_iteration);
    Ok(HandGroups { bucket_of_hand, fitted, totals, distinct: None, converged, unit: embedding.unit() })
}

/// Whether a clustering stopped because an iteration gained too little.
fn has_converged(recipe: &BucketRecipe, costs: &[f64]) -> bool {
    match costs {
        [.., before, last] => before - last <= recipe.tolerance * before,
        _ => recipe.method.is_a_cut() || costs.last().is_some_and(|&cost| cost == 0.0),
    }
}

/// Percentiles that leave equal rows together.
fn cut_percentiles(rows: &WeightedRows, recipe: &BucketRecipe, unit: f64) -> KMeansResult {
    let (assignment, used) = percentiles(rows, recipe.count);
    let placed = assignment.iter().enumerate().map(|(row, &part)| (row, part, rows.weight(row)));
    KMeansResult { assignment: assignment.clone(), ..fitted_parts(rows, recipe, unit, used, placed) }
}

/// The mean of each part as its centre, 0 where it has no hand, and what the parts cost. `placed` are rows, parts and
/// weights.
fn fitted_parts(
    rows: &WeightedRows,
    recipe: &BucketRecipe,
    unit: f64,
    used: usize,
    placed: impl Iterator<Item = (usize, u32, u64)>,
) -> KMeansResult {
    let placed: Vec<(usize, u32, u64)> = placed.collect();
    let mut sums = vec![(0u64, 0u64); used];
    for &(row, part, weight) in &placed {
        let sum = &mut sums[part as usize];
        sum.0 += weight * u64::from(rows.row(row)[0]);
        sum.1 += weight;
    }
    let centres: Vec<u16> =
        sums.iter().map(|&(sum, weight)| (sum + weight / 2).checked_div(weight).unwrap_or(0) as u16).collect();
    let distances = placed.iter().map(|&(row, part, weight)| {
        let centre = &centres[part as usize..=part as usize];
        weight * u64::from(recipe.distance.between(rows.row(row), centre))
    });
    let cost = distances.sum::<u64>() as f64 / rows.total_weight() as f64 / unit;
    KMeansResult { assignment: Vec::new(), centres, used, cost, cost_per_iteration: vec![cost], iterations: 1 }
}

/// Percentiles whose equal hands are split, in the order of their boards.
fn split_percentiles(
    distinct: DistinctRows,
    recipe: &BucketRecipe,
    unit: f64,
    source: &mut FeatureSource,
    progress: &dyn Progress,
) -> Result<HandGroups, AbstractionError> {
    let rows = WeightedRows::new(distinct.dimensions, &distinct.rows, &distinct.weights)?;
    let mut line = SplitPercentiles::new(&rows, recipe.count);
    let mut totals = GroupTotals::new(recipe.count);
    let mut bucket_of_hand = vec![0; distinct.row_of_hand.len()];
    let strengths = expected_strength(recipe.round, Power::First, source.river(recipe.deck, progress)?);
    for_each_total(&strengths, progress, |hand, [deals, strength]| {
        let bucket = line.place(distinct.row_of_hand[hand] as usize, deals);
        bucket_of_hand[hand] = bucket;
        totals.add(bucket, deals, strength);
    })?;
    let fitted = fitted_parts(&rows, recipe, unit, recipe.count, line.placed());
    Ok(HandGroups { bucket_of_hand, fitted, totals, distinct: Some(distinct.len()), converged: true, unit })
}

/// Reports iterations, saves the state of the clustering, and keeps the error if saving fails.
pub(crate) struct Saver<'a> {
    recipe: &'a BucketRecipe,
    stage: String,
    /// Where an interrupted clustering is kept, and the recipe and parents of the bucket file that it belongs to.
    file: &'a Path,
    identity: &'a Value,
    progress: &'a dyn Progress,
    last_saved: Instant,
    failure: Option<AbstractionError>,
}

impl<'a> Saver<'a> {
    pub fn new(recipe: &'a BucketRecipe, file: &'a Path, identity: &'a Value, progress: &'a dyn Progress) -> Self {
        let stage = format!("{} clustering", recipe.round);
        Self { recipe, stage, file, identity, progress, last_saved: Instant::now(), failure: None }
    }

    fn read(&self) -> Result<StreamedState, AbstractionError> {
        Ok(read_state_file(self.file, self.identity)?.unwrap_or_default())
    }

    fn after(&mut self, iteration: &Iteration, state: impl Fn() -> StreamedState) -> ControlFlow<()> {
        let (done, restart) = (iteration.iteration as u64, iteration.restart + 1);
        let of_starts = if self.recipe.restarts > 1 { format!("start {restart}, ") } else { String::new() };
        let note = Some(format!("{of_starts}cost {:.6}", iteration.cost));
        // The number of iterations until one gains too little is not known.
        self.progress.report(&Update { stage: &self.stage, done, of: 0, unit: "iterations", note });
        let stop = self.progress.cancelled();
        if stop || self.last_saved.elapsed() >= SAVE_EVERY {
            if let Err(error) = write_state_file(self.file, self.identity, &state()) {
                self.failure = Some(error.into());
                return ControlFlow::Break(());
            }
            self.last_saved = Instant::now();
        }
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The clustering's result, or the reason why it was not saved.
    fn outcome(self, result: Result<KMeansResult, ClusteringError>) -> Result<KMeansResult, AbstractionError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(result?),
        }
    }
}
