//! Rivers of a blueprint, solved again chunk by chunk: who comes there and how, and what is done with each holding.

use evaluator::card::Card;

use super::Blueprint;
use super::effort::Effort;
use super::river_game::RiverGame;
use super::subgames::{SubgameMemory, Subgames};
use super::way_in::WaysIn;
use crate::boards::{CONTESTANT_NUMBERS, DealtBoard};
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::{ChunkId, Player, PreparedGame, Row};

/// A blueprint and what it takes to solve its last round again.
pub(super) struct RiverSolver<B> {
    pub game: PreparedGame<f64>,
    river: RiverGame,
    blueprint: B,
    ways_in: WaysIn,
    memory: MemoryPool<Memory>,
}

/// One thread's memory: touching new memory is slow.
#[derive(Default)]
struct Memory {
    board: DealtBoard,
    subgames: SubgameMemory,
    solved: SolvedChunk,
}

/// What the resolver does on a board in sixteen histories.
#[derive(Clone, Default)]
pub(super) struct SolvedChunk {
    pub slots: usize,
    /// `[cohort][slot]`
    strategies: Vec<Row<f64>>,
    /// By holding number.
    cohorts: Vec<u16>,
}

impl SolvedChunk {
    /// What is done with a holding, by slot.
    pub fn of_holding(&self, number: usize) -> &[Row<f64>] {
        &self.strategies[usize::from(self.cohorts[number]) * self.slots..][..self.slots]
    }
}

impl<B: Blueprint> RiverSolver<B> {
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or whose last round begins with blinds.
    pub fn new(definition: &GameDefinition, blueprint: B) -> Result<Self, SolverError> {
        let game = PreparedGame::new(definition);
        let river = RiverGame::new(&game).ok_or_else(|| {
            let expected = "two hole cards, at least two rounds, and no blinds in the last one";
            SolverError::unfit("re-solving", expected, "another form", "use solve for small games")
        })?;
        Ok(Self { game, river, blueprint, ways_in: WaysIn::default(), memory: MemoryPool::default() })
    }

    pub fn blueprint(&self) -> Player<'_, f64> {
        self.blueprint.player()
    }

    pub fn last_round(&self) -> usize {
        self.game.rules.rounds() - 1
    }

    /// Solves a chunk of the last round on a board for one of the players, and lets `then` see what it does there.
    pub fn solve<R>(
        &self,
        at: ChunkId,
        resolver: usize,
        cards: &[Card],
        effort: Effort,
        then: impl FnOnce(&SolvedChunk) -> R,
    ) -> R {
        let (rules, blueprint) = (&self.game.rules, self.blueprint());
        let way_in = self.ways_in.to(&self.game, blueprint, &cards[..rules.board_cards(at.round - 1)]);
        let mut memory = self.memory.take();
        let Memory { board, subgames, solved } = &mut *memory;
        board.deal_cohorts(rules, blueprint.buckets, cards);
        let row = board.last_row();
        solved.slots = self.game.lanes.shape(at).slots;
        solved.strategies.clear();
        solved.strategies.resize(row.distinct.len() * solved.slots, Row::default());
        blueprint.strategies.load(at, resolver, &row.distinct, &mut solved.strategies);
        let shares = Subgames {
            game: &self.game,
            river: &self.river,
            chunk: at.chunk,
            resolver,
            board,
            reach: way_in.reach(at.chunk),
            blueprint: &solved.strategies,
        }
        .solve(effort, subgames);
        for (strategy, after) in solved.strategies.iter_mut().zip(&subgames.strategies) {
            for (lane, _) in shares.0.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                strategy.0[lane] = after.0[lane].into();
            }
        }
        solved.cohorts.clear();
        solved.cohorts.resize(CONTESTANT_NUMBERS, 0);
        for (&id, &cohort) in board.order.ids().iter().zip(&row.of_place) {
            solved.cohorts[usize::from(id)] = cohort;
        }
        let result = then(solved);
        self.memory.give_back(memory);
        result
    }
}
