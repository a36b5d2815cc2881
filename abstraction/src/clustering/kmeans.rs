//! Lloyd's loop: assign every row to its nearest centre, move the centres to their rows, until nothing is gained.
//!
//! Lloyd 1982 with k-means++ seeding and restarts, over weighted distinct rows. Deviations: centres are whole numbers
//! (a mean is rounded by at most half a fixed-point unit), so the cost can rise by rounding near the end. Where the
//! centre is not its distance's [usual](Centre::usual) one, the cost can also rise because a mean does not minimise
//! absolute differences, nor a median squares. Either rise ends the loop, except that the first of such centres are not
//! compared with the seeds.
//! Memory: 16 to 24 bytes per row besides the rows themselves.

use std::ops::ControlFlow;
use tables::run::state::bincode;
use tables::together::ranks::{Alone, Ranks};

use super::assignment::{Assigner, Candidates};
use super::centres::ClusterSums;
use super::partition::Partition;
use super::seeding::{choose_seeds, generator, systematic_sample};
use super::settings::{Centre, ClusteringError, KMeansSettings, WeightedRows};
use super::shared_rows::SharedRows;

/// The state of a clustering after an iteration; enough to continue from there to the same result.
#[derive(Clone, PartialEq, Debug, Default, bincode::Encode, bincode::Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct KMeansState {
    pub restart: u32,
    /// The centres last measured, `[centre][dimension]`; empty before the first iteration of a restart.
    pub centres: Vec<u16>,
    /// The cost of each iteration of this restart, as sums of weight times whole-number distance.
    pub costs: Vec<u64>,
    /// Centres and costs of the best restart that is finished.
    pub best: Option<(Vec<u16>, Vec<u64>)>,
}

/// One finished iteration, reported to the caller.
#[derive(Debug)]
pub struct Iteration<'a> {
    pub restart: u32,
    /// The iteration in this restart, from 1.
    pub iteration: usize,
    /// The weighted mean distance, in the settings' unit.
    pub cost: f64,
    /// How many rows changed cluster before this cost; all in the first iteration.
    pub changed_rows: usize,
    /// What to keep so that an interrupted clustering can go on, see [`fit_from`].
    pub checkpoint: &'a KMeansState,
}

#[derive(Clone, PartialEq, Debug)]
pub struct KMeansResult {
    /// Every row's cluster: the nearest centre, the lowest number at a tie.
    pub assignment: Vec<u32>,
    /// The centres, `[cluster][dimension]`, `used` of them.
    pub centres: Vec<u16>,
    /// How many clusters there are: `count`, or the number of distinct rows if that is less. None is empty.
    pub used: usize,
    /// The weighted mean distance of all rows from their centres, in the settings' unit.
    pub cost: f64,
    /// The cost at each iteration of the restart kept (over the sample, if one was asked for).
    pub cost_per_iteration: Vec<f64>,
    /// How many iterations the restart kept took.
    pub iterations: usize,
}

/// Clusters rows; `progress` is called with each iteration and can stop the work.
///
/// The result depends on rows and settings only, not on the number of threads or the processor.
pub fn fit(
    rows: &WeightedRows,
    settings: &KMeansSettings,
    progress: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
) -> Result<KMeansResult, ClusteringError> {
    fit_from(rows, settings, KMeansState::default(), progress)
}

/// Continues from a checkpoint of the same rows and settings; the result is that of an uninterrupted [`fit`].
pub fn fit_from(
    rows: &WeightedRows,
    settings: &KMeansSettings,
    checkpoint: KMeansState,
    progress: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
) -> Result<KMeansResult, ClusteringError> {
    fit_shared(rows, settings, checkpoint, &Alone, progress)
}

/// The same with the rows dealt to several ranks, which [`follow`](super::shared_rows::follow) this one, rank 0.
pub fn fit_shared(
    rows: &WeightedRows,
    settings: &KMeansSettings,
    mut checkpoint: KMeansState,
    ranks: &dyn Ranks,
    progress: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
) -> Result<KMeansResult, ClusteringError> {
    check(rows, settings, &checkpoint)?;
    let sample = settings.sample_rows.filter(|&size| size < rows.count());
    let sample = sample.map(|size| systematic_sample(rows, size, &mut generator(settings.seed, 0)));
    let iterated = match &sample {
        Some(sample) => &WeightedRows::new(rows.dimensions(), &sample.values, &sample.weights)?,
        None => rows,
    };
    let shared = SharedRows::hand_out(iterated, settings, &checkpoint, sample.is_none(), ranks);
    let best_partition = run_restarts(&shared, settings, &mut checkpoint, progress)?;
    let (centres, costs) = checkpoint.best.unwrap_or_default();
    let (assignment, cost) = match best_partition {
        Some(partition) if sample.is_none() => {
            (shared.assignment(&partition), shared.total(partition.cost(&shared.rows)))
        }
        // Of a sample, or of a restart finished before an interruption: its centres say it all.
        _ => {
            let partition = Assigner::new(*rows, settings.distance).assign(&centres);
            (partition.assignment(), partition.cost(rows))
        }
    };
    let mean = |cost: u64, total: u64| cost as f64 / total as f64 / settings.unit;
    Ok(KMeansResult {
        assignment,
        used: centres.len() / rows.dimensions(),
        cost: mean(cost, rows.total_weight()),
        iterations: costs.len(),
        cost_per_iteration: costs.into_iter().map(|cost| mean(cost, iterated.total_weight())).collect(),
        centres,
    })
}

pub(super) fn check(
    rows: &WeightedRows,
    settings: &KMeansSettings,
    checkpoint: &KMeansState,
) -> Result<(), ClusteringError> {
    settings.check()?;
    rows.check_range(settings.distance)?;
    let saved = checkpoint.best.iter().map(|(centres, _)| centres).chain([&checkpoint.centres]);
    for centres in saved {
        if !centres.len().is_multiple_of(rows.dimensions()) || centres.len() / rows.dimensions() > settings.count {
            let (what, expected) = ("the checkpoint's centres", "at most as many as clusters, of the rows' dimensions");
            return Err(ClusteringError::Setting { what, expected, found: centres.len().to_string() });
        }
    }
    Ok(())
}

/// Runs all remaining restarts; returns the partition of the best of them, if it is better than the earlier ones.
pub(super) fn run_restarts(
    shared: &SharedRows<'_>,
    settings: &KMeansSettings,
    checkpoint: &mut KMeansState,
    progress: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
) -> Result<Option<Partition>, ClusteringError> {
    let mut best_partition = None;
    while checkpoint.restart < settings.restarts {
        let partition = run_restart(shared, settings, checkpoint, progress)?;
        let finished = (std::mem::take(&mut checkpoint.centres), std::mem::take(&mut checkpoint.costs));
        if checkpoint.best.as_ref().is_none_or(|(_, costs)| finished.1.last() < costs.last()) {
            checkpoint.best = Some(finished);
            best_partition = Some(partition);
        }
        checkpoint.restart += 1;
    }
    Ok(best_partition)
}

/// One seeding and the loop after it; leaves the final centres and costs in the checkpoint.
fn run_restart(
    shared: &SharedRows<'_>,
    settings: &KMeansSettings,
    checkpoint: &mut KMeansState,
    progress: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
) -> Result<Partition, ClusteringError> {
    let rows = &shared.rows;
    if checkpoint.centres.is_empty() {
        checkpoint.centres = first_centres(shared, settings, checkpoint.restart)?;
        if checkpoint.centres.is_empty() || !checkpoint.centres.len().is_multiple_of(rows.dimensions()) {
            let (what, expected) = ("the first centres", "one at least, of the rows' dimensions");
            return Err(ClusteringError::Setting { what, expected, found: checkpoint.centres.len().to_string() });
        }
    } else {
        // The iteration of these centres is measured again, to the same cost.
        checkpoint.costs.pop();
    }
    let assigner = Assigner::new(*rows, settings.distance);
    let mut partition = assigner.assign(&checkpoint.centres);
    let mut sums = ClusterSums::new(rows, &partition);
    let mut changed_rows = shared.total(rows.count() as u64) as usize;
    loop {
        let cost = shared.total(partition.cost(rows));
        let before = checkpoint.costs.last().copied();
        checkpoint.costs.push(cost);
        let mean = cost as f64 / shared.total_weight as f64 / settings.unit;
        let (restart, iteration) = (checkpoint.restart, checkpoint.costs.len());
        let wish = progress(&Iteration { restart, iteration, cost: mean, changed_rows, checkpoint });
        if shared.agree(wish).is_break() {
            return Err(ClusteringError::Interrupted);
        }
        // Centres that do not minimise the cost may start worse than the seeds, which are rows: no sign of convergence.
        let comparable = iteration > 2 || settings.centre == Centre::usual(settings.distance);
        let converged = before
            .is_some_and(|before| comparable && before as f64 - cost as f64 <= settings.tolerance * before as f64);
        let last = converged || iteration >= settings.max_iterations;
        let centres = &mut checkpoint.centres;
        let filled = sums.fill_empty(shared, &mut partition, centres);
        if last && filled.is_empty() {
            return Ok(partition);
        }
        let mut moved = if last {
            vec![false; partition.clusters()]
        } else {
            sums.update(shared, &partition, settings.centre, centres)
        };
        filled.into_iter().for_each(|cluster| moved[cluster] = true);
        let changes = assigner.improve(centres, &mut partition, Candidates::Moved(&moved));
        sums.apply(rows, &changes);
        changed_rows = shared.total(changes.len() as u64) as usize;
    }
}

fn first_centres(
    shared: &SharedRows<'_>,
    settings: &KMeansSettings,
    restart: u32,
) -> Result<Vec<u16>, ClusteringError> {
    let chosen = shared.all.map_or(Ok(Vec::new()), |rows| choose_centres(rows, settings, restart));
    shared.broadcast_centres(chosen)
}

/// K-means++ on a weighted sample, or on all rows if the sample has too few vectors.
fn choose_centres(rows: &WeightedRows, settings: &KMeansSettings, restart: u32) -> Result<Vec<u16>, ClusteringError> {
    // The sampling of rows uses the stretch of random numbers of restart 0, hence the step by one.
    let mut generator = generator(settings.seed, restart + 1);
    if let Some(size) = settings.seeding_rows.filter(|&size| size < rows.count()) {
        let sample = systematic_sample(rows, size, &mut generator);
        let sampled = WeightedRows::new(rows.dimensions(), &sample.values, &sample.weights)?;
        let seeds = choose_seeds(&sampled, settings.distance, settings.count, &mut generator);
        if seeds.len() == settings.count {
            return Ok(seeds.into_iter().flat_map(|seed| sampled.row(seed as usize)).copied().collect());
        }
    }
    let seeds = choose_seeds(rows, settings.distance, settings.count, &mut generator);
    Ok(seeds.into_iter().flat_map(|seed| rows.row(seed as usize)).copied().collect())
}
