//! A policy's last round in one position, in the form the kernels read: only the free probabilities, in bytes where
//! the policy keeps them so.
//!
//! `[chunk][bucket][number][lane]`: in hold'em eight numbers a bucket, 128 bytes for sixteen histories. A chunk of
//! 9,000 buckets then stays in the second-level cache while all rivers of a turn are played.

use super::betting_ladder::BettingLadder;
use super::branch::Branch;
use super::branch_ends::{EndsMemory, EndsOfBuckets};
use super::branch_products::{BranchProducts, FreeProbabilities};
use super::branch_stakes::BranchStakes;
use crate::walk::lanes::RoundLanes;
use crate::walk::player::{Player, rounded};
use crate::walk::real::{LANES, Real, Row};

/// One player's free probabilities of the last round.
pub struct FreeTable<T> {
    numbers: usize,
    after_check: usize,
    buckets: usize,
    chunks: Vec<Cells<T>>,
}

/// How the probabilities of a chunk are kept.
enum Cells<T> {
    /// In parts of 255.
    Parts(Vec<[u8; LANES]>),
    /// As they are.
    Full(Vec<Row<T>>),
}

impl<T: Real> FreeTable<T> {
    /// The table of the player in a position; `round` is the number of the last one.
    pub fn new<S: Real>(
        lanes: &RoundLanes,
        ladder: &BettingLadder,
        round: usize,
        position: usize,
        player: Player<'_, S>,
    ) -> Self {
        let (slots, after_check) = ladder.free_slots(position);
        let buckets: Vec<u32> = (0..player.buckets.count(round) as u32).collect();
        let mut strategies = Vec::new();
        let chunk = |chunk| {
            if let Some(parts) = player.strategies.parts(round, chunk, &slots) {
                return Cells::Parts(parts);
            }
            strategies.resize(buckets.len() * lanes.slots, Row::default());
            player.strategies.load(round, chunk, position, &buckets, &mut strategies);
            let free = |strategy: &[Row<S>]| slots.iter().map(|&slot| rounded(strategy[slot])).collect::<Vec<_>>();
            Cells::Full(strategies.chunks_exact(lanes.slots).flat_map(free).collect())
        };
        let chunks = (0..lanes.entries.len()).map(chunk).collect();
        Self { numbers: slots.len(), after_check, buckets: buckets.len(), chunks }
    }

    /// The multiplication of a branch's probabilities, seen by the player's opponent, for a board's distinct buckets.
    pub fn products<'a, const EXITS: usize, B: Branch>(
        &'a self,
        branch: B,
        chunk: usize,
        buckets: &'a [u32],
        stakes: &'a BranchStakes<T>,
        products: &'a mut EndsMemory<T>,
    ) -> BranchProducts<'a, T, EXITS, B> {
        let EndsOfBuckets { exits, folds } = products.of_branch(buckets.len());
        let (cells, numbers, after_check) = (self.chunk(chunk), self.numbers, self.after_check);
        BranchProducts { branch, cells, numbers, after_check, buckets, stakes, exits, folds }
    }

    /// The probabilities of a chunk.
    fn chunk(&self, chunk: usize) -> FreeProbabilities<'_, T> {
        match &self.chunks[chunk] {
            Cells::Parts(parts) => FreeProbabilities::Parts(&parts[..self.buckets * self.numbers]),
            Cells::Full(full) => FreeProbabilities::Full(full),
        }
    }
}
