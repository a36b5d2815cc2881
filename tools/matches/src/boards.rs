//! Matches by boards: complete boards are sampled, everything else — hole cards of both players, all actions — is
//! exact.
//!
//! A board depends on the seed and its number alone. The observation is a board: half the difference between what the
//! first player wins in position 0 and what the second wins there, which takes the cards' own value out.

use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::measure::value::boards;
use solver::walk::{Player, PreparedGame};
use std::ops::Range;
use tables::together::progress::Progress;

use crate::agent::Agent;
use crate::error::MatchError;
use crate::random_streams::match_board;

/// Values the boards from number 0 on for each of the pairs of agents, given by their numbers: `[board][pair]`, the
/// chips that the first of the pair wins a game, averaged over both seats; see [`boards::value_boards`].
pub fn value_boards(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    boards: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, MatchError> {
    value_board_range(agents, pairs, 0..boards, seed, progress)
}

/// Values the boards with these numbers. What a pair gets on a board depends on nothing else, bit by bit, so that a
/// large league may be played in parts: some of the boards, or some of the pairs.
pub fn value_board_range(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    boards: Range<u64>,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, MatchError> {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit())?;
    let players: Vec<Player<'_, f32>> = agents.iter().map(|agent| agent.player()).collect();
    let board = |number| match_board(&game.rules, seed, boards.start + number);
    let count = boards.end.saturating_sub(boards.start);
    boards::value_boards(&game, &players, pairs, count, board, progress).map_err(|error| match error {
        SolverError::Cancelled(cancelled) => cancelled.into(),
        error => error.into(),
    })
}
