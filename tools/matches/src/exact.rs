//! Matches without sampling: all boards up to the names of suits, all hole cards of both players, all actions.

use evaluator::hand_index::PublicBoards;
use evaluator::round::Round;
use solver::game::GameDefinition;
use solver::measure::exploitability::{KeptFlops, MissingFlop, RealGame};
use solver::measure::value::boards::{exact_value, games, unfinished_values};
use solver::units::mbb_per_game;
use tables::together::progress::Progress;
use tables::together::ranks::JobPart;

use crate::agent::Agent;
use crate::error::MatchError;
use crate::method::MatchResult;

/// The name of the method.
pub const EXACT: &str = "exact";

/// What the first agent wins from the second in the whole game: an hour or two of work for strategies that look at
/// cards.
///
/// Single precision within a board, as for sampled ones: relative errors up to 1e-4. An agent wins exactly 0 from
/// itself, and exchanging the agents changes only the sign of the result. Finished flops are kept if there is a place
/// for them, and an interrupted match goes on from there.
pub fn play_exactly(
    first: &Agent,
    second: &Agent,
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<MatchResult, MatchError> {
    let definition = GameDefinition::holdem_limit();
    let game = RealGame::<f32>::new(&definition)?;
    let chips = exact_value(&game, [first.player(), second.player()], kept, progress)?;
    Ok(MatchResult {
        mbb_per_game: mbb_per_game(chips, definition.big_blind()),
        ci95: 0.0,
        games: games(game.rules()),
        method: EXACT.to_owned(),
        observations: PublicBoards::of(Round::River).count() as u64,
    })
}

/// Does one part of the same work, if one is given, and returns what is still missing from the whole.
pub fn unfinished_exactly(
    first: &Agent,
    second: &Agent,
    part: Option<JobPart>,
    kept: &KeptFlops,
    progress: &dyn Progress,
) -> Result<Vec<MissingFlop>, MatchError> {
    let game = RealGame::<f32>::new(&GameDefinition::holdem_limit())?;
    Ok(unfinished_values(&game, [first.player(), second.player()], part, kept, progress)?)
}
