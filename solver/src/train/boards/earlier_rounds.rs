//! The rounds before the last on a batch's way back up: what the next round was worth becomes lessons and values.

use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;

use super::{Batch, BatchBoard};
use crate::train::lesson::Lesson;
use crate::walk::down::{ReachOfBuckets, is_reached};
use crate::walk::ends::ChunkEnds;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::reply::{Learn, Own};
use crate::walk::{At, LANES, PreparedGame, Real, Row};

/// `[player][place]`: what a chunk is worth on one board.
pub type BoardValues<T> = [Vec<Row<T>>; 2];
/// The same for all boards of a batch.
pub type ChunkValues<T> = Vec<BoardValues<T>>;

/// What one board says of a chunk, by player; memory kept from chunk to chunk.
pub struct PlayedChunk<T> {
    /// `[end][bucket]`
    end_sums: [Vec<Row<T>>; 2],
    own_reach: [Vec<Row<T>>; 2],
    sums: ShowdownSums<T, LANES>,
}

impl<T: Real> Default for PlayedChunk<T> {
    fn default() -> Self {
        Self { end_sums: Default::default(), own_reach: Default::default(), sums: ShowdownSums::default() }
    }
}

/// A chunk of a round before the last.
#[derive(Clone, Copy)]
pub struct EarlierChunk<'a, T> {
    /// The game.
    pub game: &'a PreparedGame<T>,
    /// The chunk.
    pub at: At,
}

impl<T: Real> EarlierChunk<'_, T> {
    /// Learns from all boards in their order; `next[chunk of the next round]` is taken, `values` receives this
    /// chunk's. Returns at how many information sets somebody learnt.
    pub fn play(
        self,
        batch: &Batch<'_, '_, T>,
        next: &[ChunkValues<T>],
        memory: &MemoryPool<PlayedChunk<T>>,
        values: &mut ChunkValues<T>,
    ) -> u64 {
        // Boards are played side by side, since the first rounds are one chunk each; then learnt from one after the
        // other.
        let play = |(number, (board, values)): (usize, (&BatchBoard<T>, &mut BoardValues<T>))| {
            let mut played = memory.take();
            for (player, values) in values.iter_mut().enumerate() {
                let next: Vec<&[Row<T>]> = next.iter().map(|boards| boards[number][player].as_slice()).collect();
                self.value(batch, player, board, &next, &mut played, values);
            }
            played
        };
        let boards = batch.boards.par_iter().zip(values.par_iter_mut()).enumerate();
        let played: Vec<Box<PlayedChunk<T>>> = boards.map(play).collect();
        let mut touched = 0;
        for (number, (board, played)) in batch.boards.iter().zip(played).enumerate() {
            for (player, seat) in batch.seats.iter().enumerate() {
                let lesson = Lesson {
                    at: self.at,
                    player,
                    buckets: &batch.row(board, player, self.at.round).distinct,
                    strategies: &board.descents[player].chunk(self.at).strategies,
                    end_sums: &played.end_sums[player],
                    own_reach: &played.own_reach[player],
                };
                seat.tables.learn(&lesson, &seat.steps[number]);
                touched += batch.learnt(board, player, self.at);
            }
            memory.give_back(played);
        }
        touched
    }

    /// Values one board for a player, and adds up what there is to learn from it.
    fn value(
        self,
        batch: &Batch<'_, '_, T>,
        player: usize,
        board: &BatchBoard<T>,
        next: &[&[Row<T>]],
        PlayedChunk { end_sums, own_reach, sums }: &mut PlayedChunk<T>,
        values: &mut Vec<Row<T>>,
    ) {
        let Self { game, at } = self;
        let order = &batch.view(board, player).order;
        let [row, opponents_row] = [player, 1 - player].map(|player| batch.row(board, player, at.round));
        let [own, opponent] = [player, 1 - player].map(|player| board.descents[player].chunk(at));
        values.clear();
        values.resize(order.len(), Row::default());
        let end_sums = &mut end_sums[player];
        end_sums.clear();
        end_sums.resize(game.lanes.rounds[at.round].terminals * row.distinct.len(), Row::default());
        if is_reached(&opponent.reach) {
            let mut reply = Learn { own: Own { values, products: &own.products, row }, sums: end_sums };
            let opponent = opponent.approach(opponents_row);
            ChunkEnds { at, player, order, opponent, next }.show(game, sums, &mut reply);
        }
        let own_reach = &mut own_reach[player];
        own_reach.clear();
        own_reach.resize(row.distinct.len(), Row::default());
        game.processor.run(ReachOfBuckets { reach: &own.reach, bucket_of_place: &row.of_place, sums: own_reach });
    }
}
