//! Up a board: what each chunk is worth to a player where it begins, from what its ends are worth.
//!
//! The walk is the same for every purpose. It values every end of a chunk, given the opponent's reach and what the next
//! round was worth ([`ChunkEnds`]), and shows it to a [`Reply`](super::reply::Reply), which decides what the player
//! makes of it:
//!
//! - a best response keeps the ends and takes the [`Best`](super::reply::Best) action at every decision;
//! - an expected value weighs them with the player's [`Own`] strategy;
//! - CFR does the same and learns from what each end is worth to each bucket.
//!
//! On one complete board ([`BoardWalk`]) a round's values go to the round before it as they are; over all boards that
//! follow ([`all_boards`](super::all_boards)) they are added up first. Sixteen histories in the lanes, the fast form of
//! the last round and the instruction sets are optimisations behind these words.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;

use super::down::{ChunkId, ChunkPlay, Descent, is_reached};
use super::ends::ChunkEnds;
use super::prepared_game::Player;
use super::prepared_game::PreparedGame;
use super::reach_products::{LANES, Real, Row};
use super::reply::{Keep, Own, Reply};
use crate::boards::DealtBoard;

/// One chunk on one board, as both players come to it; by position.
pub(crate) struct ChunkOnBoard<'a, T> {
    pub at: ChunkId,
    /// The board as each player sees it.
    pub boards: [&'a DealtBoard; 2],
    pub plays: [&'a ChunkPlay<T>; 2],
}

impl<T: Real> ChunkOnBoard<'_, T> {
    /// Writes a player's values under its own strategy by place, in chips, summed over the opponent's holdings that
    /// can be met, and to `end_sums`, if they are wanted, what each end is worth to each of its buckets,
    /// `[end][distinct bucket]`. `next` are the values of the next round's chunks; `sums` is working memory.
    pub(crate) fn own_values(
        &self,
        game: &PreparedGame<T>,
        player: usize,
        next: &[&[Row<T>]],
        sums: &mut ShowdownSums<T, LANES>,
        values: &mut Vec<Row<T>>,
        end_sums: Option<&mut Vec<Row<T>>>,
    ) {
        let row = self.boards[player].row(self.at.round);
        values.clear();
        values.resize(self.boards[player].order.len(), Row::default());
        let end_sums = end_sums.map_or_else(Default::default, |end_sums| {
            end_sums.clear();
            end_sums.resize(game.lanes.shape(self.at).ends * row.distinct.len(), Row::default());
            end_sums.as_mut_slice()
        });
        let products = &self.plays[player].products;
        self.show(game, player, next, sums, &mut Own { values, products, row, end_sums });
    }

    /// Shows a reply what every end is worth to the player's holdings; nothing where no opponent comes.
    fn show(
        &self,
        game: &PreparedGame<T>,
        player: usize,
        next: &[&[Row<T>]],
        sums: &mut ShowdownSums<T, LANES>,
        reply: &mut impl Reply<T>,
    ) {
        let Self { at, boards, plays } = self;
        let opponent = plays[1 - player];
        if is_reached(&opponent.reach) {
            let opponent = opponent.approach(boards[1 - player].row(at.round));
            ChunkEnds { at: *at, player, order: &boards[player].order, opponent, next }.show(game, sums, reply);
        }
    }
}

/// Both players on their way down one complete board, by position.
pub struct BoardWalk<'a, T> {
    pub game: &'a PreparedGame<T>,
    /// The board as each player sees it.
    pub boards: [&'a DealtBoard; 2],
    /// How each player comes down it, through all rounds.
    pub descents: [&'a Descent<T>; 2],
}

/// Takes what each end of a chunk is worth to each of a player's buckets, `[end][distinct bucket]`.
pub(crate) type LearnFrom<'a, T> = dyn Fn(ChunkId, &[Row<T>]) + Sync + 'a;

impl<T: Real> BoardWalk<'_, T> {
    /// A player's value of each holding in chips, by place, summed over the opponent's holdings that it can meet;
    /// `learn` is called once for each chunk.
    pub fn values(&self, player: usize, learn: Option<&LearnFrom<'_, T>>) -> Vec<T> {
        self.values_from(0, player, learn, |_| true)[0][0].iter().map(|row| row.0[0]).collect()
    }

    /// The same for every history of the rounds from `first` on, `[round - first][chunk][place]`; chunks that are not
    /// played are worth nothing.
    pub fn values_from(
        &self,
        first: usize,
        player: usize,
        learn: Option<&LearnFrom<'_, T>>,
        is_played: impl Fn(ChunkId) -> bool + Sync,
    ) -> Vec<Vec<Vec<Row<T>>>> {
        let lanes = &self.game.lanes.rounds;
        let mut of_rounds: Vec<Vec<Vec<Row<T>>>> = Vec::new();
        for (round, lanes) in lanes.iter().enumerate().skip(first).rev() {
            let next: Vec<&[Row<T>]> = of_rounds.last().into_iter().flatten().map(Vec::as_slice).collect();
            let value = |chunk: usize| {
                let at = ChunkId { round, chunk };
                if !is_played(at) {
                    return vec![Row::default(); self.boards[player].order.len()];
                }
                let (mut values, mut end_sums, mut sums) = (Vec::new(), Vec::new(), ShowdownSums::default());
                let wanted = learn.map(|_| &mut end_sums);
                self.chunk(at).own_values(self.game, player, &next, &mut sums, &mut values, wanted);
                if let Some(learn) = learn {
                    learn(at, &end_sums);
                }
                values
            };
            of_rounds.push((0..lanes.chunks()).into_par_iter().map(value).collect());
        }
        of_rounds.reverse();
        of_rounds
    }

    /// What every end of a chunk is worth to each of a player's holdings, given the values of the next round's chunks.
    pub fn ends(&self, at: ChunkId, player: usize, next: &[Vec<Row<T>>]) -> Keep<T> {
        let next: Vec<&[Row<T>]> = next.iter().map(Vec::as_slice).collect();
        let mut ends = Keep::new(self.game.lanes.shape(at).ends, self.boards[player].order.len());
        self.chunk(at).show(self.game, player, &next, &mut ShowdownSums::default(), &mut ends);
        ends
    }

    fn chunk(&self, at: ChunkId) -> ChunkOnBoard<'_, T> {
        ChunkOnBoard { at, boards: self.boards, plays: self.descents.map(|descent| descent.chunk(at)) }
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
        let values = self.walk_board(players, board, memory).values(0, None);
        values.iter().map(|value| value.as_f64()).sum::<f64>() / self.rules.meetings()
    }
}
