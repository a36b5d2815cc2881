//! Lloyd's loop over rows that are made again for every iteration, block by block, because all of them do not fit.
//!
//! A weighted sample is clustered in memory first; its centres start iterations over *all* rows, each of which is
//! exact: every row at its nearest centre, every centre at the mean of all its rows. Memory: one block, and two bytes
//! a row. Coordinate medians need all rows of a cluster at once, so with them the sample's centres are the final
//! ones, as they are where the settings ask for a single pass.

use rayon::prelude::*;
use std::ops::ControlFlow;
use tables::run::state::bincode;
use tables::together::ranks::Ranks;

use super::assignment::{Assigner, Candidates};
use super::centres::ClusterSums;
use super::kmeans::{Iteration, KMeansResult, KMeansState, fit_shared};
use super::partition::Partition;
use super::seeding::{DrawnRows, SystematicSampler, generator};
use super::settings::{Centre, ClusteringError, KMeansSettings, WeightedRows};

/// Rows of the sample: the requested number, else 200 per bucket and at least two million.
pub fn sample_size(asked: Option<usize>, buckets: usize) -> usize {
    asked.unwrap_or((200 * buckets).max(2_000_000))
}

/// Rows that can be made again, block by block, always the same.
pub trait RowBlocks {
    fn dimensions(&self) -> usize;

    fn blocks(&self) -> usize;

    fn total_weight(&self) -> u64;

    /// Makes a block: coordinates `[row][dimension]` and weights.
    fn block(&self, number: usize) -> Result<(Vec<u16>, Vec<u64>), ClusteringError>;
}

/// The state of a streamed clustering; enough to continue from there to the same result.
#[derive(Clone, PartialEq, Debug, Default, bincode::Encode, bincode::Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct StreamedState {
    /// Of the clustering of the sample.
    pub sample: KMeansState,
    /// Once the sample is done: centres that await their iteration over all rows, and the costs so far.
    pub all: Option<(Vec<u16>, Vec<u64>)>,
}

struct Pass {
    assignment: Vec<u32>,
    cost: u64,
    sums: ClusterSums,
}

/// Clusters rows that are made block by block, from a checkpoint of the same rows and settings or from the start.
/// Several ranks share the clustering of the sample; the passes over all rows are rank 0's.
///
/// The costs reported for the iterations are those over all rows; with medians or a single pass, where the centres are
/// the sample's, those of the sample.
pub fn fit_streamed(
    rows: &dyn RowBlocks,
    settings: &KMeansSettings,
    mut checkpoint: StreamedState,
    ranks: &dyn Ranks,
    progress: &mut dyn FnMut(&Iteration, &StreamedState) -> ControlFlow<()>,
) -> Result<KMeansResult, ClusteringError> {
    settings.check()?;
    let dimensions = rows.dimensions();
    let total = rows.total_weight();
    let mean = |cost: u64| cost as f64 / total as f64 / settings.unit;
    let mut of_sample = Vec::new();
    let passes = if settings.centre == Centre::Median { 1 } else { settings.most_passes.min(settings.max_iterations) };
    let (mut centres, mut costs) = match checkpoint.all.take() {
        Some(all) => all,
        None => {
            let sample = draw_sample(rows, settings)?;
            let sample = WeightedRows::new(dimensions, &sample.values, &sample.weights)?;
            let settings = KMeansSettings { sample_rows: None, ..settings.clone() };
            let mut report = |iteration: &Iteration| {
                progress(iteration, &StreamedState { sample: iteration.checkpoint.clone(), all: None })
            };
            let fitted = fit_shared(&sample, &settings, checkpoint.sample, ranks, &mut report)?;
            of_sample = fitted.cost_per_iteration;
            (fitted.centres, Vec::new())
        }
    };
    let mut assignment = Vec::new();
    loop {
        let pass = assign_all(rows, settings, &centres, &assignment, costs.len() + 1 < passes)?;
        assignment = pass.assignment;
        let before = costs.last().copied();
        costs.push(pass.cost);
        let converged =
            before.is_some_and(|before| before as f64 - pass.cost as f64 <= settings.tolerance * before as f64);
        if converged || costs.len() >= passes {
            break;
        }
        pass.sums.means(&mut centres);
        // The costs so far belong to centres already measured; these centres await their iteration.
        let checkpoint = StreamedState { sample: KMeansState::default(), all: Some((centres.clone(), costs.clone())) };
        let iteration = Iteration {
            restart: 0,
            iteration: costs.len(),
            cost: mean(pass.cost),
            changed_rows: 0,
            checkpoint: &checkpoint.sample,
        };
        if progress(&iteration, &checkpoint).is_break() {
            return Err(ClusteringError::Interrupted);
        }
    }
    let cost = costs.last().copied().map_or(0.0, mean);
    // With one pass over all rows the iterations were the sample's.
    let is_of_sample = settings.centre == Centre::Median || settings.most_passes == 1;
    let cost_per_iteration: Vec<f64> = if is_of_sample { of_sample } else { costs.into_iter().map(mean).collect() };
    let iterations = cost_per_iteration.len();
    Ok(KMeansResult { assignment, used: centres.len() / dimensions, cost, iterations, cost_per_iteration, centres })
}

fn draw_sample(rows: &dyn RowBlocks, settings: &KMeansSettings) -> Result<DrawnRows, ClusteringError> {
    let size = sample_size(settings.sample_rows, settings.count);
    let mut sampler = SystematicSampler::new(rows.total_weight(), size, &mut generator(settings.seed, 0));
    let mut sample = DrawnRows::default();
    for block in 0..rows.blocks() {
        let (values, weights) = rows.block(block)?;
        for (values, &weight) in values.chunks_exact(rows.dimensions()).zip(&weights) {
            sample.add(values, sampler.next(weight));
        }
    }
    Ok(sample)
}

/// Every row's nearest centre; rows look near their centre of the pass before first, if there was one. Sums are taken
/// where means may follow.
fn assign_all(
    rows: &dyn RowBlocks,
    settings: &KMeansSettings,
    centres: &[u16],
    before: &[u32],
    means_follow: bool,
) -> Result<Pass, ClusteringError> {
    let clusters = centres.len() / rows.dimensions();
    let mut pass = Pass { assignment: Vec::new(), cost: 0, sums: ClusterSums::empty(rows.dimensions(), clusters) };
    for number in 0..rows.blocks() {
        let (values, weights) = rows.block(number)?;
        let block = WeightedRows::new(rows.dimensions(), &values, &weights)?;
        block.check_range(settings.distance)?;
        let assigner = Assigner::new(block, settings.distance);
        let first = pass.assignment.len();
        let nearest = match before.get(first..first + block.count()) {
            Some(before) => {
                let guess: Vec<(u32, u32)> = before.iter().map(|&cluster| (cluster, 0)).collect();
                let mut partition = Partition::new(clusters, &guess);
                assigner.improve(centres, &mut partition, Candidates::All);
                partition.nearest()
            }
            None => assigner.nearest(centres),
        };
        pass.cost +=
            nearest.par_iter().zip(&weights).map(|(&(_, distance), weight)| weight * u64::from(distance)).sum::<u64>();
        if means_follow {
            pass.sums.merge(&ClusterSums::of_nearest(&block, clusters, &nearest));
        }
        pass.assignment.extend(nearest.iter().map(|&(cluster, _)| cluster));
    }
    Ok(pass)
}
