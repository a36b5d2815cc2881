//! The tables of a training as the walks see them: strategies come from regrets, and lessons go back into them.

use evaluator::processor::{Kernel, Processor, prefetch};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tables::run::table_home::TablePages;

use super::lesson::{Lesson, TakeLesson};
use super::regret_matching::match_regrets;
use super::table_layout::{REGRETS, STRATEGY_SUMS, TableLayout};
use super::update_rule::Step;
use crate::walk::{ChunkId, HistoryLanes, LANES, Real, RoundLanes, Row, Strategies};

/// Sixteen cells, one for each lane.
pub type Cells<T> = [T; LANES];

/// The tables of a training run as the passes see them: every chunk's rows behind a lock of their own.
///
/// A pass that learns gives each chunk to one task, and boards that only read a chunk share it, so that no task ever
/// waits for a lock; the locks only prove it.
pub struct ChunkTables<'a, T> {
    lanes: &'a HistoryLanes,
    layout: &'a TableLayout,
    chunks: Vec<RwLock<ChunkRows<'a, T>>>,
    pages: TablePages,
    processor: Processor,
}

/// The rows of one chunk, `[bucket][slot]`.
pub(super) struct ChunkRows<'a, T> {
    pub(super) regrets: &'a mut [Cells<T>],
    /// Empty where no average is kept.
    pub(super) strategy_sums: &'a mut [Cells<T>],
    /// Regrets of a pass over many boards, added to the table at its end; empty where each board counts at once.
    pub(super) pending: &'a mut [Cells<T>],
}

impl<'a, T: Real> ChunkTables<'a, T> {
    /// Divides tables into chunks. `strategy_sums` are as long as the regrets, or empty where no step has a weight in
    /// the average; `pending` likewise, or empty for passes over single boards.
    pub fn new(
        lanes: &'a HistoryLanes,
        layout: &'a TableLayout,
        mut regrets: &'a mut [Cells<T>],
        mut strategy_sums: &'a mut [Cells<T>],
        mut pending: &'a mut [Cells<T>],
    ) -> Self {
        let mut chunks = Vec::new();
        let [averages, pends] = [!strategy_sums.is_empty(), !pending.is_empty()];
        for at in layout.chunks() {
            let rows = layout.chunk(at).len();
            let split = |table: &mut &'a mut [Cells<T>], is_there: bool| {
                let rows = if is_there { rows } else { 0 };
                table.split_off_mut(..rows).expect("tables are as long as the layout says")
            };
            chunks.push(RwLock::new(ChunkRows {
                regrets: split(&mut regrets, true),
                strategy_sums: split(&mut strategy_sums, averages),
                pending: split(&mut pending, pends),
            }));
        }
        Self { lanes, layout, chunks, pages: TablePages::default(), processor: Processor::detect() }
    }

    /// The same tables, worked on with the given instruction set; without this call, with the best of this machine's.
    pub fn with(self, processor: Processor) -> Self {
        Self { processor, ..self }
    }

    /// The same tables on pages that receive notice of the chunks that come and go.
    pub fn on(self, pages: TablePages) -> Self {
        Self { pages, ..self }
    }

    /// Announces which buckets of a chunk will be learnt for soon, and which of them will be averaged: where the tables
    /// lie on a disk, the reading of these rows begins.
    pub fn prefetch(&self, at: ChunkId, learnt: &[u32], averaged: &[u32]) {
        for (array, buckets) in [(REGRETS, learnt), (STRATEGY_SUMS, averaged)] {
            for &bucket in buckets {
                self.pages.read_ahead(array, cells_of(self.layout.bucket(at, bucket as usize)));
            }
        }
    }

    /// Announces that a chunk is done: where the tables lie on a disk, the writing of what was changed begins.
    pub fn release(&self, at: ChunkId) {
        let cells = cells_of(self.layout.chunk(at));
        [REGRETS, STRATEGY_SUMS].iter().for_each(|array| self.pages.release(array, cells.clone()));
    }

    fn lock(&self, at: ChunkId) -> &RwLock<ChunkRows<'a, T>> {
        &self.chunks[self.layout.chunks_before(at.round) + at.chunk]
    }

    fn read(&self, at: ChunkId) -> RwLockReadGuard<'_, ChunkRows<'a, T>> {
        self.lock(at).read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, at: ChunkId) -> RwLockWriteGuard<'_, ChunkRows<'a, T>> {
        self.lock(at).write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shrinks what the tables hold.
    pub fn discount(&self, step: &Step) {
        self.discount_some(step, |at| 0..self.layout.buckets(at.round));
    }

    /// The same for the buckets of each chunk that are held here.
    pub fn discount_some(&self, step: &Step, held: impl Fn(ChunkId) -> Range<usize> + Sync) {
        let average = Row::splat(T::of(step.keep_average));
        self.chunks_with_ids().for_each(|(chunk, at)| {
            let rows = self.rows_of(at.round, held(at));
            let mut chunk = chunk.write().unwrap_or_else(PoisonError::into_inner);
            for regrets in &mut chunk.regrets[rows.clone()] {
                *regrets = step.shrink(Row::from(*regrets)).0;
            }
            // Empty where no average is kept.
            for sums in chunk.strategy_sums.get_mut(rows).unwrap_or_default() {
                *sums = (Row::from(*sums) * average).0;
            }
        });
    }

    fn chunks_with_ids(&self) -> impl IndexedParallelIterator<Item = (&RwLock<ChunkRows<'a, T>>, ChunkId)> {
        let ids: Vec<ChunkId> = self.layout.chunks().collect();
        self.chunks.par_iter().zip(ids)
    }

    /// The rows of some buckets within a chunk.
    fn rows_of(&self, round: usize, buckets: Range<usize>) -> Range<usize> {
        let slots = self.lanes.rounds[round].slots;
        buckets.start * slots..buckets.end * slots
    }

    /// Puts a lesson into the tables; `step` is what its iteration does to them.
    pub fn learn(&self, lesson: &Lesson<'_, T>, step: &Step) {
        let mut rows = self.write(lesson.at);
        let lanes = &self.lanes.rounds[lesson.at.round];
        self.processor.run(TakeLesson { lesson, lanes, rows: &mut rows, step });
    }

    /// Adds the pending regrets of a player to the table.
    pub fn settle(&self, player: usize, step: &Step) {
        self.chunks_with_ids().for_each(|(rows, at)| {
            let mut rows = rows.write().unwrap_or_else(PoisonError::into_inner);
            let ChunkRows { regrets, pending, .. } = &mut *rows;
            let lanes = &self.lanes.rounds[at.round];
            let buckets = regrets.chunks_exact_mut(lanes.slots).zip(pending.chunks_exact_mut(lanes.slots));
            for (regrets, pending) in buckets {
                for node in lanes.nodes.iter().filter(|node| node.player == player) {
                    for slot in node.first_slot..node.first_slot + node.children.len() {
                        let gain = std::mem::replace(&mut pending[slot], [T::default(); LANES]);
                        regrets[slot] = step.grow(Row::from(regrets[slot]), Row::from(gain)).0;
                    }
                }
            }
        });
    }

    /// Adds to a sum for each chunk the largest positive regret at each information set of the buckets that `of`
    /// selects.
    pub fn add_positive_regrets(&self, sums: Vec<f64>, of: impl Fn(ChunkId) -> Range<usize> + Sync) -> Vec<f64> {
        self.chunks_with_ids()
            .zip(sums)
            .map(|((rows, at), mut sum)| {
                let buckets = self.rows_of(at.round, of(at));
                let rows = rows.read().unwrap_or_else(PoisonError::into_inner);
                let lanes = &self.lanes.rounds[at.round];
                for regrets in rows.regrets[buckets].chunks_exact(lanes.slots) {
                    for node in &lanes.nodes {
                        let mut largest = Row::<T>::default();
                        for regret in &regrets[node.first_slot..node.first_slot + node.children.len()] {
                            largest.0.iter_mut().zip(regret).for_each(|(it, &regret)| *it = it.larger(regret));
                        }
                        sum += largest.0.iter().map(|regret| regret.as_f64()).sum::<f64>();
                    }
                }
                sum
            })
            .collect()
    }
}

/// The cells of rows.
fn cells_of(rows: Range<usize>) -> Range<usize> {
    rows.start * LANES..rows.end * LANES
}

impl<T: Real> Strategies<T> for ChunkTables<'_, T> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let rows = self.read(at);
        let lanes = &self.lanes.rounds[at.round];
        self.processor.run(MatchRows { lanes, player, buckets, regrets: rows.regrets, strategies });
    }
}

/// How many buckets ahead rows are prefetched: they lie all over the table.
pub(super) const ROWS_AHEAD: usize = 2;

/// Prefetches all rows of a bucket.
#[inline(always)]
pub(super) fn prefetch_row<T>(rows: &[Cells<T>], bucket: u32, slots: usize) {
    for row in &rows[bucket as usize * slots..][..slots] {
        prefetch(row);
    }
}

/// Regret matching for the buckets of a board.
struct MatchRows<'a, T> {
    lanes: &'a RoundLanes,
    player: usize,
    buckets: &'a [u32],
    regrets: &'a [Cells<T>],
    strategies: &'a mut [Row<T>],
}

impl<T: Real> Kernel for MatchRows<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let slots = self.lanes.slots;
        for (number, (&bucket, strategy)) in
            self.buckets.iter().zip(self.strategies.chunks_exact_mut(slots)).enumerate()
        {
            if let Some(&ahead) = self.buckets.get(number + ROWS_AHEAD) {
                prefetch_row(self.regrets, ahead, slots);
            }
            let regrets = &self.regrets[bucket as usize * slots..][..slots];
            match_regrets(self.lanes, self.player, regrets, strategy);
        }
    }
}
