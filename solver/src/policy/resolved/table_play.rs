//! Rivers solved again one decision at a time, as they are played.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::Blueprint;
use super::effort::Effort;
use super::river_solver::{RiverSolver, SolvedChunk};
use crate::error::SolverError;
use crate::game::{GameDefinition, Place};
use crate::walk::ChunkId;

/// Solutions that are kept: those of a hand for both players, and of some hands before.
const KEPT: usize = 8;

/// A blueprint whose rivers are solved again, as a player at a table.
///
/// A river is solved when its first decision is asked for. Later decisions use the same solution: a mixture of
/// two within a hand would be as safe as neither.
pub struct ResolvedPlay<B> {
    solver: RiverSolver<B>,
    effort: Effort,
    /// Chunk and lane of each way into the last round.
    lanes: Vec<(usize, usize)>,
    solved: Mutex<VecDeque<(Subgame, Arc<SolvedChunk>)>>,
}

/// What is solved at once: a board, a chunk and the player that solves it.
type Subgame = (Vec<Card>, usize, usize);

impl<B: Blueprint> ResolvedPlay<B> {
    /// Solves each river of a blueprint's game that is asked for.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or whose last round begins with blinds.
    pub fn new(definition: &GameDefinition, blueprint: B, effort: Effort) -> Result<Self, SolverError> {
        let solver = RiverSolver::new(definition, blueprint)?;
        let lanes = solver.game.lanes.lane_of_entries(solver.last_round());
        Ok(Self { solver, effort, lanes, solved: Mutex::default() })
    }

    /// Whether decisions of a round are solved again.
    pub fn solves(&self, round: usize) -> bool {
        round == self.solver.last_round()
    }

    /// How often the actions of a decision in the last round are taken with a holding, for the player to act; `None`
    /// where another round is asked for, or where these cards cannot lie and be held there.
    pub fn probabilities(&self, place: Place, board: &[Card], holding: Holding) -> Option<Vec<f64>> {
        let &(chunk, lane) = self.lanes.get(place.entry).filter(|_| self.solves(place.round))?;
        let (rules, cards) = (&self.solver.game.rules, CardSet::of(board) | holding.card_set());
        let all = rules.board_cards(place.round) + rules.hole_cards();
        if (board.len() + rules.hole_cards(), cards.len()) != (all, all) || !(cards - rules.deck()).is_empty() {
            return None;
        }
        let at = ChunkId { round: place.round, chunk };
        let node = self.solver.game.lanes.shape(at).nodes.get(place.node)?;
        let solved = self.solved(at, node.player, board);
        let slots = node.first_slot..node.first_slot + node.children.len();
        Some(solved.of_holding(holding.number())[slots].iter().map(|row| row.0[lane]).collect())
    }

    fn solved(&self, at: ChunkId, player: usize, board: &[Card]) -> Arc<SolvedChunk> {
        let wanted = (board.to_vec(), at.chunk, player);
        let mut kept = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, solved)) = kept.iter().find(|(subgame, _)| *subgame == wanted) {
            return solved.clone();
        }
        let solved = self.solver.solve(at, player, board, self.effort, |solved| Arc::new(solved.clone()));
        kept.truncate(KEPT - 1);
        kept.push_front((wanted, solved.clone()));
        solved
    }
}
