//! How long a clustering takes: its parts tried on a sample of rows with the recipe's own number of centres.
//!
//! Some boards' rows, as a probe: how long making them takes, and rows to try a clustering on.

use rayon::prelude::*;
use std::ops::ControlFlow;
use tables::together::time::Stopwatch;

use crate::clustering::kmeans::{KMeansState, fit_from};
use crate::clustering::seeding::{choose_seeds, generator};
use crate::clustering::{ClusteringError, KMeansSettings, WeightedRows};
use crate::distance::Distance;
use crate::features::board_feature::{BoardFeature, BoardRows};
use crate::features::embedding::Embedding;

/// Seeds that are drawn to see how long drawing takes; more are extrapolated.
const SEEDS_TRIED: usize = 4_000;
/// With rows in proportion to the number of seeds, the time to draw the seeds grows with this power of their number:
/// between the first (a row looked at for each seed) and the second (each seed compared with all before).
const SEEDING_POWER: f64 = 1.6;

/// Seconds as a straight line over the number of rows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct TimeOfRows {
    fixed: f64,
    per_row: f64,
}

impl TimeOfRows {
    fn through(few: (usize, f64), many: (usize, f64)) -> Self {
        let per_row = ((many.1 - few.1) / (many.0 - few.0).max(1) as f64).max(0.1 * many.1 / many.0.max(1) as f64);
        Self { fixed: (many.1 - per_row * many.0 as f64).max(0.0), per_row }
    }

    pub(crate) fn at(self, rows: f64) -> f64 {
        self.fixed + self.per_row * rows
    }
}

/// The parts of one clustering, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct ClusteringTime {
    pub seeding: f64,
    /// Finding every row's centre from scratch.
    pub assignment: TimeOfRows,
    /// An early iteration, while many rows still change.
    pub iteration: TimeOfRows,
}

pub(crate) fn measure(
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
    let checkpoint = KMeansState { centres: centres.to_vec(), ..KMeansState::default() };
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

/// Rows of boards spread over a street.
pub(crate) struct RowSample {
    /// Seconds of making all boards' rows, extrapolated from these.
    pub seconds_for_all: f64,
    /// `[row][dimension]`, embedded; equal rows of one board once, boards in an order that mixes the street.
    pub rows: Vec<u16>,
    pub weights: Vec<u64>,
}

/// Makes the rows of about `boards` boards and keeps at most `most_rows` rows of them.
pub(crate) fn sample_rows(
    feature: &BoardFeature<'_>,
    embedding: Option<&Embedding>,
    boards: usize,
    most_rows: usize,
    stopwatch: &dyn Stopwatch,
) -> RowSample {
    let all = feature.boards();
    let step = all.boards().div_ceil(boards).max(1);
    // Board numbers follow their ranks: a stride through them mixes the sample's beginning and end.
    let numbers: Vec<usize> = (0..all.boards()).step_by(step).collect();
    let stride = [61, 67, 71].into_iter().find(|stride| !numbers.len().is_multiple_of(*stride)).unwrap_or(1);
    let mixed: Vec<usize> = (0..numbers.len()).map(|place| numbers[place * stride % numbers.len()]).collect();
    let dimensions = feature.dimensions();
    let measured = stopwatch.start();
    let made: Vec<(Vec<u16>, Vec<[u64; 2]>)> = mixed
        .par_iter()
        .with_max_len(8)
        .map_init(
            || (feature.filler(), BoardRows::default()),
            |(fill, rows), &board| {
                fill(board, rows);
                (rows.rows.clone(), rows.totals.clone())
            },
        )
        .collect();
    let seconds = measured();
    let hands: usize = made.iter().map(|(_, totals)| totals.len()).sum();
    let mut sample = RowSample {
        seconds_for_all: seconds * all.hands() as f64 / hands.max(1) as f64,
        rows: Vec::new(),
        weights: Vec::new(),
    };
    for (mut rows, totals) in made {
        let Some(embedding) = embedding else { break };
        rows.chunks_exact_mut(dimensions).for_each(|row| embedding.embed(row));
        let mut hands: Vec<(&[u16], u64)> = rows.chunks_exact(dimensions).zip(totals.iter().map(|it| it[0])).collect();
        hands.sort_unstable();
        hands.dedup_by(|next, kept| {
            let equal = next.0 == kept.0;
            kept.1 += if equal { next.1 } else { 0 };
            equal
        });
        for (row, weight) in hands {
            sample.rows.extend_from_slice(row);
            sample.weights.push(weight);
        }
        if sample.weights.len() >= most_rows {
            break;
        }
    }
    sample
}
