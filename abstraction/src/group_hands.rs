//! From a recipe to a bucket for every hand: by k-means of all distinct rows in memory, by k-means of rows made again
//! for every iteration, or by percentiles.

use evaluator::round::Round;
use rayon::prelude::*;
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tables::bucket_table::hands_of_round;
use tables::progress::{Progress, Update};
use tables::resume_state::{read_state_file, write_state_file};

use crate::clustering::kmeans::{Iteration, KMeansResult, fit_from};
use crate::clustering::percentiles::percentiles;
use crate::clustering::streamed::{StreamedCheckpoint, fit_streamed};
use crate::clustering::{ClusteringError, WeightedRows};
use crate::error::AbstractionError;
use crate::features::build_features::{EmbeddedRows, FeatureSource, embedding_of};
use crate::features::expected_strength::{ExpectedStrength, Power};
use crate::features::feature_blocks::{FeatureBlocks, for_each_total};
use crate::features::opponent_clusters::OpponentClusters;
use crate::recipe::{BucketRecipe, Feature, Method};

/// Numbers in all hands' rows up to which a street's distinct rows are kept in memory: 16 for each river hand, some
/// 6 GB with all that clustering them needs. Beyond it rows are made again for every iteration.
pub const MOST_NUMBERS_IN_MEMORY: u64 = 2_000_000_000;
/// After an iteration its result is saved unless the last was saved less than this ago.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// What is known of one bucket's hands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BucketTotals {
    /// Canonical hands.
    pub hands: u64,
    /// Raw deals.
    pub deals: u64,
    /// Strength summed over the deals, in the feature's whole numbers.
    pub strength: u64,
}

/// Every hand in a bucket; buckets in no order yet.
pub struct HandGroups {
    /// The bucket of each hand, by board-first hand index.
    pub bucket_of_hand: Vec<u16>,
    /// `[bucket][dimension]`, embedded.
    pub centres: Vec<u16>,
    /// One a bucket.
    pub totals: Vec<BucketTotals>,
    /// The sum over deals of squared strength, in squared whole numbers.
    pub squared_strength: f64,
    /// Different rows, where they were counted.
    pub distinct: Option<usize>,
    /// Iterations of the start that was kept.
    pub iterations: usize,
    /// Whether the last iteration improved the cost by no more than the tolerance.
    pub converged: bool,
    /// The mean distance per deal.
    pub cost: f64,
    /// After each iteration.
    pub cost_per_iteration: Vec<f64>,
    /// The whole-number distance that counts as 1.
    pub unit: f64,
}

/// Whether a recipe's rows are made again for every iteration because they do not fit into memory.
pub fn is_streamed(recipe: &BucketRecipe) -> bool {
    // A river hand's histogram is one count: there are no more rows than bins.
    let is_one_count = matches!((recipe.feature, recipe.round), (Feature::Hsd { .. }, Round::River));
    !is_one_count && hands_of_round(recipe.round) * recipe.feature.dimensions() as u64 > MOST_NUMBERS_IN_MEMORY
}

/// Groups the hands of a recipe's street; `resume` is where an interrupted clustering is kept, with `identity` saying
/// what it belongs to.
///
/// # Errors
/// A recipe that cannot be followed, an interruption, or a state that cannot be read or written.
pub fn group_hands(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    resume: &Path,
    identity: &Value,
    progress: &dyn Progress,
) -> Result<HandGroups, AbstractionError> {
    if is_streamed(recipe) {
        return group_streamed(recipe, clusters, source, resume, identity, progress);
    }
    let EmbeddedRows { distinct, unit } = source.rows(recipe, clusters, progress)?;
    let rows = WeightedRows::new(distinct.dimensions, &distinct.rows, &distinct.weights)?;
    let fitted = match recipe.method {
        Method::Percentiles => cut_percentiles(&rows, recipe, unit),
        Method::KMeans => {
            let settings = recipe.settings(unit, distinct.len());
            let mut saver = Saver::new(recipe, resume, identity, progress);
            let state: StreamedCheckpoint = read_state_file(resume, identity)?.unwrap_or_default();
            let result = fit_from(&rows, &settings, state.sample, &mut |iteration| {
                saver.after(iteration, || StreamedCheckpoint { sample: iteration.checkpoint.clone(), all: None })
            });
            saver.outcome(result)?
        }
    };
    let mut totals = vec![BucketTotals::default(); fitted.used];
    let mut squared_strength = 0.0;
    for ((&bucket, &deals), &strength) in fitted.assignment.iter().zip(&distinct.weights).zip(&distinct.strengths) {
        let total = &mut totals[usize::from(bucket)];
        total.deals += deals;
        total.strength += strength;
        squared_strength += strength as f64 * strength as f64 / deals as f64;
    }
    let bucket_of_hand: Vec<u16> =
        distinct.row_of_hand.par_iter().map(|&row| fitted.assignment[row as usize]).collect();
    count_hands(&bucket_of_hand, &mut totals);
    let converged = has_converged(recipe, &fitted.cost_per_iteration);
    Ok(HandGroups {
        bucket_of_hand,
        centres: fitted.centres,
        totals,
        squared_strength,
        distinct: Some(distinct.len()),
        iterations: fitted.iterations,
        converged,
        cost: fitted.cost,
        cost_per_iteration: fitted.cost_per_iteration,
        unit,
    })
}

fn group_streamed(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    resume: &Path,
    identity: &Value,
    progress: &dyn Progress,
) -> Result<HandGroups, AbstractionError> {
    let embedding = embedding_of(recipe, clusters)?;
    // Nearly every hand has a row of its own.
    let settings = recipe.settings(embedding.unit(), hands_of_round(recipe.round) as usize);
    let fitted = {
        let feature = source.feature(recipe, clusters, progress)?;
        let blocks = FeatureBlocks::new(&*feature, &embedding, progress);
        let mut saver = Saver::new(recipe, resume, identity, progress);
        let state = read_state_file(resume, identity)?.unwrap_or_default();
        let result =
            fit_streamed(&blocks, &settings, state, &mut |iteration, state| saver.after(iteration, || state.clone()));
        saver.outcome(result)?
    };
    let strengths = ExpectedStrength { round: recipe.round, power: Power::First, river: source.river(progress)? };
    let mut totals = vec![BucketTotals::default(); fitted.used];
    let mut squared_strength = 0.0;
    for_each_total(&strengths, progress, |hand, [deals, strength]| {
        let total = &mut totals[usize::from(fitted.assignment[hand])];
        total.hands += 1;
        total.deals += deals;
        total.strength += strength;
        squared_strength += strength as f64 * strength as f64 / deals as f64;
    })?;
    let converged = has_converged(recipe, &fitted.cost_per_iteration);
    Ok(HandGroups {
        bucket_of_hand: fitted.assignment,
        centres: fitted.centres,
        totals,
        squared_strength,
        distinct: None,
        iterations: fitted.iterations,
        converged,
        cost: fitted.cost,
        cost_per_iteration: fitted.cost_per_iteration,
        unit: embedding.unit(),
    })
}

/// Whether a clustering stopped because an iteration gained too little.
fn has_converged(recipe: &BucketRecipe, costs: &[f64]) -> bool {
    match costs {
        [.., before, last] => before - last <= recipe.tolerance * before,
        _ => recipe.method == Method::Percentiles || costs.last().is_some_and(|&cost| cost == 0.0),
    }
}

/// Percentiles with the mean of each part as its centre.
fn cut_percentiles(rows: &WeightedRows, recipe: &BucketRecipe, unit: f64) -> KMeansResult {
    let (assignment, used) = percentiles(rows, recipe.count);
    let mut sums = vec![(0u64, 0u64); used];
    for (row, &part) in assignment.iter().enumerate() {
        let sum = &mut sums[usize::from(part)];
        sum.0 += rows.weight(row) * u64::from(rows.row(row)[0]);
        sum.1 += rows.weight(row);
    }
    let centres: Vec<u16> = sums.iter().map(|&(sum, weight)| ((sum + weight / 2) / weight) as u16).collect();
    let distances = assignment.iter().enumerate().map(|(row, &part)| {
        let centre = &centres[usize::from(part)..=usize::from(part)];
        rows.weight(row) * u64::from(recipe.distance.between(rows.row(row), centre))
    });
    let cost = distances.sum::<u64>() as f64 / rows.total_weight() as f64 / unit;
    KMeansResult { assignment, centres, used, cost, cost_per_iteration: vec![cost], iterations: 1 }
}

/// Counts the hands of each bucket.
fn count_hands(bucket_of_hand: &[u16], totals: &mut [BucketTotals]) {
    const HANDS_AT_ONCE: usize = 1 << 20;
    let zero = || vec![0u64; totals.len()];
    let counts = bucket_of_hand
        .par_chunks(HANDS_AT_ONCE)
        .fold(zero, |mut counts, buckets| {
            buckets.iter().for_each(|&bucket| counts[usize::from(bucket)] += 1);
            counts
        })
        .reduce(zero, |mut counts, more| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            counts
        });
    totals.iter_mut().zip(counts).for_each(|(total, hands)| total.hands = hands);
}

/// Tells of iterations, saves where the clustering stands, and remembers what went wrong with that.
struct Saver<'a> {
    recipe: &'a BucketRecipe,
    stage: String,
    resume: &'a Path,
    identity: &'a Value,
    progress: &'a dyn Progress,
    last_saved: Instant,
    failure: Option<AbstractionError>,
}

impl<'a> Saver<'a> {
    fn new(recipe: &'a BucketRecipe, resume: &'a Path, identity: &'a Value, progress: &'a dyn Progress) -> Self {
        let stage = format!("{} clustering", recipe.round);
        Self { recipe, stage, resume, identity, progress, last_saved: Instant::now(), failure: None }
    }

    fn after(&mut self, iteration: &Iteration, state: impl Fn() -> StreamedCheckpoint) -> ControlFlow<()> {
        let (done, restart) = (iteration.iteration as u64, iteration.restart + 1);
        let of_starts = if self.recipe.restarts > 1 { format!("start {restart}, ") } else { String::new() };
        let note = Some(format!("{of_starts}cost {:.6}", iteration.cost));
        // How many it will take until an iteration gains too little is not known.
        self.progress.report(&Update { stage: &self.stage, done, of: 0, unit: "iterations", note });
        let stop = self.progress.cancelled();
        if stop || self.last_saved.elapsed() >= SAVE_EVERY {
            if let Err(error) = write_state_file(self.resume, self.identity, &state()) {
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
