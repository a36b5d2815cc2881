//! A policy's last round in one position, in the form the kernels read: only the free probabilities, in bytes where
//! the policy keeps them so.
//!
//! `[chunk][bucket][number][lane]`: in limit hold'em eight numbers a bucket, 128 bytes for sixteen histories. A chunk
//! of 9,000 buckets then stays in the second-level cache while all rivers of a turn are played. A policy that is asked
//! has no table: its answers for one chunk on one board are written into a thread's own [`AskedCells`].

use std::sync::{Mutex, PoisonError};

use super::end_products::{EndProducts, EndsOfBuckets, FreeProbabilities};
use super::end_stakes::EndStakes;
use super::shapes::{EndsOfShape, LastRound};
use crate::walk::ChunkId;
use crate::walk::lanes::HistoryLanes;
use crate::walk::prepared_game::{Player, rounded};
use crate::walk::reach_products::{LANES, Real, Row};

/// One player's free probabilities of the last round.
pub struct FreeTable<'a, T> {
    position: usize,
    source: Source<'a, T>,
}

enum Source<'a, T> {
    /// `[chunk]`, each for `buckets` buckets.
    Kept { buckets: usize, chunks: Vec<Cells<T>> },
    /// Writes a chunk's probabilities for a board's buckets.
    Asked(Box<Ask<'a, T>>),
}

type Ask<'a, T> = dyn Fn(usize, &[u32], &mut Vec<Row<T>>) + Send + Sync + 'a;

/// The memory of one thread for the answers of a policy that is asked: one chunk on one board.
#[derive(Default)]
pub struct AskedCells<T> {
    cells: Vec<Row<T>>,
    /// The buckets of the cells: the board's distinct ones in their order, from 0.
    buckets: Vec<u32>,
}

/// How the probabilities of a chunk are kept.
enum Cells<T> {
    /// In parts of 255.
    Parts(Vec<[u8; LANES]>),
    Full(Vec<Row<T>>),
}

impl<'p, T: Real> FreeTable<'p, T> {
    /// The table of the player in a position.
    pub fn new<S: Real>(lanes: &HistoryLanes, last: &LastRound, position: usize, player: Player<'p, S>) -> Self {
        // Slots of a bucket, and those of the free numbers, by chunk.
        let slots = |chunk: usize| (lanes.shape(last.at(chunk)).slots, last.ends(chunk).free_slots[position].clone());
        let slots: Vec<(usize, Vec<usize>)> = (0..last.chunks()).map(slots).collect();
        let round = lanes.rounds.len() - 1;
        if player.strategies.is_asked() {
            // Megabytes, kept from one board to the next: touching new memory is slow.
            let memory: Mutex<Vec<Vec<Row<S>>>> = Mutex::default();
            let ask = move |chunk: usize, buckets: &[u32], cells: &mut Vec<Row<T>>| {
                let memory = || memory.lock().unwrap_or_else(PoisonError::into_inner);
                let mut strategies = memory().pop().unwrap_or_default();
                let (of_bucket, free) = &slots[chunk];
                strategies.resize(buckets.len() * of_bucket, Row::default());
                player.strategies.load(ChunkId { round, chunk }, position, buckets, &mut strategies);
                free_numbers(&strategies, *of_bucket, free, cells);
                memory().push(strategies);
            };
            return Self { position, source: Source::Asked(Box::new(ask)) };
        }
        let buckets: Vec<u32> = (0..player.buckets.count(round) as u32).collect();
        let mut strategies = Vec::new();
        let chunk = |(chunk, (of_bucket, free)): (usize, &(usize, Vec<usize>))| {
            if let Some(parts) = player.strategies.parts(ChunkId { round, chunk }, free) {
                return Cells::Parts(parts);
            }
            strategies.resize(buckets.len() * of_bucket, Row::default());
            player.strategies.load(ChunkId { round, chunk }, position, &buckets, &mut strategies);
            let mut cells = Vec::with_capacity(buckets.len() * free.len());
            free_numbers(&strategies, *of_bucket, free, &mut cells);
            Cells::Full(cells)
        };
        let chunks = slots.iter().enumerate().map(chunk).collect();
        Self { position, source: Source::Kept { buckets: buckets.len(), chunks } }
    }

    /// The multiplication of a chunk's probabilities for a board's distinct buckets, of which those count that are
    /// `reached`, or all if it is empty; a policy that is asked is asked here.
    pub(crate) fn products<'a>(
        &'a self,
        last: &'a LastRound,
        chunk: usize,
        (buckets, reached): (&'a [u32], &'a [bool]),
        stakes: &'a EndStakes<T>,
        memory: &'a mut ProductsMemory<T>,
    ) -> EndProducts<'a, T> {
        let EndsOfShape { table, free_slots, steps } = last.ends(chunk);
        let (steps, numbers) = (&steps[self.position], free_slots[self.position].len());
        let ProductsMemory { products, asked, rows } = memory;
        let (cells, buckets) = match &self.source {
            Source::Kept { buckets: count, chunks } => match &chunks[chunk] {
                Cells::Parts(parts) => (FreeProbabilities::Parts(&parts[..count * numbers]), buckets),
                Cells::Full(full) => (FreeProbabilities::Full(full), buckets),
            },
            Source::Asked(ask) => {
                ask(chunk, buckets, &mut asked.cells);
                asked.buckets.clear();
                asked.buckets.extend(0..buckets.len() as u32);
                (FreeProbabilities::Full(asked.cells.as_slice()), asked.buckets.as_slice())
            }
        };
        EndProducts { table, steps, cells, numbers, buckets, reached, stakes, products, rows }
    }
}

/// Writes the free numbers of all buckets, given the probabilities of all slots.
fn free_numbers<S: Real, T: Real>(strategies: &[Row<S>], slots: usize, free: &[usize], cells: &mut Vec<Row<T>>) {
    cells.clear();
    // After an all-in there are none.
    let buckets = strategies.chunks_exact(slots.max(1));
    cells.extend(buckets.flat_map(|strategy| free.iter().map(|&slot| rounded::<S, T>(strategy[slot]))));
}

/// The memory of one thread for the products of one player.
#[derive(Default)]
pub struct ProductsMemory<T> {
    pub products: EndsOfBuckets<T>,
    asked: AskedCells<T>,
    pub rows: Vec<Row<T>>,
}
