//! Up a board: what each chunk is worth to a player where it begins, from what its ends are worth.
//!
//! The walk is the same for every purpose. It values every end of a chunk, given the opponent's reach and what the next
//! round was worth ([`ChunkEnds`]), and shows it to a [`Reply`](super::reply::Reply), which decides what the player
//! makes of it:
//!
//! - a best response keeps the ends and takes the [`Best`](super::reply::Best) action at every decision;
//! - an expected value weighs them with the player's [`Own`] strategy;
//! - CFR does the same and [`Learn`]s what each end is worth to each bucket.
//!
//! On one complete board ([`BoardWalk`]) a round's values go to the round before it as they are; over all boards that
//! follow ([`all_boards`](super::all_boards)) they are added up first. Sixteen histories in the lanes, the ladder of
//! the last round and the instruction sets are optimisations behind these words.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;

use super::down::{ChunkId, Descent, is_reached};
use super::ends::ChunkEnds;
use super::player::Player;
use super::prepared_game::PreparedGame;
use super::reach_products::{LANES, Real, Row};
use super::reply::{Learn, Own};
use crate::boards::DealtBoard;

/// Both players on their way down one complete board, by position.
pub struct BoardWalk<'a, T> {
    pub game: &'a PreparedGame<T>,
    /// The board as each player sees it.
    pub boards: [&'a DealtBoard; 2],
    /// How each player comes down it, through all rounds.
    pub descents: [&'a Descent<T>; 2],
}

impl<T: Real> BoardWalk<'_, T> {
    /// A player's value of each holding in chips, by place, summed over the opponent's holdings that it can meet. What
    /// each end of a chunk is worth to each of the player's buckets, `[end][distinct bucket]`, is passed to `learn`,
    /// once for each chunk.
    pub fn values(&self, player: usize, learn: impl Fn(ChunkId, &[Row<T>]) + Sync) -> Vec<T> {
        let lanes = &self.game.lanes.rounds;
        let mut next: Vec<Vec<Row<T>>> = Vec::new();
        for (round, lanes) in lanes.iter().enumerate().rev() {
            let value = |chunk: usize| {
                self.chunk_values(ChunkId { round, chunk }, player, &next[lanes.following(chunk)], &learn)
            };
            next = (0..lanes.entries.len()).into_par_iter().map(value).collect();
        }
        next[0].iter().map(|row| row.0[0]).collect()
    }

    fn chunk_values(
        &self,
        at: ChunkId,
        player: usize,
        next: &[Vec<Row<T>>],
        learn: &impl Fn(ChunkId, &[Row<T>]),
    ) -> Vec<Row<T>> {
        let order = &self.boards[player].order;
        let row = self.boards[player].row(at.round);
        let opponent = self.descents[1 - player].chunk(at);
        let mut values = vec![Row::default(); order.len()];
        let mut sums = vec![Row::default(); self.game.lanes.rounds[at.round].terminals * row.distinct.len()];
        if is_reached(&opponent.reach) {
            let products = &self.descents[player].chunk(at).products;
            let mut reply = Learn { own: Own { values: &mut values, products, row }, sums: &mut sums };
            let approach = opponent.approach(self.boards[1 - player].row(at.round));
            let next: Vec<&[Row<T>]> = next.iter().map(Vec::as_slice).collect();
            let mut scratch = ShowdownSums::<T, LANES>::default();
            ChunkEnds { at, player, order, opponent: approach, next: &next }.show(self.game, &mut scratch, &mut reply);
        }
        learn(at, &sums);
        values
    }
}

/// Memory for a board that two players play.
#[derive(Default)]
pub struct BoardMemory<T> {
    boards: [DealtBoard; 2],
    descents: [Descent<T>; 2],
}

impl<T: Real> PreparedGame<T> {
    /// Deals a complete board to two players and plays down all its rounds.
    pub fn walk_board<'m>(
        &'m self,
        players: [Player<'_, T>; 2],
        board: &[Card],
        memory: &'m mut BoardMemory<T>,
    ) -> BoardWalk<'m, T> {
        let BoardMemory { boards, descents } = memory;
        for (seat, player) in players.iter().enumerate() {
            boards[seat].deal(&self.rules, player.buckets, board);
            descents[seat].play_down(self, self.rules.rounds(), seat, player.strategies, &boards[seat]);
        }
        BoardWalk { game: self, boards: boards.each_ref(), descents: descents.each_ref() }
    }

    /// What the player in position 0 wins per game on one complete board, in chips.
    pub fn value_on_board(&self, players: [Player<'_, T>; 2], board: &[Card], memory: &mut BoardMemory<T>) -> f64 {
        let values = self.walk_board(players, board, memory).values(0, |_, _| ());
        values.iter().map(|value| value.as_f64()).sum::<f64>() / self.rules.meetings()
    }
}
