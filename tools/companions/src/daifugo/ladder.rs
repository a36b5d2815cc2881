//! The ladder of table 1: one player of each kind against four of the kind above it.

use matches::statistics::score::Score;
use serde::Serialize;
use tables::together::progress::{Cancelled, Progress};

use super::fixed_players::FixedPlayer;
use super::games::{Games, Outcome, play_side_by_side};
use super::player::Player;
use super::table::SEATS;

/// One player against four of another kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// The single player, which the paper says is the stronger one.
    pub upper: FixedPlayer,
    /// The other four.
    pub lower: FixedPlayer,
    /// The single player's points per game.
    pub score: Score,
    /// Turns per game, passes included.
    pub turns_per_game: f64,
}

/// A rung as JSON has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RungRecord {
    upper: &'static str,
    lower: &'static str,
    games: u64,
    points_per_game: f64,
    se: f64,
}

impl Rung {
    /// For JSON.
    pub fn record(&self) -> RungRecord {
        let (upper, lower) = (self.upper.name(), self.lower.name());
        let Score { mean, standard_error, observations } = self.score;
        RungRecord { upper, lower, games: observations, points_per_game: mean, se: standard_error }
    }
}

/// The pairs of neighbours in table 1, the stronger one first, given who plays Enemy.
pub fn neighbours(enemy: FixedPlayer) -> [(FixedPlayer, FixedPlayer); 4] {
    use FixedPlayer::{PairSave, PsInAllState, PsUnder12, PsUnder12No8};
    [(PairSave, enemy), (PsInAllState, PairSave), (PsUnder12, PsInAllState), (PsUnder12No8, PsUnder12)]
}

/// Plays one rung.
pub fn play_rung(
    (upper, lower): (FixedPlayer, FixedPlayer),
    games: Games,
    progress: &dyn Progress,
) -> Result<Rung, Cancelled> {
    let players = one_against_four(Player::fixed(upper), lower);
    let Outcome { points, turns } = play_side_by_side(&players, games, "ladder", progress)?;
    Ok(Rung { upper, lower, score: points[0].score(), turns_per_game: turns as f64 / games.count.max(1) as f64 })
}

/// A table of one player and four of a fixed kind; the single one comes first.
pub fn one_against_four(one: Player, four: FixedPlayer) -> [Player; SEATS] {
    let mut one = Some(one);
    std::array::from_fn(|_| one.take().unwrap_or_else(|| Player::fixed(four)))
}
