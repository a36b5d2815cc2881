//! Everyone against everyone on the same cards, and a match as a league of two.

use serde::{Deserialize, Serialize};
use solver::game::GameDefinition;
use solver::public_board::CardRules;
use solver::units::mbb_per_game;
use tables::progress::Progress;

use crate::agent::Agent;
use crate::boards::value_boards;
use crate::error::MatchError;
use crate::hands::play_deals;
use crate::method::{MatchResult, Method};
use crate::score::Score;

/// A cross table. Rows win from columns; intervals are those of single matches, not corrected for their number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct League {
    /// The players' names.
    pub players: Vec<String>,
    /// `[row][column]`: what the row wins from the column in thousandths of a big blind per game, averaged over both
    /// seats; 0 on the diagonal.
    pub mbb_per_game: Vec<Vec<f64>>,
    /// `[row][column]`: half the 95 % confidence interval, in the same unit; 0 on the diagonal.
    pub ci95: Vec<Vec<f64>>,
    /// Each row's mean over its opponents.
    pub mean: Vec<f64>,
    /// `boards` or `hands`.
    pub method: String,
    /// Independent observations of each match: boards or deals.
    pub observations: u64,
}

/// Plays one match.
///
/// # Errors
/// [`MatchError::Amount`], [`MatchError::Cancelled`].
pub fn play_match(
    first: &Agent,
    second: &Agent,
    method: Method,
    seed: u64,
    progress: &dyn Progress,
) -> Result<MatchResult, MatchError> {
    let score = scores(&[first, second], &[(0, 1)], method, seed, progress)?[0];
    let games = match method {
        Method::Hands { games } => games,
        Method::Boards { boards } => 2 * boards * CardRules::new(&GameDefinition::holdem_limit()).meetings() as u64,
    };
    let (mbb_per_game, ci95) = (score.mean, score.ci95());
    Ok(MatchResult { mbb_per_game, ci95, games, method: method.name().to_owned(), observations: score.observations })
}

/// Plays everyone against everyone.
///
/// # Errors
/// [`MatchError::TooFewPlayers`], [`MatchError::Amount`], [`MatchError::Cancelled`].
pub fn play_league(agents: &[Agent], method: Method, seed: u64, progress: &dyn Progress) -> Result<League, MatchError> {
    let count = agents.len();
    if count < 2 {
        return Err(MatchError::TooFewPlayers { found: count });
    }
    let agents: Vec<&Agent> = agents.iter().collect();
    let pairs: Vec<_> = (0..count).flat_map(|row| (row + 1..count).map(move |column| (row, column))).collect();
    let scores = scores(&agents, &pairs, method, seed, progress)?;
    let mut table = vec![vec![0.0; count]; count];
    let mut ci95 = table.clone();
    for (&(row, column), score) in pairs.iter().zip(&scores) {
        // Zero minus the score: a negated zero would print as -0.
        (table[row][column], table[column][row]) = (score.mean, 0.0 - score.mean);
        (ci95[row][column], ci95[column][row]) = (score.ci95(), score.ci95());
    }
    Ok(League {
        players: agents.iter().map(|agent| agent.name().to_owned()).collect(),
        mean: table.iter().map(|row| row.iter().sum::<f64>() / (count - 1) as f64).collect(),
        mbb_per_game: table,
        ci95,
        method: method.name().to_owned(),
        observations: method.observations(),
    })
}

/// What the first of each pair wins from the second, in mbb/g.
fn scores(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    method: Method,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Score>, MatchError> {
    method.check()?;
    let a_chip = mbb_per_game(1.0, GameDefinition::holdem_limit().big_blind());
    Ok(match method {
        Method::Boards { boards } => {
            let values = value_boards(agents, pairs, boards, seed, progress)?;
            (0..pairs.len()).map(|pair| Score::of(values.iter().map(|board| board[pair])).scaled(a_chip)).collect()
        }
        Method::Hands { games } => {
            let tallies = play_deals(agents, pairs, games / 2, seed, progress)?;
            // A deal has two games.
            tallies.iter().map(|tally| tally.score().scaled(a_chip / 2.0)).collect()
        }
    })
}
