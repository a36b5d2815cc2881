//! Training on sampled boards (`public`): one complete board is an iteration, all holdings of both players take part.
//!
//! Boards are played in batches, in three phases: [`dealt_board`] goes from the first round down to the last with the
//! strategies that the tables hold when the batch begins, every board by itself; [`last_round_pass`] plays the last round, one
//! chunk of sixteen histories after the other, each on all boards of the batch in their order and learning at once;
//! [`earlier_rounds`] goes back up and lets the rounds before it learn, again chunk by chunk. So a chunk's rows are one task's
//! alone, boards never overtake each other there, and the result is the same for any number of threads. Both players learn
//! from the same play of a board: with one of 2.6 million boards at a time, taking turns gains nothing (measured in
//! `benches/RECORD.md`).

pub mod board_training;
pub mod dealt_board;
pub mod earlier_rounds;
pub mod last_round_pass;

pub use board_training::{BOARDS_OF_A_BATCH, BoardTraining};

use super::traversal::ChunkTables;
use super::update_rule::Step;
use crate::measure::expected_value::PreparedGame;
use dealt_board::DealtBoard;

/// Boards that are played together, and where what is learnt from them goes.
pub struct Batch<'a, 't, T> {
    /// The game.
    pub game: &'a PreparedGame<T>,
    /// Regrets and strategy sums.
    pub tables: &'a ChunkTables<'t, T>,
    /// The boards in the order of their iterations.
    pub boards: &'a [DealtBoard<T>],
    /// What each board does to the tables.
    pub steps: &'a [Step],
}
