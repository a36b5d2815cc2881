//! How long a clustering takes: its parts tried on a sample of rows with the recipe's own number of centres.

use std::ops::ControlFlow;
use tables::together::time::Stopwatch;

use super::row_sample::RowSample;
use crate::clustering::kmeans::{Checkpoint, fit_from};
use crate::clustering::sampling::generator;
use crate::clustering::seeding::choose_seeds;
use crate::clustering::{ClusteringError, KMeansSettings, WeightedRows};
use crate::distance::Distance;

/// Seeds that are drawn to see how long drawing takes; more are extrapolated.
const SEEDS_TRIED: usize = 4_000;
/// With rows in proportion to the number of seeds, the time to draw the seeds grows with this power of their number:
/// between the first (a row looked at for each seed) and the second (each seed compared with all before).
const SEEDING_POWER: f64 = 1.6;

/// Seconds as a straight line over the number of rows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct TimeOfRows {
    fixed: f64,
    per_row: f64,
}

impl TimeOfRows {
    fn through(few: (usize, f64), many: (usize, f64)) -> Self {
        let per_row = ((many.1 - few.1) / (many.0 - few.0).max(1) as f64).max(0.1 * many.1 / many.0.max(1) as f64);
        Self { fixed: (many.1 - per_row * many.0 as f64).max(0.0), per_row }
    }

    pub(super) fn at(self, rows: f64) -> f64 {
        self.fixed + self.per_row * rows
    }
}

/// The parts of one clustering, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct ClusteringTime {
    /// Drawing the first centres.
    pub seeding: f64,
    /// Finding every row's centre from scratch.
    pub assignment: TimeOfRows,
    /// An early iteration, while many rows still change.
    pub iteration: TimeOfRows,
}

/// Tries the parts on a sample.
pub(super) fn measure(
    sample: &RowSample,
    dimensions: usize,
    distance: Distance,
    count: usize,
    stopwatch: &dyn Stopwatch,
) -> ClusteringTime {
    let rows = sample.weights.len();
    let count = count.min(rows / 2);
    if count < 2 {
        return ClusteringTime::default();
    }
    let (seeds, seeding) = try_seeding(sample, dimensions, distance, count, stopwatch);
    // Seeds actually drawn lie where centres will lie; the further ones lie in between, at equal steps.
    let mut is_centre = vec![false; rows];
    seeds.iter().for_each(|&seed| is_centre[seed as usize] = true);
    let more = count - seeds.len();
    (0..more).for_each(|number| is_centre[(number as f64 * (rows as f64 / more as f64)) as usize] = true);
    let part = |wanted: &dyn Fn(usize) -> bool| {
        let (mut values, mut weights) = (Vec::new(), Vec::new());
        for row in (0..rows).filter(|&row| wanted(row)) {
            values.extend_from_slice(&sample.rows[row * dimensions..(row + 1) * dimensions]);
            weights.push(sample.weights[row]);
        }
        (values, weights)
    };
    let (centres, _) = part(&|row| is_centre[row]);
    let few = try_iterations(part(&|row| !is_centre[row] && row % 6 == 0), &centres, distance, dimensions, stopwatch);
    let many = try_iterations(part(&|row| !is_centre[row]), &centres, distance, dimensions, stopwatch);
    let line = |part: usize| TimeOfRows::through((few.0, few.1[part]), (many.0, many.1[part]));
    ClusteringTime { seeding, assignment: line(0), iteration: line(1) }
}

/// The rows, the seconds of their first assignment and of the iteration after it.
fn try_iterations(
    (values, weights): (Vec<u16>, Vec<u64>),
    centres: &[u16],
    distance: Distance,
    dimensions: usize,
    stopwatch: &dyn Stopwatch,
) -> (usize, [f64; 2]) {
    let count = centres.len() / dimensions;
    let settings = KMeansSettings { tolerance: 0.0, ..KMeansSettings::new(count, distance, 0) };
    let checkpoint = Checkpoint { centres: centres.to_vec(), ..Checkpoint::default() };
    let (measured, mut times) = (stopwatch.start(), Vec::new());
    let outcome = WeightedRows::new(dimensions, &values, &weights).and_then(|rows| {
        fit_from(&rows, &settings, checkpoint, &mut |_| {
            times.push(measured());
            if times.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    match (outcome, &times[..]) {
        (Err(ClusteringError::Interrupted), &[first, second]) => (weights.len(), [first, second - first]),
        _ => (weights.len(), [times.first().copied().unwrap_or(0.0); 2]),
    }
}

/// The first seeds, from the usual number of rows per seed, and the seconds that drawing all seeds would take.
fn try_seeding(
    sample: &RowSample,
    dimensions: usize,
    distance: Distance,
    count: usize,
    stopwatch: &dyn Stopwatch,
) -> (Vec<u32>, f64) {
    let tried = count.min(SEEDS_TRIED);
    let usual = KMeansSettings::new(count, distance, 0).seeding_rows.unwrap_or(usize::MAX);
    let rows = (usual as f64 * tried as f64 / count as f64) as usize;
    let rows = rows.min(sample.weights.len());
    let Ok(part) = WeightedRows::new(dimensions, &sample.rows[..rows * dimensions], &sample.weights[..rows]) else {
        return (Vec::new(), 0.0);
    };
    let measured = stopwatch.start();
    let seeds = choose_seeds(&part, distance, tried, &mut generator(0, 0));
    (seeds, measured() * (count as f64 / tried as f64).powf(SEEDING_POWER))
}
