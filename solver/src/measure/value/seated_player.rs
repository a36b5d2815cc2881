//! One player on one board, in either position: the buckets of its holdings and its way through the rounds before the
//! last.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use std::ops::Range;

use super::vectors::{KeepFolds, LastReach, OwnFolds};
use crate::boards::{CONTESTANT_NUMBERS, CardRules, DealtBoard};
use crate::walk::down::{ChunkPlay, is_reached};
use crate::walk::ends::ChunkEnds;
use crate::walk::lanes::Origin;
use crate::walk::{ChunkId, LANES, Player, PreparedGame, Real, Row};

/// A player who has seen the board.
#[derive(Default)]
pub(super) struct SeatedPlayer<T> {
    /// The complete board.
    pub board: DealtBoard,
    /// `[position]`
    pub seats: [WayDown<T>; 2],
}

/// The way of a player in one position.
#[derive(Default)]
pub(super) struct WayDown<T> {
    /// Round by round, in the chunk at hand; nothing is carried on from a chunk to which no holding comes.
    plays: Vec<ChunkPlay<T>>,
    /// `[round]`: whether any holding comes to the chunk at hand.
    comes: Vec<bool>,
    /// The reach of the last round's chunk at hand, by holding number.
    pub last_reach: Vec<Row<T>>,
}

impl<T: Real> SeatedPlayer<T> {
    /// Looks up the buckets of a complete board.
    pub(crate) fn see(&mut self, rules: &CardRules, player: &Player<'_, T>, cards: &[Card]) {
        self.board.deal(rules, player.buckets, cards);
        for seat in &mut self.seats {
            seat.plays.resize_with(rules.rounds() - 1, ChunkPlay::default);
            seat.comes.resize(rules.rounds(), false);
            seat.last_reach.resize(CONTESTANT_NUMBERS, Row::default());
        }
    }

    /// Enters a chunk of a round before the last and computes where the player's play there leads.
    pub fn play(&mut self, game: &PreparedGame<T>, player: &Player<'_, T>, position: usize, at: ChunkId) {
        let Self { board, seats } = self;
        let WayDown { plays, comes, .. } = &mut seats[position];
        let (before, plays) = plays.split_at_mut(at.round);
        let play = &mut plays[0];
        comes[at.round] = match at.round.checked_sub(1) {
            None => {
                play.begin(board.order.len());
                true
            }
            Some(round) if comes[round] => {
                before[round].carry_on(game, round, board.row(round), at.chunk, &mut play.reach);
                is_reached(&play.reach)
            }
            Some(_) => false,
        };
        if comes[at.round] {
            play.play(game, at, position, player.strategies, board.row(at.round));
        }
    }

    /// Enters a chunk of the last round; `by_place` is scratch.
    pub(crate) fn come_last(
        &mut self,
        game: &PreparedGame<T>,
        position: usize,
        chunk: usize,
        by_place: &mut Vec<Row<T>>,
    ) {
        let Self { board, seats } = self;
        let WayDown { plays, comes, last_reach } = &mut seats[position];
        let round = plays.len() - 1;
        let (play, row, ids) = (&plays[round], board.row(round), board.order.ids());
        comes[round + 1] = comes[round]
            && match game.lanes.rounds[round].origin(chunk) {
                Origin::Packed(_) => {
                    play.carry_on(game, round, row, chunk, by_place);
                    ids.iter().zip(&*by_place).for_each(|(&id, &reach)| last_reach[usize::from(id)] = reach);
                    is_reached(by_place)
                }
                // In one pass: it is done for each chunk of the last round.
                Origin::Exit(exit) => {
                    let (before, towards) = (&play.reach, play.products.towards(exit));
                    let bucket_of_place = &row.of_place;
                    let kernel = LastReach { before, bucket_of_place, towards, ids, reach: last_reach };
                    game.processor.run(kernel) != Row::default()
                }
            };
    }

    /// Whether any holding comes to a round's chunk at hand.
    pub(crate) fn comes(&self, position: usize, round: usize) -> bool {
        self.seats[position].comes[round]
    }

    /// How likely the player in position 0 plays to the folds of a round, for some places.
    pub(crate) fn write_own_folds(
        &self,
        game: &PreparedGame<T>,
        round: usize,
        places: Range<usize>,
        vector: &mut [Row<T>],
    ) {
        let ChunkPlay { reach, products, .. } = &self.seats[0].plays[round];
        game.processor.run(OwnFolds {
            lanes: &game.lanes.rounds[round],
            reach: &reach[places.clone()],
            bucket_of_place: &self.board.row(round).of_place[places],
            products,
            vector,
        });
    }

    /// What the folds of a round are worth to position 0 against this player in position 1.
    pub(crate) fn write_opposing_folds(
        &self,
        game: &PreparedGame<T>,
        at: ChunkId,
        sums: &mut ShowdownSums<T, LANES>,
        vector: &mut [Row<T>],
    ) {
        let lanes = &game.lanes.rounds[at.round];
        let opponent = self.seats[1].plays[at.round].approach(self.board.row(at.round));
        let mut folds = KeepFolds { exits: lanes.exits, folds: lanes.ends - lanes.exits, vector };
        ChunkEnds { at, player: 0, order: &self.board.order, opponent, next: &[] }.show(game, sums, &mut folds);
    }
}
