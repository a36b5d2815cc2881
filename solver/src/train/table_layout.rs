//! Where the cells of an information set lie in the tables of regrets and strategy sums.
//!
//! `[round][chunk][bucket][slot][lane]`: all that one bucket needs for sixteen histories is one run of memory (1,664
//! bytes a row on the later rounds of hold'em).
//!
//! Cells are of single precision, or the traffic to memory would double. What a board adds to a sum is lost where it is
//! less than 2^-24 of the cell. Before the flop, where every board adds, this happens after `N` averaged boards that
//! count alike to an action whose share has fallen below `N · 2^-24` of its own average: 0.6 % after 100,000, which is
//! 1.3 million boards of DCFR.

use std::ops::Range;

use crate::boards::Buckets;
use crate::walk::{ChunkId, HistoryLanes, LANES};

/// The table's name for the regrets.
pub const REGRETS: &str = "regrets";
/// The table's name for the sums that make the average strategy.
pub const STRATEGY_SUMS: &str = "strategy_sums";

/// The table's name for the regrets of an opponent with exact cards.
pub const OPPONENT_REGRETS: &str = "opponent_regrets";

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
    slots: usize,
}

impl RoundTable {
    fn chunks(&self) -> usize {
        self.first_rows.len() - 1
    }

    fn end(&self) -> usize {
        self.first_rows[self.chunks()]
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
            let first_rows = (0..=round.entries.len()).map(|chunk| rows + chunk * buckets * round.slots).collect();
            let table = RoundTable { first_rows, buckets, slots: round.slots };
            rows = table.end();
            rounds.push(table);
        }
        Self { rounds, rows }
    }

    /// The layout with only the rows of some chunks, as a rank has them: the others are empty.
    pub fn with_chunks(&self, is_there: impl Fn(ChunkId) -> bool) -> Self {
        let mut rows = 0;
        let mut rounds = self.rounds.clone();
        for (round, table) in rounds.iter_mut().enumerate() {
            let mut first_rows = vec![rows];
            for chunk in 0..table.chunks() {
                rows += if is_there(ChunkId { round, chunk }) { table.buckets * table.slots } else { 0 };
                first_rows.push(rows);
            }
            table.first_rows = first_rows;
        }
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
        let slots = self.rounds[at.round].slots;
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
    pub fn chunks_before(&self, round: usize) -> usize {
        self.rounds[..round].iter().map(RoundTable::chunks).sum()
    }

    /// How many buckets a round has.
    pub fn buckets(&self, round: usize) -> usize {
        self.rounds[round].buckets
    }
}
