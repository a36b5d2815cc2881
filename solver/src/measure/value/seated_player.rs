//! One player on one board, in either position: the buckets of its holdings and its way through the rounds before the
//! last.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use std::ops::Range;

use super::vectors::{KeepFolds, LastReach, OwnFolds};
use crate::boards::{CONTESTANT_NUMBERS, DealtBoard};
use crate::walk::down::{ChunkPlay, Descent, is_reached};
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
    /// Through the rounds before the last.
    descent: Descent<T>,
    /// The reach of the last round's chunk at hand, by holding number.
    pub last_reach: Vec<Row<T>>,
}

impl<T: Real> SeatedPlayer<T> {
    /// Looks up the buckets of a complete board, and plays down to its last round.
    pub(crate) fn see(&mut self, game: &PreparedGame<T>, player: &Player<'_, T>, cards: &[Card]) {
        let Self { board, seats } = self;
        board.deal(&game.rules, player.buckets, cards);
        for (position, seat) in seats.iter_mut().enumerate() {
            seat.descent.play_down(game, game.rules.rounds() - 1, position, player.strategies, board);
            seat.last_reach.resize(CONTESTANT_NUMBERS, Row::default());
        }
    }

    /// Enters a chunk of the last round, and says whether any holding comes there; `by_place` is scratch.
    pub(crate) fn come_last(
        &mut self,
        game: &PreparedGame<T>,
        position: usize,
        at: ChunkId,
        by_place: &mut Vec<Row<T>>,
    ) -> bool {
        let Self { board, seats } = self;
        let WayDown { descent, last_reach } = &mut seats[position];
        let ids = board.order.ids();
        match game.lanes.rounds[at.round].origin(at.chunk) {
            // In one pass: it is done for each chunk of the last round.
            &Origin::Kept { chunk, exit } => {
                let play = descent.chunk(ChunkId { round: at.round - 1, chunk });
                let (before, towards) = (&play.reach, play.products.towards(exit));
                let bucket_of_place = &board.row(at.round - 1).of_place;
                let kernel = LastReach { before, bucket_of_place, towards, ids, reach: last_reach };
                game.processor.run(kernel) != Row::default()
            }
            Origin::Packed(_) => {
                descent.reach(game, board, at, by_place);
                ids.iter().zip(&*by_place).for_each(|(&id, &reach)| last_reach[usize::from(id)] = reach);
                is_reached(by_place)
            }
        }
    }

    /// Whether any holding comes to a chunk before the last round.
    pub(crate) fn comes(&self, position: usize, at: ChunkId) -> bool {
        is_reached(&self.seats[position].descent.chunk(at).reach)
    }

    /// How likely the player in position 0 plays to the folds of a chunk, for some places.
    pub(crate) fn write_own_folds(
        &self,
        game: &PreparedGame<T>,
        at: ChunkId,
        places: Range<usize>,
        vector: &mut [Row<T>],
    ) {
        let ChunkPlay { reach, products, .. } = self.seats[0].descent.chunk(at);
        game.processor.run(OwnFolds {
            shape: game.lanes.shape(at),
            reach: &reach[places.clone()],
            bucket_of_place: &self.board.row(at.round).of_place[places],
            products,
            vector,
        });
    }

    /// What the folds of a chunk are worth to position 0 against this player in position 1.
    pub(crate) fn write_opposing_folds(
        &self,
        game: &PreparedGame<T>,
        at: ChunkId,
        sums: &mut ShowdownSums<T, LANES>,
        vector: &mut [Row<T>],
    ) {
        let shape = game.lanes.shape(at);
        let opponent = self.seats[1].descent.chunk(at).approach(self.board.row(at.round));
        let mut folds = KeepFolds { exits: shape.exits, folds: shape.ends - shape.exits, vector };
        ChunkEnds { at, player: 0, order: &self.board.order, opponent, next: &[] }.show(game, sums, &mut folds);
    }
}
