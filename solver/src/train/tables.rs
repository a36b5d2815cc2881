//! The tables of a training as the walks see them: strategies come from regrets, and lessons go back into them.
//!
//! Where the cells of an information set lie in the tables of regrets and strategy sums.
//!
//! `[round][chunk][bucket][slot][lane]`: all that one bucket needs for sixteen histories is one run of memory (1,664
//! bytes a row on the later rounds of hold'em).
//!
//! Cells are of single precision, or the traffic to memory would double. What a board adds to a sum is lost where it is
//! less than 2^-24 of the cell. Before the flop, where every board adds, this happens after `N` averaged boards that
//! count alike to an action whose share has fallen below `N · 2^-24` of its own average: 0.6 % after 100,000, which is
//! 1.3 million boards of DCFR.

use evaluator::processor::{Kernel, Processor, prefetch};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tables::run::table_home::TablePages;

use super::lesson::{Lesson, TakeLesson};
use super::update_rule::{Step, match_regrets};
use crate::boards::Buckets;
use crate::walk::{ChunkId, HistoryLanes, LANES, Real, Row, Shape, Strategies};

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
pub(crate) struct ChunkRows<'a, T> {
    pub(crate) regrets: &'a mut [Cells<T>],
    /// Empty where no average is kept.
    pub(crate) strategy_sums: &'a mut [Cells<T>],
}

impl<'a, T: Real> ChunkTables<'a, T> {
    /// Divides tables into chunks. `strategy_sums` are as long as the regrets, or empty where no step has a weight in
    /// the average.
    pub fn new(
        lanes: &'a HistoryLanes,
        layout: &'a TableLayout,
        mut regrets: &'a mut [Cells<T>],
        mut strategy_sums: &'a mut [Cells<T>],
    ) -> Self {
        let mut chunks = Vec::new();
        let averages = !strategy_sums.is_empty();
        for at in layout.chunks() {
            let rows = layout.chunk(at).len();
            let split = |table: &mut &'a mut [Cells<T>], is_there: bool| {
                let rows = if is_there { rows } else { 0 };
                table.split_off_mut(..rows).expect("tables are as long as the layout says")
            };
            chunks.push(RwLock::new(ChunkRows {
                regrets: split(&mut regrets, true),
                strategy_sums: split(&mut strategy_sums, averages),
            }));
        }
        Self { lanes, layout, chunks, pages: TablePages::default(), processor: Processor::detect() }
    }

    /// The same tables, worked on with the given instruction set; without this call, with the best of this machine's.
    pub fn with(self, processor: Processor) -> Self {
        Self { processor, ..self }
    }

    /// The same tables on pages that receive notice of the chunks that come and go.
    pub(crate) fn on(self, pages: TablePages) -> Self {
        Self { pages, ..self }
    }

    /// Announces which buckets of a chunk will be learnt for soon, and which of them will be averaged: where the tables
    /// lie on a disk, the reading of these rows begins.
    pub(crate) fn prefetch(&self, at: ChunkId, learnt: &[u32], averaged: &[u32]) {
        for (array, buckets) in [(REGRETS, learnt), (STRATEGY_SUMS, averaged)] {
            for &bucket in buckets {
                self.pages.read_ahead(array, cells_of(self.layout.bucket(at, bucket as usize)));
            }
        }
    }

    /// Announces that a chunk is done: where the tables lie on a disk, the writing of what was changed begins.
    pub(crate) fn release(&self, at: ChunkId) {
        let cells = cells_of(self.layout.chunk(at));
        [REGRETS, STRATEGY_SUMS].iter().for_each(|array| self.pages.release(array, cells.clone()));
    }

    pub(crate) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The rows of all chunks, for a caller that divides them among its tasks in its own way.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut ChunkRows<'a, T>> {
        self.chunks.iter_mut().map(|rows| rows.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    fn lock(&self, at: ChunkId) -> &RwLock<ChunkRows<'a, T>> {
        &self.chunks[self.layout.chunks_before(at.round) + at.chunk]
    }

    pub(crate) fn read(&self, at: ChunkId) -> RwLockReadGuard<'_, ChunkRows<'a, T>> {
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
    pub(crate) fn discount_some(&self, step: &Step, held: impl Fn(ChunkId) -> Range<usize> + Sync) {
        let average = Row::splat(T::of(step.keep_average));
        self.chunks_with_ids().for_each(|(chunk, at)| {
            let rows = self.rows_of(at, held(at));
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
    fn rows_of(&self, at: ChunkId, buckets: Range<usize>) -> Range<usize> {
        let slots = self.lanes.shape(at).slots;
        buckets.start * slots..buckets.end * slots
    }

    /// Puts a lesson into the tables; `step` is what its iteration does to them.
    pub(crate) fn learn(&self, lesson: &Lesson<'_, T>, step: &Step) {
        let shape = self.lanes.shape(lesson.at);
        // After an all-in there is nothing to learn.
        if shape.slots > 0 {
            let mut rows = self.write(lesson.at);
            self.processor.run(TakeLesson { lesson, shape, rows: &mut rows, step });
        }
    }

    /// Adds to a sum for each chunk the largest positive regret at each information set of the buckets that `of`
    /// selects.
    pub(crate) fn add_positive_regrets(&self, sums: Vec<f64>, of: impl Fn(ChunkId) -> Range<usize> + Sync) -> Vec<f64> {
        self.chunks_with_ids()
            .zip(sums)
            .map(|((rows, at), mut sum)| {
                let buckets = self.rows_of(at, of(at));
                let rows = rows.read().unwrap_or_else(PoisonError::into_inner);
                let shape = self.lanes.shape(at);
                for regrets in rows.regrets[buckets].chunks_exact(shape.slots.max(1)) {
                    for node in &shape.nodes {
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

fn cells_of(rows: Range<usize>) -> Range<usize> {
    rows.start * LANES..rows.end * LANES
}

impl<T: Real> Strategies<T> for ChunkTables<'_, T> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let shape = self.lanes.shape(at);
        if shape.slots > 0 {
            let rows = self.read(at);
            self.processor.run(MatchRows { shape, player, buckets, regrets: rows.regrets, strategies });
        }
    }
}

/// How many buckets ahead rows are prefetched: they lie all over the table.
pub(crate) const ROWS_AHEAD: usize = 2;

#[inline(always)]
pub(crate) fn prefetch_row<T>(rows: &[Cells<T>], bucket: u32, slots: usize) {
    for row in &rows[bucket as usize * slots..][..slots] {
        prefetch(row);
    }
}

/// Regret matching for the buckets of a board.
pub(crate) struct MatchRows<'a, T> {
    pub shape: &'a Shape,
    pub player: usize,
    pub buckets: &'a [u32],
    pub regrets: &'a [Cells<T>],
    pub strategies: &'a mut [Row<T>],
}

impl<T: Real> Kernel for MatchRows<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let slots = self.shape.slots;
        for (number, (&bucket, strategy)) in
            self.buckets.iter().zip(self.strategies.chunks_exact_mut(slots)).enumerate()
        {
            if let Some(&ahead) = self.buckets.get(number + ROWS_AHEAD) {
                prefetch_row(self.regrets, ahead, slots);
            }
            let regrets = &self.regrets[bucket as usize * slots..][..slots];
            match_regrets(self.shape, self.player, regrets, strategy);
        }
    }
}

/// The table's name for the regrets.
pub(crate) const REGRETS: &str = "regrets";
/// The table's name for the sums that make the average strategy.
pub(crate) const STRATEGY_SUMS: &str = "strategy_sums";

/// The table's name for the regrets of an opponent with exact cards.
pub(crate) const OPPONENT_REGRETS: &str = "opponent_regrets";

/// The shape of a table over a game's histories and an abstraction's buckets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLayout {
    rounds: Vec<RoundTable>,
    rows: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct RoundTable {
    /// By chunk, and the end of the last one.
    first_rows: Vec<usize>,
    buckets: usize,
    /// By chunk.
    slots: Vec<usize>,
}

impl RoundTable {
    /// The rows of a round; `rows` counts those before it and is advanced.
    fn new(rows: &mut usize, buckets: usize, slots: Vec<usize>, is_there: impl Fn(usize) -> bool) -> Self {
        let mut first_rows = vec![*rows];
        for (chunk, slots) in slots.iter().enumerate() {
            *rows += if is_there(chunk) { buckets * slots } else { 0 };
            first_rows.push(*rows);
        }
        Self { first_rows, buckets, slots }
    }

    fn chunks(&self) -> usize {
        self.slots.len()
    }
}

impl TableLayout {
    /// The layout for these buckets.
    pub fn new(lanes: &HistoryLanes, buckets: &dyn Buckets) -> Self {
        let counts: Vec<usize> = (0..lanes.rounds.len()).map(|round| buckets.count(round)).collect();
        Self::with_counts(lanes, &counts)
    }

    /// The layout for the given number of buckets in each round.
    pub fn with_counts(lanes: &HistoryLanes, counts: &[usize]) -> Self {
        let mut rows = 0;
        let mut rounds = Vec::with_capacity(lanes.rounds.len());
        for (round, &buckets) in lanes.rounds.iter().zip(counts) {
            let slots = (0..round.chunks()).map(|chunk| round.shape(chunk).slots).collect();
            rounds.push(RoundTable::new(&mut rows, buckets, slots, |_| true));
        }
        Self { rounds, rows }
    }

    /// The layout with only the rows of some chunks, as a rank has them: the others are empty.
    pub(crate) fn with_chunks(&self, is_there: impl Fn(ChunkId) -> bool) -> Self {
        let mut rows = 0;
        let rounds = self.rounds.iter().enumerate().map(|(round, table)| {
            let is_there = |chunk| is_there(ChunkId { round, chunk });
            RoundTable::new(&mut rows, table.buckets, table.slots.clone(), is_there)
        });
        let rounds = rounds.collect();
        Self { rounds, rows }
    }

    /// The total number of rows of sixteen lanes.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The total number of cells.
    pub fn cells(&self) -> usize {
        self.rows * LANES
    }

    /// The rows of one chunk, `[bucket][slot]`.
    pub fn chunk(&self, at: ChunkId) -> Range<usize> {
        let first_rows = &self.rounds[at.round].first_rows;
        first_rows[at.chunk]..first_rows[at.chunk + 1]
    }

    /// The rows of one bucket in a chunk, one for each slot.
    pub fn bucket(&self, at: ChunkId, bucket: usize) -> Range<usize> {
        let slots = self.rounds[at.round].slots[at.chunk];
        let first = self.chunk(at).start + bucket * slots;
        first..first + slots
    }

    /// All chunks in the order of their rows.
    pub fn chunks(&self) -> impl Iterator<Item = ChunkId> + '_ {
        let of_round =
            |(round, table): (usize, &RoundTable)| (0..table.chunks()).map(move |chunk| ChunkId { round, chunk });
        self.rounds.iter().enumerate().flat_map(of_round)
    }

    /// The number of chunks in the rounds before this one.
    pub(crate) fn chunks_before(&self, round: usize) -> usize {
        self.rounds[..round].iter().map(RoundTable::chunks).sum()
    }

    pub fn buckets(&self, round: usize) -> usize {
        self.rounds[round].buckets
    }
}
