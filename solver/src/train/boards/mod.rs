//! Training on sampled boards (`public`): one complete board is an iteration, all holdings of both players take part.
//!
//! Boards are played in batches, in three phases: every board by itself goes [`down`](crate::walk::down) from the
//! first round to the last with the strategies that the tables hold when the batch begins; [`river`] plays the last
//! round, one chunk of sixteen histories after the other, each on all boards of the batch in their order and learning
//! at once; [`earlier_rounds`] goes back up and lets the rounds before it learn, again chunk by chunk. So a chunk's
//! rows are one task's alone, boards never overtake each other there, and the result is the same for any number of
//! threads.
//!
//! In the last round the players take turns: the second meets what the first has just learnt. Before it, both learn
//! from the strategies of the batch's beginning, which is where this differs from textbook CFR; a twin in the tests
//! does the same.
//!
//! # How far from the limit
//!
//! Hold'em, 169 / 9,000 / 9,000 / 9,000 buckets, one core of 3 GHz with AVX-512 (`benches/RECORD.md`): 10.6 ms a
//! board, both players, 304,000 information sets. A board's holdings fall into 165, 109 and 40 different buckets of
//! flop, turn and river, so what counts on the river is done for 1,081 holdings: 36 chunks, 13 ends a player, about
//! ten loads, stores and sums of sixteen lanes each, some 10 million instructions of 64 bytes, which take 3.4 ms; at
//! two loads and a store a cycle 2 ms would be the floor. The table's rows are 1,664 bytes and lie anywhere in 1.2
//! GB: 36 chunks of 40 buckets, read and written for both players with a quarter of the strategy sums, are 8 MB and
//! 0.6 ms at 15 GB/s, but take some 3 ms, since each row waits for its first lines; asking for them ahead hides a
//! part. Values of the last round go through memory once, 10 MB a board: 0.7 ms at the bandwidth, 1.1 measured. The
//! floor of all is about 5 ms; what is left lies in the waiting for rows and in the kernels' spills.

pub mod board_training;
pub mod earlier_rounds;
pub mod river;

pub use board_training::{BOARDS_OF_A_BATCH, BoardTraining};

use super::tables::ChunkTables;
use super::update_rule::Step;
use crate::boards::DealtBoard;
use crate::walk::PreparedGame;
use crate::walk::down::Descent;

/// A complete board, and how both players come down to its last round.
pub struct BatchBoard<T> {
    /// The board with the buckets of all rounds.
    pub dealt: DealtBoard,
    /// By player: the rounds before the last.
    pub descents: [Descent<T>; 2],
}

impl<T> Default for BatchBoard<T> {
    fn default() -> Self {
        Self { dealt: DealtBoard::default(), descents: Default::default() }
    }
}

/// Boards that are played together, and where what is learnt from them goes.
pub struct Batch<'a, 't, T> {
    /// The game.
    pub game: &'a PreparedGame<T>,
    /// Regrets and strategy sums.
    pub tables: &'a ChunkTables<'t, T>,
    /// The boards in the order of their iterations.
    pub boards: &'a [BatchBoard<T>],
    /// What each board does to the tables.
    pub steps: &'a [Step],
}

impl<T> Batch<'_, '_, T> {
    /// The last round's buckets on the boards of some steps, in ascending order.
    fn buckets(&self, of: impl Fn(&Step) -> bool) -> Vec<u32> {
        let boards = self.boards.iter().zip(self.steps).filter(|(_, step)| of(step));
        let mut buckets: Vec<u32> =
            boards.flat_map(|(board, _)| board.dealt.last_row().distinct.iter().copied()).collect();
        buckets.sort_unstable();
        buckets.dedup();
        buckets
    }
}
