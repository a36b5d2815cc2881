//! The rounds before the last on a batch's way back up: what the next round was worth becomes lessons and values.

use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;

use super::{Batch, BatchBoard};
use crate::train::lesson::Lesson;
use crate::walk::down::ReachOfBuckets;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::up::ChunkOnBoard;
use crate::walk::{ChunkId, LANES, Real, Row};

/// `[player][place]`: what a chunk is worth on one board.
pub(crate) type BoardValues<T> = [Vec<Row<T>>; 2];
/// The same for all boards of a batch.
pub(crate) type ChunkValues<T> = Vec<BoardValues<T>>;

/// What there is to learn in a chunk from one board, by player; memory kept from chunk to chunk.
#[derive(Default)]
pub(crate) struct PlayedChunk<T: Real> {
    /// `[end][bucket]`
    end_sums: [Vec<Row<T>>; 2],
    own_reach: [Vec<Row<T>>; 2],
    sums: ShowdownSums<T, LANES>,
}

impl<T: Real> PlayedChunk<T> {
    /// All that there is to learn, in an order that is always the same.
    pub fn rows(&self) -> impl Iterator<Item = &Vec<Row<T>>> {
        self.end_sums.iter().chain(&self.own_reach)
    }

    /// The same, to be written.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Vec<Row<T>>> {
        self.end_sums.iter_mut().chain(&mut self.own_reach)
    }
}

/// A chunk of a round before the last on the boards of a batch.
#[derive(Clone, Copy)]
pub(crate) struct EarlierChunk<'a, 't, T> {
    /// The boards, and the players on them.
    pub batch: &'a Batch<'a, 't, T>,
    pub at: ChunkId,
}

impl<T: Real> EarlierChunk<'_, '_, T> {
    /// Values the boards that are valued here. It reads `next[chunk of the next round]` and writes this chunk's
    /// values to `values`. Boards are played side by side, since the first rounds have few chunks.
    pub fn value_boards(
        self,
        next: &[ChunkValues<T>],
        memory: &MemoryPool<PlayedChunk<T>>,
        values: &mut ChunkValues<T>,
    ) -> Vec<Box<PlayedChunk<T>>> {
        let Self { batch, at } = self;
        let play = |(number, (board, values)): (usize, (&BatchBoard<T>, &mut BoardValues<T>))| {
            let mut played = memory.take();
            if !batch.share.computes_values(at, board.owner) {
                return played;
            }
            for (player, values) in values.iter_mut().enumerate() {
                let next: Vec<&[Row<T>]> = next.iter().map(|boards| boards[number][player].as_slice()).collect();
                self.value(player, board, &next, &mut played, values);
            }
            played
        };
        batch.boards.par_iter().zip(values.par_iter_mut()).enumerate().map(play).collect()
    }

    /// Learns from one board after the other. Returns the number of information sets at which a player learnt.
    pub(crate) fn learn(self, played: Vec<Box<PlayedChunk<T>>>, memory: &MemoryPool<PlayedChunk<T>>) -> u64 {
        let Self { batch, at } = self;
        let mut touched = 0;
        for (number, (board, played)) in batch.boards.iter().zip(played).enumerate() {
            for (player, seat) in batch.seats.iter().enumerate() {
                if !batch.share.plays(at, board.owner) {
                    continue;
                }
                let lesson = Lesson {
                    at,
                    player,
                    buckets: &batch.row(board, player, at.round).distinct,
                    strategies: &board.descents[player].chunk(at).strategies,
                    end_sums: &played.end_sums[player],
                    own_reach: &played.own_reach[player],
                };
                seat.tables.learn(&lesson, &seat.steps[number]);
                if batch.share.counts_lessons(at, board.owner) {
                    touched += batch.learnt(board, player, at);
                }
            }
            memory.give_back(played);
        }
        touched
    }

    /// Values one board for a player, and adds up what there is to learn from it.
    fn value(
        self,
        player: usize,
        board: &BatchBoard<T>,
        next: &[&[Row<T>]],
        PlayedChunk { end_sums, own_reach, sums }: &mut PlayedChunk<T>,
        values: &mut Vec<Row<T>>,
    ) {
        let Self { batch, at } = self;
        let (game, row, own) = (batch.game, batch.row(board, player, at.round), board.descents[player].chunk(at));
        let (boards, plays) =
            ([0, 1].map(|seat| batch.view(board, seat)), board.descents.each_ref().map(|descent| descent.chunk(at)));
        ChunkOnBoard { at, boards, plays }.own_values(game, player, next, sums, values, Some(&mut end_sums[player]));
        let own_reach = &mut own_reach[player];
        own_reach.clear();
        own_reach.resize(row.distinct.len(), Row::default());
        game.processor.run(ReachOfBuckets { reach: &own.reach, bucket_of_place: &row.of_place, sums: own_reach });
    }
}
