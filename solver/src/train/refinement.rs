//! Starts a finer abstraction from what a coarse one has learnt.
//!
//! A coarse bucket's sums of regrets are sums over its deals, and each fine bucket gets the share of the deals that the
//! two have in common: as if all hands of the coarse bucket had learnt alike so far, and as if the fine buckets had
//! been there all along. A fine bucket is met far more rarely than a coarse one, and what it learns from a few boards
//! is mostly noise. So the start has a weight, and a fine bucket departs from what all hands of its kind have learnt
//! only where its own boards disagree again and again. A round with the same buckets goes on as it was.
//!
//! The nearest relative in print is the warm start from a strategy (Brown and Sandholm 2016); here regrets themselves
//! are carried over, since both tables count the same deals.
//!
//! The opponent with exact cards as a training keeps it: how it sees the cards before the last round, and its regrets.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tables::words;

use super::tables::{Cells, TableLayout};
use crate::boards::FineBuckets;
use crate::boards::overlap::{Overlap, SharedPart};
use crate::walk::{ChunkId, PreparedGame, Row};

/// The weight of what the coarse run has learnt, where its buckets are divided. With 1 the noise of a few thousand
/// boards on 9,000 buckets is as large as without any such start (`benches/lab/coarser-start-with-weight-1.md`).
pub const BEGINNING_WEIGHT: f32 = 10.0;

/// A table of regrets and its layout.
#[derive(Clone, Copy)]
pub struct CoarseTable<'a> {
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    pub cells: &'a [Cells<f32>],
}

impl CoarseTable<'_> {
    /// Copies a round whose buckets are the same in both tables.
    pub fn copy(self, round: usize, layout: &TableLayout, cells: &mut [Cells<f32>]) {
        for at in layout.chunks().filter(|at| at.round == round) {
            cells[layout.chunk(at)].copy_from_slice(&self.cells[self.layout.chunk(at)]);
        }
    }

    /// Adds to a finer table's rows of one round what its buckets have in common with this table's.
    pub fn refine(self, round: usize, overlap: &Overlap, layout: &TableLayout, cells: &mut [Cells<f32>]) {
        // After an all-in there is nothing to learn.
        let with_rows = |at: &ChunkId| at.round == round && !layout.chunk(*at).is_empty();
        for at in layout.chunks().filter(with_rows) {
            let slots = layout.bucket(at, 0).len();
            let learnt = &self.cells[self.layout.chunk(at)];
            let rows = cells[layout.chunk(at)].par_chunks_exact_mut(slots);
            rows.enumerate().for_each(|(bucket, row)| {
                for &SharedPart { coarse, share } in overlap.of(bucket) {
                    let weight = Row::splat(share * BEGINNING_WEIGHT);
                    let learnt = &learnt[coarse as usize * slots..][..slots];
                    for (cell, &learnt) in row.iter_mut().zip(learnt) {
                        *cell = (Row::from(*cell) + Row::from(learnt) * weight).0;
                    }
                }
            });
        }
    }
}

/// The opponent that a strategy is trained against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// Against itself, as in CFR.
    #[default]
    Itself,
    /// Against an opponent with exact cards, as in CFR-BR; see [`boards`](super::boards).
    Exact,
}

words!(Opponent, "an opponent", { Itself => "itself", Exact => "exact" });

/// How an opponent with exact cards sees them before the last round, and the shape of its regrets.
pub struct ExactOpponent {
    /// Its hands.
    pub buckets: FineBuckets,
    /// Regrets alone; none of the last round.
    pub layout: TableLayout,
}

impl ExactOpponent {
    /// The opponent with these hands.
    pub fn new(game: &PreparedGame<f32>, buckets: FineBuckets) -> Self {
        Self { layout: TableLayout::new(&game.lanes, &buckets), buckets }
    }
}
