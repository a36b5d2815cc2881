//! Learning over many games, and what was learned put to the test.

use matches::statistics::score::Score;
use tables::together::progress::{Cancelled, Progress};

use super::fixed_players::FixedPlayer;
use super::games::{Games, Outcome, play_in_order};
use super::ladder::one_against_four;
use super::learner::{Exploration, Learner, Prior, Values};
use super::player::Player;
use super::table::SEATS;

/// Games between two points of a learning curve.
pub const BETWEEN_POINTS: u64 = 500;

/// How a learner learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    /// Who sits in the other seats.
    pub opponent: FixedPlayer,
    /// How many learners sit at the table (1 to 5), each with values of its own; the first one is measured.
    pub learners: usize,
    /// How they explore.
    pub exploration: Exploration,
    /// What they believe before the first game.
    pub prior: Prior,
}

impl Lessons {
    /// The paper's: one learner against four of a kind, one decision in twenty explores.
    pub fn of_paper(opponent: FixedPlayer) -> Self {
        Self { opponent, learners: 1, exploration: Exploration::Constant(0.05), prior: Prior::NONE }
    }
}

/// What a training brought.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// The values at its end.
    pub values: Values,
    /// The learner's points so far after every [`BETWEEN_POINTS`] games.
    pub curve: Vec<i64>,
    /// Points per game on the way.
    pub score: Score,
}

impl Training {
    /// The points between two points of the curve, counted in games.
    pub fn points_between(&self, first_game: u64, last_game: u64) -> i64 {
        self.total(last_game) - self.total(first_game)
    }

    /// All points after `games` games, rounded down to a point of the curve; 0 before the first one.
    pub fn total(&self, games: u64) -> i64 {
        let place = (games / BETWEEN_POINTS).min(self.curve.len() as u64);
        place.checked_sub(1).map_or(0, |place| self.curve[place as usize])
    }
}

/// Plays games in which the learners learn.
pub fn train(lessons: Lessons, games: Games, progress: &dyn Progress) -> Result<Training, Cancelled> {
    let learner = || Player::learner(Learner::new(lessons.prior, lessons.exploration));
    let mut players: [Player; SEATS] =
        std::array::from_fn(
            |place| {
                if place < lessons.learners.max(1) { learner() } else { Player::fixed(lessons.opponent) }
            },
        );
    let (mut total, mut played, mut curve) = (0, 0, Vec::new());
    let outcome = play_in_order(&mut players, games, progress, |points| {
        total += i64::from(points[0]);
        played += 1;
        if played % BETWEEN_POINTS == 0 {
            curve.push(total);
        }
    })?;
    let [first, ..] = players;
    let values = first.into_values().unwrap_or_else(|| Values::new(lessons.prior));
    Ok(Training { values, curve, score: outcome.score(0) })
}

/// What a player with these values and this rate of exploration, who learns no more, wins against four of a kind.
pub fn worth(
    values: &Values,
    exploration: f64,
    opponent: FixedPlayer,
    games: Games,
    progress: &dyn Progress,
) -> Result<Outcome, Cancelled> {
    let learner = Player::learner(Learner::frozen(values.clone(), exploration));
    play_in_order(&mut one_against_four(learner, opponent), games, progress, |_| ())
}
