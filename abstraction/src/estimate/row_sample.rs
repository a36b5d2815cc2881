//! Some boards' rows, as a probe: how long making them takes, and rows to try a clustering on.

use rayon::prelude::*;
use tables::together::time::Stopwatch;

use crate::features::board_feature::{BoardFeature, BoardRows};
use crate::features::embedding::Embedding;

/// Rows of boards spread over a street.
pub(super) struct RowSample {
    /// Seconds of making all boards' rows, extrapolated from these.
    pub seconds_for_all: f64,
    /// `[row][dimension]`, embedded; equal rows of one board once, boards in an order that mixes the street.
    pub rows: Vec<u16>,
    /// Raw deals of each.
    pub weights: Vec<u64>,
}

/// Makes the rows of about `boards` boards and keeps at most `most_rows` rows of them.
pub(super) fn sample_rows(
    feature: &dyn BoardFeature,
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
