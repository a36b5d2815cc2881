//! A board of a batch on its way down: strategies, products and reaches of all rounds before the last.

use evaluator::card::Card;

use crate::cfr::traversal::ChunkTables;
use crate::public_board::{BucketRow, Buckets};
use crate::walk::chunk_kernels::{Approach, ReachOfNextRound};
use crate::walk::last_round::ShowdownBoard;
use crate::walk::reach_products::ReachProducts;
use crate::walk::{PreparedGame, Real, Row, Strategies};

/// A complete board and how both players play up to its last round.
pub struct DealtBoard<T> {
    /// The contestants and the buckets of the last round.
    pub showdown: ShowdownBoard,
    /// The buckets of the rounds before it.
    pub rows: Vec<BucketRow>,
    /// `[round][chunk]`
    pub chunks: Vec<Vec<DealtChunk<T>>>,
}

/// How both players play one chunk.
pub struct DealtChunk<T> {
    /// `[distinct bucket][slot]`, both players' decisions.
    pub strategies: Vec<Row<T>>,
    /// By player.
    pub products: [ReachProducts<T>; 2],
    /// By player, `[place]`.
    pub reach: [Vec<Row<T>>; 2],
}

impl<T: Real> Default for DealtBoard<T> {
    fn default() -> Self {
        Self { showdown: ShowdownBoard::default(), rows: Vec::new(), chunks: Vec::new() }
    }
}

impl<T: Real> Default for DealtChunk<T> {
    fn default() -> Self {
        Self { strategies: Vec::new(), products: Default::default(), reach: Default::default() }
    }
}

impl<T: Real> DealtBoard<T> {
    /// Deals a complete board and plays down to the last round with the strategies that the tables hold now.
    pub fn play_down(
        &mut self,
        game: &PreparedGame<T>,
        buckets: &dyn Buckets,
        tables: &ChunkTables<'_, T>,
        board: &[Card],
    ) {
        self.showdown.deal(&game.rules, buckets, board, 1.0);
        let earlier = game.lanes.rounds.len() - 1;
        self.rows.resize_with(earlier, BucketRow::default);
        for (round, row) in self.rows.iter_mut().enumerate() {
            row.fill(buckets, round, &board[..game.rules.board_cards(round)], &self.showdown.order);
        }
        self.chunks.resize_with(earlier, Vec::new);
        for round in 0..earlier {
            let chunks = game.lanes.rounds[round].entries.len();
            let mut plays = std::mem::take(&mut self.chunks[round]);
            plays.resize_with(chunks, DealtChunk::default);
            for (chunk, play) in plays.iter_mut().enumerate() {
                if round == 0 {
                    play.start(self.showdown.order.len());
                } else {
                    let [first, second] = &mut play.reach;
                    self.reach(game, round, chunk, 0, first);
                    self.reach(game, round, chunk, 1, second);
                }
                play.load(game, tables, round, chunk, &self.rows[round].distinct);
            }
            self.chunks[round] = plays;
        }
    }

    /// A player's reach at the start of a chunk after the first round, by place.
    pub fn reach(&self, game: &PreparedGame<T>, round: usize, chunk: usize, player: usize, reach: &mut Vec<Row<T>>) {
        let lanes = &game.lanes.rounds[round - 1];
        let parent = if lanes.repacks { 0 } else { chunk / lanes.exits };
        let approach = self.approach(round - 1, parent, player);
        game.processor.run(ReachOfNextRound { lanes, approach, next_chunk: chunk, reach });
    }

    /// How a player comes to a chunk of a round before the last and plays there.
    pub fn approach(&self, round: usize, chunk: usize, player: usize) -> Approach<'_, T> {
        let play = &self.chunks[round][chunk];
        Approach {
            reach: &play.reach[player],
            bucket_of_place: &self.rows[round].of_place,
            products: &play.products[player],
        }
    }
}

impl<T: Real> DealtChunk<T> {
    /// Every holding begins the game with certainty, in the only history there is.
    fn start(&mut self, places: usize) {
        let mut start = Row::default();
        start.0[0] = T::of(1.0);
        for reach in &mut self.reach {
            reach.clear();
            reach.resize(places, start);
        }
    }

    fn load(
        &mut self,
        game: &PreparedGame<T>,
        tables: &ChunkTables<'_, T>,
        round: usize,
        chunk: usize,
        buckets: &[u32],
    ) {
        let lanes = &game.lanes.rounds[round];
        self.strategies.resize(buckets.len() * lanes.slots, Row::default());
        for player in 0..2 {
            tables.load(round, chunk, player, buckets, &mut self.strategies);
            game.processor.run(self.products[player].multiplication(lanes, player, &self.strategies));
        }
    }
}
