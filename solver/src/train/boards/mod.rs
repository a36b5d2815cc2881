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
//! # Against an opponent with exact cards
//!
//! CFR-BR (Johanson, Bard, Burch and Bowling 2012) trains one player against a best response in the real game, so that
//! it learns what an opponent would do to its blind spots. Here each board is played twice, with the learner in either
//! position. In the last round the opponent plays the best reply to the learner's strategy as it is now, holding by
//! holding, and needs no memory for it. Before it the opponent learns by CFR on cards told apart far more finely than
//! the learner's, in a table of its own without averages: a best reply there would need all boards that may follow.
//!
//! # Where the time goes
//!
//! Hold'em, 500 buckets a street, one core with AVX-512 (`benches/lab/last-round-by-cohorts.md`): 7.8 ms a board, both
//! players, 304,000 information sets; 10.2 before. The last round takes half of it, 36 chunks of sixteen histories for
//! either player: some 600 pairs of a cohort and a card, each met three times at nine exits with a load, a product and
//! a store of sixteen lanes. A table of 9,000 buckets lies all over 1.2 GB; its rows are asked for ahead, and half of
//! their time remains.

pub(crate) mod board_training;
pub(crate) mod earlier_rounds;
pub(crate) mod river;

use super::share::Share;
use super::tables::ChunkTables;
use super::update_rule::Step;
use crate::boards::{BucketRow, DealtBoard};
use crate::walk::down::Descent;
use crate::walk::{ChunkId, PreparedGame};

pub use board_training::{BOARDS_OF_A_BATCH, BoardTraining};

/// A complete board, and how both players come down to its last round.
#[derive(Default)]
pub(crate) struct BatchBoard<T> {
    /// The board as the learner's abstraction sees it, and as an opponent with exact cards does, if there is one.
    pub views: [DealtBoard; 2],
    /// By player: the rounds before the last.
    pub descents: [Descent<T>; 2],
    /// The rank whose territory it lies in, if boards lie in any.
    pub owner: Option<usize>,
}

/// The player in a position: which view of the board the player has, and where it learns.
#[derive(Clone, Copy)]
pub(crate) struct Seat<'a, 't, T> {
    /// Number of the view.
    pub view: usize,
    /// Regrets and strategy sums.
    pub tables: &'a ChunkTables<'t, T>,
    /// What each board does to the tables.
    pub steps: &'a [Step],
}

/// Boards that are played together, and the players on them.
pub(crate) struct Batch<'a, 't, T> {
    pub game: &'a PreparedGame<T>,
    /// What is played here.
    pub share: &'a Share<'a>,
    /// By position.
    pub seats: [Seat<'a, 't, T>; 2],
    /// The position of the opponent with exact cards, who plays the best reply in the last round.
    pub exact: Option<usize>,
    /// The boards in the order of their iterations.
    pub boards: &'a [BatchBoard<T>],
}

impl<T> Batch<'_, '_, T> {
    /// How the player in a position sees a board.
    pub(crate) fn view<'b>(&self, board: &'b BatchBoard<T>, player: usize) -> &'b DealtBoard {
        &board.views[self.seats[player].view]
    }

    pub fn row<'b>(&self, board: &'b BatchBoard<T>, player: usize, round: usize) -> &'b BucketRow {
        self.view(board, player).row(round)
    }

    /// The number of information sets at which a player learns from a chunk on a board.
    pub(crate) fn learnt(&self, board: &BatchBoard<T>, player: usize, at: ChunkId) -> u64 {
        let decisions = self.game.lanes.rounds[at.round].decisions(at.chunk, player);
        self.row(board, player, at.round).distinct.len() as u64 * decisions
    }

    /// The learner's buckets in the last round on the boards of some steps, in ascending order.
    fn buckets(&self, steps: &[Step], of: impl Fn(&Step) -> bool) -> Vec<u32> {
        let boards = self.boards.iter().zip(steps).filter(|(_, step)| of(step));
        let mut buckets: Vec<u32> =
            boards.flat_map(|(board, _)| board.views[LEARNER].last_row().distinct.iter().copied()).collect();
        buckets.sort_unstable();
        buckets.dedup();
        buckets
    }
}

/// The view of the learner.
const LEARNER: usize = 0;
/// The view of an opponent with exact cards.
const EXACT: usize = 1;
