//! A policy whose rivers are solved again with exact cards as they are reached: re-solving.
//!
//! A blueprint cannot tell all hands apart, and it plays a bucket of the river alike on every board. But once the last
//! card is dealt, what is left is small: a board, how both players came there, and one round of betting. Such a
//! *subgame* is solved when it is needed, for one of the players, the *resolver*. What it does is a function of
//! blueprint, board and betting, so it is a policy, and a best response walks it like any other.
//!
//! Whoever solves a subgame as if the opponent held what the blueprint would hold may lose more than the blueprint to
//! an opponent who comes with something else. Burch, Johanson, Bowling 2014 ("Solving imperfect information games using
//! decomposition") let every holding come that wins more than before; Moravčík et al. 2016 make its gain small. Here
//! both ranges count: the one that the blueprint brings, and that of the holdings which win more than before, each with
//! the multiplier of the condition that it must not ([`safety`]). What comes out is checked against a best response
//! with exact cards, and the blueprint is mixed in as far as that needs it.
//!
//! ```text
//! for sixteen histories at once:
//!     ranges   how often the blueprint's players come here with each holding       way_in
//!     before   what a best response wins with each holding from the blueprint
//!     repeat so many times:                                                        subgames
//!         the opponent learns against the resolver
//!         multiplier of each holding += what it wins now − before, but never below zero
//!         the resolver learns against: the blueprint's range + the multipliers
//!     for shares of 1, ¾, ½, ⅜, ¼, ⅛, 1/16 of the average strategy, the rest the blueprint's:
//!         after    what a best response wins with each holding
//!         the first share is taken for which no holding's `after − before` is above a thousandth of the pot
//! ```
//!
//! In a subgame, equally strong holdings of one bucket play alike; the cards that they block are counted holding by
//! holding, and so is what a best response wins.

mod cohort_play;
mod river_game;
mod safety;
mod subgames;
mod way_in;

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use evaluator::showdown::ShowdownOrder;

use self::river_game::RiverGame;
use self::subgames::{SubgameMemory, Subgames};
use self::way_in::WaysIn;
use super::remembered_boards::{MOST_BOARDS, RememberedBoards};
use crate::boards::{Buckets, CONTESTANT_NUMBERS, DealtBoard};
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::walk::last_round::FreeTable;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::prepared_game::rounded;
use crate::walk::{ChunkId, Player, PreparedGame, Real, Row, Strategies};

/// A blueprint whose rivers are solved again.
pub struct ResolvedPolicy<'a> {
    game: PreparedGame<f64>,
    river: RiverGame,
    blueprint: Player<'a, f64>,
    /// `[position]`: the blueprint's last round.
    tables: [FreeTable<'a, f32>; 2],
    iterations: u64,
    boards: RememberedBoards,
    ways_in: WaysIn,
    memory: MemoryPool<Memory>,
}

/// One thread's memory: touching new memory is slow.
#[derive(Default)]
struct Memory {
    board: DealtBoard,
    subgames: SubgameMemory,
    /// The blueprint's strategies, `[cohort][slot]`.
    blueprint: Vec<Row<f64>>,
    /// By holding number.
    cohorts: Vec<u16>,
}

impl<'a> ResolvedPolicy<'a> {
    /// Solves the last round of a blueprint's game again by so many iterations.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or whose last round begins with blinds.
    pub fn new(definition: &GameDefinition, blueprint: Player<'a, f64>, iterations: u64) -> Result<Self, SolverError> {
        let game = PreparedGame::new(definition);
        let river = RiverGame::new(&game).ok_or_else(|| {
            let expected = "two hole cards, at least two rounds, and no blinds in the last one";
            SolverError::unfit("re-solving", expected, "another form", "use solve for small games")
        })?;
        let tables = [0, 1].map(|position| river.table_of(&game, position, blueprint));
        let (boards, ways_in, memory) = (RememberedBoards::new(), WaysIn::default(), MemoryPool::default());
        Ok(Self { game, river, blueprint, tables, iterations, boards, ways_in, memory })
    }

    /// The policy as the walks see it.
    pub fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: self, strategies: self }
    }

    fn last_round(&self) -> usize {
        self.game.rules.rounds() - 1
    }

    /// Writes what the resolver does in a chunk of the last round with the holdings of some buckets, `[bucket][slot]`.
    fn resolve<T: Real>(
        &self,
        at: ChunkId,
        resolver: usize,
        cards: &[Card],
        buckets: &[u32],
        strategies: &mut [Row<T>],
    ) {
        let way_in = self.ways_in.to(&self.game, self.blueprint, &cards[..self.game.rules.board_cards(at.round - 1)]);
        let mut memory = self.memory.take();
        let Memory { board, subgames, blueprint, cohorts } = &mut *memory;
        board.deal_cohorts(&self.game.rules, self.blueprint.buckets, cards);
        let row = board.last_row();
        let slots = self.game.lanes.shape(at).slots;
        blueprint.clear();
        blueprint.resize(row.distinct.len() * slots, Row::default());
        self.blueprint.strategies.load(at, resolver, &row.distinct, blueprint);
        let solved = Subgames {
            game: &self.game,
            river: &self.river,
            chunk: at.chunk,
            resolver,
            board,
            reach: way_in.reach(at.chunk),
            table: &self.tables[resolver],
            blueprint,
        };
        let shares = solved.solve(self.iterations, subgames);
        cohorts.clear();
        cohorts.resize(CONTESTANT_NUMBERS, 0);
        for (&id, &cohort) in board.order.ids().iter().zip(&row.of_place) {
            cohorts[usize::from(id)] = cohort;
        }
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(slots.max(1))) {
            let first = usize::from(cohorts[bucket as usize % HOLDINGS]) * slots;
            let both = blueprint[first..].iter().zip(&subgames.strategies[first..]);
            for (to, (before, after)) in strategy.iter_mut().zip(both) {
                let lanes = before.0.iter().zip(&after.0).zip(&shares.0);
                for (to, ((&before, &after), &share)) in to.0.iter_mut().zip(lanes) {
                    *to = T::of(if share > 0.0 { after.into() } else { before });
                }
            }
        }
        self.memory.give_back(memory);
    }
}

impl Buckets for ResolvedPolicy<'_> {
    fn count(&self, round: usize) -> usize {
        if round < self.last_round() { self.blueprint.buckets.count(round) } else { MOST_BOARDS as usize * HOLDINGS }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        match self.apart(round, board) {
            None => self.blueprint.buckets.row(round, board, order, row),
            Some(first) => {
                row.clear();
                row.extend(order.ids().iter().map(|&id| first + u32::from(id)));
            }
        }
    }

    fn apart(&self, round: usize, board: &[Card]) -> Option<u32> {
        if round == self.last_round() {
            return Some(self.boards.number(board) * HOLDINGS as u32);
        }
        self.blueprint.buckets.apart(round, board)
    }
}

impl<T: Real> Strategies<T> for ResolvedPolicy<'_> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        if at.round == self.last_round() {
            let Some(&first) = buckets.first() else { return };
            let (cards, count) = self.boards.board(first / HOLDINGS as u32).expect("a board that was just dealt");
            return self.resolve(at, player, &cards[..count], buckets, strategies);
        }
        let mut full = vec![Row::default(); strategies.len()];
        self.blueprint.strategies.load(at, player, buckets, &mut full);
        strategies.iter_mut().zip(&full).for_each(|(to, &from)| *to = rounded(from));
    }

    fn is_asked(&self) -> bool {
        true
    }
}
