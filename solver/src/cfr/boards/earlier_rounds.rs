//! The rounds before the last on a batch's way back up: what the next round was worth becomes lessons and values.

use super::Batch;
use super::dealt_board::DealtBoard;
use crate::cfr::traversal::CfrLearner;
use crate::measure::expected_value::PreparedGame;
use crate::walk::chunk_kernels::{Chunk, ExitValues, GameEnds, ReachOfBuckets, ValueSink};
use crate::walk::{LANES, Learner, Lesson, Real, Row};
use evaluator::showdown::ShowdownSums;

/// `[board][player][place]`: what a chunk is worth.
pub type ChunkValues<T> = Vec<[Vec<Row<T>>; 2]>;

/// One thread's memory, kept from chunk to chunk.
pub struct EarlierRoundMemory<T> {
    /// `[terminal][bucket]`
    terminal_values: Vec<Row<T>>,
    own_reach: Vec<Row<T>>,
    sums: ShowdownSums<T, LANES>,
}

impl<T: Real> Default for EarlierRoundMemory<T> {
    fn default() -> Self {
        Self { terminal_values: Vec::new(), own_reach: Vec::new(), sums: ShowdownSums::default() }
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
        memory: &mut EarlierRoundMemory<T>,
        values: &mut ChunkValues<T>,
    ) -> u64 {
        let mut touched = 0;
        let tables = batch.tables;
        for (number, ((board, &step), values)) in batch.boards.iter().zip(batch.steps).zip(values).enumerate() {
            for (player, values) in values.iter_mut().enumerate() {
                let next = next.iter().map(|boards| boards[number][player].as_slice());
                self.value(player, board, next, memory, values);
                self.learn(player, board, CfrLearner { tables, step }, memory);
            }
            let decisions = self.game.lanes.rounds[self.round].decisions(self.chunk);
            touched += board.rows[self.round].distinct.len() as u64 * decisions;
        }
        touched
    }

    fn value<'v>(
        self,
        player: usize,
        board: &DealtBoard<T>,
        next: impl Iterator<Item = &'v [Row<T>]>,
        memory: &mut EarlierRoundMemory<T>,
        values: &mut Vec<Row<T>>,
    ) where
        T: 'v,
    {
        let Self { game, round, chunk } = self;
        let lanes = &game.lanes.rounds[round];
        let (row, order) = (&board.rows[round], &board.showdown.order);
        values.clear();
        values.resize(order.len(), Row::default());
        memory.terminal_values.clear();
        memory.terminal_values.resize(lanes.terminals * row.distinct.len(), Row::default());
        let opponent = board.approach(round, chunk, 1 - player);
        if opponent.reach.iter().all(|reach| *reach == Row::default()) {
            return;
        }
        let products = &board.chunks[round][chunk].products[player];
        let next_values: Vec<&[Row<T>]> = next.collect();
        let bucket_sums = &mut memory.terminal_values;
        game.processor.run(ExitValues {
            lanes,
            next_values: &next_values,
            sink: ValueSink { values: &mut *values, products, row, bucket_sums: &mut *bucket_sums },
        });
        game.processor.run(GameEnds {
            chunk: Chunk { lanes, stakes: &game.stakes, round, chunk, player },
            order,
            opponent,
            sums: &mut memory.sums,
            sink: ValueSink { values, products, row, bucket_sums },
        });
    }

    fn learn(
        self,
        player: usize,
        board: &DealtBoard<T>,
        learner: CfrLearner<'_, '_, T>,
        memory: &mut EarlierRoundMemory<T>,
    ) {
        let Self { game, round, chunk } = self;
        let (row, play) = (&board.rows[round], &board.chunks[round][chunk]);
        memory.own_reach.clear();
        memory.own_reach.resize(row.distinct.len(), Row::default());
        let (reach, bucket_of_place) = (&play.reach[player], &row.of_place);
        game.processor.run(ReachOfBuckets { reach, bucket_of_place, sums: &mut memory.own_reach });
        learner.learn(&Lesson {
            round,
            chunk,
            player,
            lanes: &game.lanes.rounds[round],
            buckets: &row.distinct,
            strategies: &play.strategies,
            terminal_values: &memory.terminal_values,
            own_reach: &memory.own_reach,
        });
    }
}
