//! The three phases of a batch of boards.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

use super::earlier_rounds::{ChunkValues, EarlierChunk, PlayedChunk};
use super::river::{River, RiverMemory};
use super::{Batch, BatchBoard};
use crate::boards::Buckets;
use crate::boards::dealing::board_of;
use crate::train::tables::ChunkTables;
use crate::train::update_rule::Step;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::{At, PreparedGame, Real};

/// The most boards that are played with the same strategies before the last round; see
/// [`batch_end`](crate::train::steps::batch_end). Each takes some 8 MB of working memory in hold'em.
pub const BOARDS_OF_A_BATCH: u64 = 20;

/// Trains a game of two hole cards on sampled boards.
pub struct BoardTraining<'a, T> {
    game: &'a PreparedGame<T>,
    buckets: &'a dyn Buckets,
    seed: u64,
    last: River<T>,
    boards: Vec<BatchBoard<T>>,
    /// `[round][chunk]`
    values: Vec<Vec<ChunkValues<T>>>,
    last_memory: MemoryPool<RiverMemory<T>>,
    earlier_memory: MemoryPool<PlayedChunk<T>>,
    /// Whether the last round's chunks were played backwards.
    backwards: bool,
}

impl<'a, T: Real> BoardTraining<'a, T> {
    /// Prepares the training; `None` for a game whose last round has not the form of a
    /// [`BettingLadder`](crate::walk::last_round::BettingLadder), or with no round before it.
    pub fn new(game: &'a PreparedGame<T>, buckets: &'a dyn Buckets, seed: u64) -> Option<Self> {
        if game.lanes.rounds.len() < 2 {
            return None;
        }
        let last = River::new(game)?;
        let values = game.lanes.rounds.iter().map(|round| vec![Vec::new(); round.entries.len()]).collect();
        let (last_memory, earlier_memory) = (MemoryPool::default(), MemoryPool::default());
        Some(Self {
            game,
            buckets,
            seed,
            last,
            boards: Vec::new(),
            values,
            last_memory,
            earlier_memory,
            backwards: true,
        })
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns at how many information
    /// sets somebody learnt.
    pub fn play(&mut self, tables: &ChunkTables<'_, T>, first: u64, steps: &[Step]) -> u64 {
        let Self { game, buckets, seed, last, boards, values, last_memory, earlier_memory, backwards } = self;
        boards.resize_with(steps.len(), BatchBoard::default);
        let earlier = game.lanes.rounds.len() - 1;
        for chunk in values.iter_mut().flatten() {
            chunk.resize_with(steps.len(), Default::default);
        }
        boards.par_iter_mut().enumerate().for_each(|(number, board)| {
            let cards = board_of(&game.rules, *seed, first + number as u64);
            board.dealt.deal(&game.rules, *buckets, &cards);
            for (player, descent) in board.descents.iter_mut().enumerate() {
                descent.play_down(game, earlier, player, tables, &board.dealt);
            }
        });
        let batch = Batch { game, tables, boards, steps };
        let touched = AtomicU64::new(0);
        let (earlier, last_values) = values.split_at_mut(earlier);
        // Every other batch begins where the one before it ended: what a table larger than memory has there is still
        // at hand.
        *backwards = !*backwards;
        let mut chunks: Vec<_> = last_values[0].iter_mut().enumerate().collect();
        if *backwards {
            chunks.reverse();
        }
        let order: Vec<usize> = chunks.iter().map(|(chunk, _)| *chunk).collect();
        let round = earlier.len();
        // What a table on disk is told; in memory there is nobody to tell.
        let (needed, averaged) = (batch.buckets(|_| true), batch.buckets(|step| step.average_weight != 0.0));
        chunks.into_par_iter().enumerate().with_max_len(1).for_each(|(turn, (chunk, values))| {
            // A batch needs a tenth of a chunk's rows: whole chunks read ahead cost more than they bring.
            if let Some(&following) = order.get(turn + 1) {
                tables.expect(round, following, &needed, &averaged);
            }
            let mut memory = last_memory.take();
            let learnt = last.play(&batch, chunk, &mut memory, values);
            touched.fetch_add(learnt, Ordering::Relaxed);
            last_memory.give_back(memory);
            tables.release(round, chunk);
        });
        let mut next = &*last_values[0];
        for (round, values) in earlier.iter_mut().enumerate().rev() {
            let lanes = &game.lanes.rounds[round];
            let chunks = values.par_iter_mut().enumerate().with_max_len(1);
            chunks.for_each(|(chunk, values)| {
                let following = &next[lanes.following(chunk)];
                let chunk = EarlierChunk { game, at: At { round, chunk } };
                let learnt = chunk.play(&batch, following, earlier_memory, values);
                touched.fetch_add(learnt, Ordering::Relaxed);
            });
            next = values;
        }
        touched.into_inner()
    }
}
