//! A policy's last round in one position, in the form the kernels read: only the free probabilities, in bytes where
//! the policy keeps them so.
//!
//! `[chunk][bucket][number][lane]`: in hold'em eight numbers a bucket, 128 bytes for sixteen histories. A chunk of
//! 9,000 buckets then stays in the second-level cache while all rivers of a turn are played. A policy that is asked has
//! no table: its answers for one chunk on one board are written into a thread's own [`AskedCells`].

use std::sync::{Mutex, PoisonError};

use super::betting_ladder::BettingLadder;
use super::branch::Branch;
use super::branch_ends::{EndsMemory, EndsOfBuckets};
use super::branch_products::{BranchProducts, FreeProbabilities};
use super::branch_stakes::BranchStakes;
use crate::walk::ChunkId;
use crate::walk::lanes::RoundLanes;
use crate::walk::prepared_game::{Player, rounded};
use crate::walk::reach_products::{LANES, Real, Row};

/// One player's free probabilities of the last round.
pub struct FreeTable<'a, T> {
    numbers: usize,
    after_check: usize,
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
    /// The table of the player in a position; `round` is the number of the last round.
    pub fn new<S: Real>(
        lanes: &RoundLanes,
        ladder: &BettingLadder,
        round: usize,
        position: usize,
        player: Player<'p, S>,
    ) -> Self {
        let (slots, after_check) = ladder.free_slots(position);
        let numbers = slots.len();
        if player.strategies.is_asked() {
            let of_bucket = lanes.slots;
            // Megabytes, kept from one board to the next: touching new memory is slow.
            let memory: Mutex<Vec<Vec<Row<S>>>> = Mutex::default();
            let ask = move |chunk: usize, buckets: &[u32], cells: &mut Vec<Row<T>>| {
                let memory = || memory.lock().unwrap_or_else(PoisonError::into_inner);
                let mut strategies = memory().pop().unwrap_or_default();
                strategies.resize(buckets.len() * of_bucket, Row::default());
                player.strategies.load(ChunkId { round, chunk }, position, buckets, &mut strategies);
                let all = strategies.chunks_exact(of_bucket);
                cells.clear();
                cells.extend(all.flat_map(|strategy| slots.iter().map(|&slot| rounded::<S, T>(strategy[slot]))));
                memory().push(strategies);
            };
            return Self { numbers, after_check, source: Source::Asked(Box::new(ask)) };
        }
        let buckets: Vec<u32> = (0..player.buckets.count(round) as u32).collect();
        let mut strategies = Vec::new();
        let chunk = |chunk| {
            if let Some(parts) = player.strategies.parts(ChunkId { round, chunk }, &slots) {
                return Cells::Parts(parts);
            }
            strategies.resize(buckets.len() * lanes.slots, Row::default());
            player.strategies.load(ChunkId { round, chunk }, position, &buckets, &mut strategies);
            let free = |strategy: &[Row<S>]| slots.iter().map(|&slot| rounded(strategy[slot])).collect::<Vec<_>>();
            Cells::Full(strategies.chunks_exact(lanes.slots).flat_map(free).collect())
        };
        let chunks = (0..lanes.entries.len()).map(chunk).collect();
        Self { numbers, after_check, source: Source::Kept { buckets: buckets.len(), chunks } }
    }

    /// Asks for a chunk's probabilities on a board, before they are multiplied; nothing is done where they are kept.
    pub(crate) fn ask(&self, chunk: usize, buckets: &[u32], asked: &mut AskedCells<T>) {
        if let Source::Asked(ask) = &self.source {
            ask(chunk, buckets, &mut asked.cells);
            asked.buckets.clear();
            asked.buckets.extend(0..buckets.len() as u32);
        }
    }

    /// The multiplication of a branch's probabilities, seen by the player's opponent, for a board's distinct buckets;
    /// `asked` is what [`Self::ask`] wrote for them.
    pub(crate) fn products<'a, const EXITS: usize, B: Branch>(
        &'a self,
        branch: B,
        chunk: usize,
        buckets: &'a [u32],
        asked: &'a AskedCells<T>,
        stakes: &'a BranchStakes<T>,
        products: &'a mut EndsMemory<T>,
    ) -> BranchProducts<'a, T, EXITS, B> {
        let EndsOfBuckets { exits, folds } = products.of_branch(buckets.len());
        let &Self { numbers, after_check, .. } = self;
        let (cells, buckets) = match &self.source {
            Source::Kept { buckets: count, chunks } => match &chunks[chunk] {
                Cells::Parts(parts) => (FreeProbabilities::Parts(&parts[..count * numbers]), buckets),
                Cells::Full(full) => (FreeProbabilities::Full(full), buckets),
            },
            Source::Asked(_) => (FreeProbabilities::Full(&asked.cells), asked.buckets.as_slice()),
        };
        BranchProducts { branch, cells, numbers, after_check, buckets, stakes, exits, folds }
    }
}
