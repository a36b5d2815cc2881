//! What a strategy's hands are worth in its play against itself on one complete board: all holdings of both sides at
//! once, after every possible betting.

use evaluator::card::Card;
use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};
use solver::boards::DealtBoard;
use solver::game::{GameDefinition, GameError};
use solver::walk::down::{Descent, is_reached};
use solver::walk::ends::ChunkEnds;
use solver::walk::reply::Own;
use solver::walk::{ChunkId, LANES, PreparedGame, Row};
use std::sync::Arc;

use crate::agent::Agent;

/// A strategy in both seats.
pub(super) struct OwnPlay {
    pub game: PreparedGame<f32>,
    agent: Arc<Agent>,
}

/// Memory that is kept from board to board.
#[derive(Default)]
pub(super) struct OwnPlayMemory {
    pub board: DealtBoard,
    descents: [Descent<f32>; 2],
    sums: ShowdownSums<f32, LANES>,
    opposing: Vec<Row<f32>>,
}

/// Sixteen histories where a round begins, as one side sees them; by place of the holding.
pub(super) struct Begun<'a> {
    pub position: usize,
    pub at: ChunkId,
    /// Chips won from there on by both sides' strategy, added up over the opponents that can be met.
    pub values: &'a [Row<f32>],
    /// The weight of those opponents.
    pub opposing: &'a [Row<f32>],
}

impl OwnPlay {
    /// A strategy of hold'em.
    pub fn new(agent: Arc<Agent>) -> Result<Self, GameError> {
        Ok(Self { game: PreparedGame::new(&GameDefinition::holdem_limit())?, agent })
    }

    /// Deals a board with the strategy's buckets.
    pub fn deal(&self, board: &[Card], memory: &mut OwnPlayMemory) {
        memory.board.deal(&self.game.rules, self.agent.player::<f32>().buckets, board);
    }

    /// Plays the board that was dealt and shows the beginnings of all rounds that are reached.
    pub fn play(&self, memory: &mut OwnPlayMemory, mut show: impl FnMut(&Begun<'_>)) {
        let rounds = &self.game.lanes.rounds;
        let strategies = self.agent.player::<f32>().strategies;
        for (position, descent) in memory.descents.iter_mut().enumerate() {
            descent.play_down(&self.game, rounds.len(), position, strategies, &memory.board);
        }
        for position in 0..2 {
            let mut next: Vec<Vec<Row<f32>>> = Vec::new();
            for (round, lanes) in rounds.iter().enumerate().rev() {
                let chunks = 0..lanes.entries.len();
                next = chunks
                    .map(|chunk| {
                        let at = ChunkId { round, chunk };
                        self.chunk_values(at, position, &next[lanes.following(chunk)], memory, &mut show)
                    })
                    .collect();
            }
        }
    }

    fn chunk_values(
        &self,
        at: ChunkId,
        position: usize,
        next: &[Vec<Row<f32>>],
        memory: &mut OwnPlayMemory,
        show: &mut impl FnMut(&Begun<'_>),
    ) -> Vec<Row<f32>> {
        let OwnPlayMemory { board, descents, sums, opposing } = memory;
        let row = board.row(at.round);
        let mut values = vec![Row::default(); board.order.len()];
        let opponent = descents[1 - position].chunk(at);
        if is_reached(&opponent.reach) {
            let mut own = Own { values: &mut values, products: &descents[position].chunk(at).products, row };
            let next: Vec<&[Row<f32>]> = next.iter().map(Vec::as_slice).collect();
            let ends =
                ChunkEnds { at, player: position, order: &board.order, opponent: opponent.approach(row), next: &next };
            ends.show(&self.game, sums, &mut own);
            self.game.processor.run(Opposition { order: &board.order, sums, reach: &opponent.reach, opposing });
            show(&Begun { position, at, values: &values, opposing });
        }
        values
    }
}

/// Adds up the opponents whom each holding can meet.
struct Opposition<'a> {
    order: &'a ShowdownOrder,
    sums: &'a mut ShowdownSums<f32, LANES>,
    reach: &'a [Row<f32>],
    opposing: &'a mut Vec<Row<f32>>,
}

/// Reach by place.
struct ByPlace<'a>(&'a [Row<f32>]);

impl Weights<f32, LANES> for ByPlace<'_> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<f32> {
        self.0[place]
    }
}

impl Kernel for Opposition<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.order.gather(self.sums, &ByPlace(self.reach));
        self.opposing.resize(self.reach.len(), Row::default());
        for ((opposing, &cards), &own) in self.opposing.iter_mut().zip(self.order.cards()).zip(self.reach) {
            *opposing = self.sums.opposition(cards, own);
        }
    }
}
