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
mod effort;
mod river_game;
mod river_solver;
mod safety;
mod subgames;
mod table_play;
mod way_in;

pub use effort::Effort;
pub use table_play::ResolvedPlay;

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use evaluator::showdown::ShowdownOrder;
use std::sync::Arc;

use self::river_solver::RiverSolver;
use super::remembered_boards::{MOST_BOARDS, RememberedBoards};
use crate::boards::Buckets;
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::walk::prepared_game::rounded;
use crate::walk::{ChunkId, Player, Real, Row, Strategies};

/// What is solved again: a policy, or whatever owns one.
pub trait Blueprint: Sync {
    /// The policy as the walks see it.
    fn player(&self) -> Player<'_, f64>;
}

impl Blueprint for Player<'_, f64> {
    fn player(&self) -> Player<'_, f64> {
        *self
    }
}

impl<B: Blueprint + Send> Blueprint for Arc<B> {
    fn player(&self) -> Player<'_, f64> {
        B::player(self)
    }
}

/// A blueprint whose rivers are solved again, as a policy that can be walked.
pub struct ResolvedPolicy<B> {
    solver: RiverSolver<B>,
    effort: Effort,
    boards: RememberedBoards,
}

impl<B: Blueprint> ResolvedPolicy<B> {
    /// Solves the last round of a blueprint's game again by so many iterations.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or whose last round begins with blinds.
    pub fn new(definition: &GameDefinition, blueprint: B, iterations: u64) -> Result<Self, SolverError> {
        let (solver, effort) = (RiverSolver::new(definition, blueprint)?, Effort::Iterations(iterations));
        Ok(Self { solver, effort, boards: RememberedBoards::new() })
    }

    /// The policy as the walks see it.
    pub fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: self, strategies: self }
    }
}

impl<B: Blueprint> Buckets for ResolvedPolicy<B> {
    fn count(&self, round: usize) -> usize {
        match round < self.solver.last_round() {
            true => self.solver.blueprint().buckets.count(round),
            false => MOST_BOARDS as usize * HOLDINGS,
        }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        match self.apart(round, board) {
            None => self.solver.blueprint().buckets.row(round, board, order, row),
            Some(first) => {
                row.clear();
                row.extend(order.ids().iter().map(|&id| first + u32::from(id)));
            }
        }
    }

    fn apart(&self, round: usize, board: &[Card]) -> Option<u32> {
        if round == self.solver.last_round() {
            return Some(self.boards.number(board) * HOLDINGS as u32);
        }
        self.solver.blueprint().buckets.apart(round, board)
    }
}

impl<T: Real, B: Blueprint> Strategies<T> for ResolvedPolicy<B> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        if at.round < self.solver.last_round() {
            let mut full = vec![Row::default(); strategies.len()];
            self.solver.blueprint().strategies.load(at, player, buckets, &mut full);
            return strategies.iter_mut().zip(&full).for_each(|(to, &from)| *to = rounded(from));
        }
        let Some(&first) = buckets.first() else { return };
        let (cards, count) = self.boards.board(first / HOLDINGS as u32).expect("a board that was just dealt");
        self.solver.solve(at, player, &cards[..count], self.effort, |solved| {
            for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(solved.slots.max(1))) {
                let found = solved.of_holding(bucket as usize % HOLDINGS);
                strategy.iter_mut().zip(found).for_each(|(to, &from)| *to = rounded(from));
            }
        });
    }

    fn is_asked(&self) -> bool {
        true
    }
}
