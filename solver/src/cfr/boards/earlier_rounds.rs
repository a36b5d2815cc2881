//! The rounds before the last on a batch's way back up: what the next round was worth becomes lessons and values.

use super::Batch;
use super::dealt_board::DealtBoard;
use crate::cfr::traversal::CfrLearner;
use crate::walk::chunk_kernels::{Chunk, ExitValues, GameEnds, ReachOfBuckets, ValueSink};
use crate::walk::memory_pool::MemoryPool;
use crate::walk::{LANES, Learner, Lesson, PreparedGame, Real, Row};
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;

/// `[player][place]`: what a chunk is worth on one board.
pub type BoardValues<T> = [Vec<Row<T>>; 2];
/// The same for all boards of a batch.
pub type ChunkValues<T> = Vec<BoardValues<T>>;

/// What one board says of a chunk, by player; memory kept from chunk to chunk.
pub struct PlayedChunk<T> {
    /// `[terminal][bucket]`
    terminal_values: [Vec<Row<T>>; 2],
    own_reach: [Vec<Row<T>>; 2],
    sums: ShowdownSums<T, LANES>,
}

impl<T: Real> Default for PlayedChunk<T> {
    fn default() -> Self {
        Self { terminal_values: Default::default(), own_reach: Default::default(), sums: ShowdownSums::default() }
    }
}

/// A chunk of a round before the last.
#[derive(Clone, Copy)]
pub struct EarlierChunk<'a, T> {
    /// The game.
    pub game: &'a PreparedGame<T>,
    /// The round's number.
    pub round: usize,
    /// The chunk's number within the round.
    pub chunk: usize,
}

impl<T: Real> EarlierChunk<'_, T> {
    /// Learns from all boards in their order; `next[chunk of the next round]` is taken, `values` receives this chunk's. Returns at
    /// how many information sets somebody learnt.
    pub fn play(
        self,
        batch: &Batch<'_, '_, T>,
        next: &[ChunkValues<T>],
        memory: &MemoryPool<PlayedChunk<T>>,
        values: &mut ChunkValues<T>,
    ) -> u64 {
        // Boards are played side by side, since the first rounds are one chunk each; then learnt from one after the other.
        let play = |(number, (board, values)): (usize, (&DealtBoard<T>, &mut BoardValues<T>))| {
            let mut played = memory.take();
            for (player, values) in values.iter_mut().enumerate() {
                let next = next.iter().map(|boards| boards[number][player].as_slice());
                self.value(player, board, next, &mut played, values);
                self.add_up_reach(player, board, &mut played.own_reach[player]);
            }
            played
        };
        let boards = batch.boards.par_iter().zip(values.par_iter_mut()).enumerate();
        let played: Vec<Box<PlayedChunk<T>>> = boards.map(play).collect();
        let decisions = self.game.lanes.rounds[self.round].decisions(self.chunk);
        let mut touched = 0;
        for ((board, &step), played) in batch.boards.iter().zip(batch.steps).zip(played) {
            let learner = CfrLearner { tables: batch.tables, step };
            (0..2).for_each(|player| self.learn(player, board, &learner, &played));
            touched += board.rows[self.round].distinct.len() as u64 * decisions;
            memory.give_back(played);
        }
        touched
    }

    fn value<'v>(
        self,
        player: usize,
        board: &DealtBoard<T>,
        next: impl Iterator<Item = &'v [Row<T>]>,
        PlayedChunk { terminal_values, sums, .. }: &mut PlayedChunk<T>,
        values: &mut Vec<Row<T>>,
    ) where
        T: 'v,
    {
        let Self { game, round, chunk } = self;
        let lanes = &game.lanes.rounds[round];
        let (row, order) = (&board.rows[round], &board.showdown.order);
        values.clear();
        values.resize(order.len(), Row::default());
        let bucket_sums = &mut terminal_values[player];
        bucket_sums.clear();
        bucket_sums.resize(lanes.terminals * row.distinct.len(), Row::default());
        let opponent = board.approach(round, chunk, 1 - player);
        if opponent.reach.iter().all(|reach| *reach == Row::default()) {
            return;
        }
        let products = &board.chunks[round][chunk].products[player];
        let next_values: Vec<&[Row<T>]> = next.collect();
        game.processor.run(ExitValues {
            lanes,
            next_values: &next_values,
            sink: ValueSink { values: &mut *values, products, row, bucket_sums: &mut *bucket_sums },
        });
        game.processor.run(GameEnds {
            chunk: Chunk { lanes, stakes: &game.stakes, round, chunk, player },
            order,
            opponent,
            sums,
            sink: ValueSink { values, products, row, bucket_sums },
        });
    }

    /// Adds a player's reach at the chunk's start up by bucket.
    fn add_up_reach(self, player: usize, board: &DealtBoard<T>, sums: &mut Vec<Row<T>>) {
        let row = &board.rows[self.round];
        sums.clear();
        sums.resize(row.distinct.len(), Row::default());
        let reach = &board.chunks[self.round][self.chunk].reach[player];
        self.game.processor.run(ReachOfBuckets { reach, bucket_of_place: &row.of_place, sums });
    }

    fn learn(self, player: usize, board: &DealtBoard<T>, learner: &CfrLearner<'_, '_, T>, played: &PlayedChunk<T>) {
        let Self { game, round, chunk } = self;
        learner.learn(&Lesson {
            round,
            chunk,
            player,
            lanes: &game.lanes.rounds[round],
            buckets: &board.rows[round].distinct,
            strategies: &board.chunks[round][chunk].strategies,
            terminal_values: &played.terminal_values[player],
            own_reach: &played.own_reach[player],
        });
    }
}
