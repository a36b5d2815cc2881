//! One player on one board, in either position: the buckets of its holdings and its way through the rounds before the last.

use evaluator::card::Card;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use std::ops::Range;

use super::fold_vectors::{KeepFolds, LastReach, OwnFolds};
use crate::measure::expected_value::Player;
use crate::public_board::{BucketRow, CONTESTANT_NUMBERS, CardRules};
use crate::walk::chunk_kernels::{Approach, Chunk, GameEnds, ReachOfNextRound};
use crate::walk::last_round::ShowdownBoard;
use crate::walk::reach_products::ReachProducts;
use crate::walk::{LANES, PreparedGame, Real, Row};

/// A player who has seen the board.
pub(super) struct SeatedPlayer<T> {
    /// The complete board with the buckets of the last round.
    pub board: ShowdownBoard,
    /// The buckets of the rounds before it, for the same places.
    rows: Vec<BucketRow>,
    /// `[position]`
    pub seats: [Seat<T>; 2],
}

/// The way of a player in one position.
pub(super) struct Seat<T> {
    /// Round by round, in the chunk at hand.
    plays: Vec<RoundPlay<T>>,
    /// The reach of the last round's chunk at hand, by holding number.
    pub last_reach: Vec<Row<T>>,
    /// Whether any holding comes to the chunk of the last round.
    pub comes_last: bool,
}

/// A chunk of a round before the last.
struct RoundPlay<T> {
    /// By place.
    reach: Vec<Row<T>>,
    comes: bool,
    strategies: Vec<Row<T>>,
    products: ReachProducts<T>,
}

impl<T: Real> Default for RoundPlay<T> {
    fn default() -> Self {
        Self { reach: Vec::new(), comes: false, strategies: Vec::new(), products: ReachProducts::default() }
    }
}

impl<T: Real> Default for SeatedPlayer<T> {
    fn default() -> Self {
        let seat = || Seat { plays: Vec::new(), last_reach: Vec::new(), comes_last: false };
        Self { board: ShowdownBoard::default(), rows: Vec::new(), seats: [seat(), seat()] }
    }
}

impl<T: Real> SeatedPlayer<T> {
    /// Looks up the buckets of a complete board.
    pub fn see(&mut self, rules: &CardRules, player: &Player<'_, T>, cards: &[Card]) {
        self.board.deal(rules, player.buckets, cards, 1.0);
        self.rows.resize_with(rules.rounds() - 1, BucketRow::default);
        for (round, row) in self.rows.iter_mut().enumerate() {
            row.fill(player.buckets, round, &cards[..rules.board_cards(round)], &self.board.order);
        }
        for seat in &mut self.seats {
            seat.plays.resize_with(rules.rounds() - 1, RoundPlay::default);
            seat.last_reach.resize(CONTESTANT_NUMBERS, Row::default());
        }
    }

    /// Comes to a chunk of a round before the last and works out where its play there leads.
    pub fn play(
        &mut self,
        game: &PreparedGame<T>,
        player: &Player<'_, T>,
        position: usize,
        round: usize,
        chunk: usize,
    ) {
        self.come(game, position, round, chunk);
        let (lanes, row) = (&game.lanes.rounds[round], &self.rows[round]);
        let RoundPlay { comes, strategies, products, .. } = &mut self.seats[position].plays[round];
        if *comes {
            strategies.resize(row.distinct.len() * lanes.slots, Row::default());
            player.strategies.load(round, chunk, position, &row.distinct, strategies);
            game.processor.run(products.multiplication(lanes, position, strategies));
        }
    }

    /// Fills in the reach of a chunk before the last round.
    fn come(&mut self, game: &PreparedGame<T>, position: usize, round: usize, chunk: usize) {
        let places = self.board.order.len();
        let (before, plays) = self.seats[position].plays.split_at_mut(round);
        let play = &mut plays[0];
        match before.last() {
            None => {
                let mut start = Row::default();
                start.0[0] = T::of(1.0);
                play.reach.clear();
                play.reach.resize(places, start);
                play.comes = true;
            }
            Some(before) => {
                let row = &self.rows[round - 1];
                play.comes = before.carry_on(game, row, round - 1, chunk, &mut play.reach);
            }
        }
    }

    /// Comes to a chunk of the last round; `by_place` is scratch.
    pub fn come_last(&mut self, game: &PreparedGame<T>, position: usize, chunk: usize, by_place: &mut Vec<Row<T>>) {
        let Seat { plays, last_reach, comes_last } = &mut self.seats[position];
        let round = plays.len() - 1;
        let (play, row, lanes) = (&plays[round], &self.rows[round], &game.lanes.rounds[round]);
        let ids = self.board.order.ids();
        if lanes.repacks || !play.comes {
            *comes_last = play.carry_on(game, row, round, chunk, by_place);
            if *comes_last {
                ids.iter().zip(&*by_place).for_each(|(&id, &reach)| last_reach[usize::from(id)] = reach);
            }
            return;
        }
        let total = game.processor.run(LastReach {
            before: &play.reach,
            bucket_of_place: &row.of_place,
            towards: play.products.towards(chunk % lanes.exits),
            ids,
            reach: last_reach,
        });
        *comes_last = total != Row::default();
    }

    /// Whether any holding comes to a round's chunk at hand.
    pub fn comes(&self, position: usize, round: usize) -> bool {
        self.seats[position].plays[round].comes
    }

    /// How likely the player in position 0 plays to the folds of a round, for some places.
    pub fn write_own_folds(&self, game: &PreparedGame<T>, round: usize, places: Range<usize>, vector: &mut [Row<T>]) {
        let RoundPlay { reach, products, .. } = &self.seats[0].plays[round];
        game.processor.run(OwnFolds {
            lanes: &game.lanes.rounds[round],
            reach: &reach[places.clone()],
            bucket_of_place: &self.rows[round].of_place[places],
            products,
            vector,
        });
    }

    /// What the folds of a round are worth to position 0 against this player in position 1.
    pub fn write_opposing_folds(
        &self,
        game: &PreparedGame<T>,
        (round, chunk): (usize, usize),
        sums: &mut ShowdownSums<T, LANES>,
        vector: &mut [Row<T>],
    ) {
        let (lanes, order) = (&game.lanes.rounds[round], &self.board.order);
        let play = &self.seats[1].plays[round];
        game.processor.run(GameEnds {
            chunk: Chunk { lanes, stakes: &game.stakes, round, chunk, player: 0 },
            order,
            opponent: play.approach(&self.rows[round]),
            sums,
            sink: KeepFolds { exits: lanes.exits, folds: lanes.terminals - lanes.exits, vector },
        });
    }

    /// The contestants.
    pub fn order(&self) -> &ShowdownOrder {
        &self.board.order
    }
}

impl<T: Real> RoundPlay<T> {
    fn approach<'a>(&'a self, row: &'a BucketRow) -> Approach<'a, T> {
        Approach { reach: &self.reach, bucket_of_place: &row.of_place, products: &self.products }
    }

    /// Works out the reach of a chunk of the next round; tells whether any holding comes there.
    fn carry_on(
        &self,
        game: &PreparedGame<T>,
        row: &BucketRow,
        round: usize,
        next_chunk: usize,
        reach: &mut Vec<Row<T>>,
    ) -> bool {
        if !self.comes {
            return false;
        }
        let lanes = &game.lanes.rounds[round];
        game.processor.run(ReachOfNextRound { lanes, approach: self.approach(row), next_chunk, reach: &mut *reach });
        reach.iter().any(|reach| *reach != Row::default())
    }
}
