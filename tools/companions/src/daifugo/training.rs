//! Learning over many games, what was learned put to the test, and how much of what can be won is in pair keeping at
//! all.

use matches::statistics::score::Score;
use tables::together::progress::Progress;

use super::Settings;
use super::fixed_players::FixedPlayer;
use super::learner::{Exploration, Learner, Prior, Values};
use super::player::{Games, Outcome, PLAYOUTS, Player, play_in_order};
use super::stronger_players::{Scope, Search, StateLearner};
use super::table::SEATS;
use crate::claims::{Measured, Row, Table};
use crate::error::Result;
use crate::streams::{Purpose, in_order};
use crate::sums::score;

/// Games between two points of a learning curve.
pub const BETWEEN_POINTS: u64 = 500;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    pub opponent: FixedPlayer,
    /// How many learners sit at the table (1 to 5), each with values of its own; the first one is measured.
    pub learners: usize,
    pub exploration: Exploration,
    pub prior: Prior,
}

impl Lessons {
    /// The paper's: one learner against four of a kind, one decision in twenty explores.
    pub fn of_paper(opponent: FixedPlayer) -> Self {
        Self { opponent, learners: 1, exploration: Exploration::Constant(0.05), prior: Prior::NONE }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    pub values: Values,
    pub curve: Vec<i64>,
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

pub fn train(lessons: Lessons, games: Games, progress: &dyn Progress) -> Result<Training> {
    let learner = || Player::learner(Learner::new(lessons.prior, lessons.exploration));
    let mut players = one_against_four(learner(), lessons.opponent);
    players.iter_mut().take(lessons.learners).skip(1).for_each(|player| *player = learner());
    let (mut total, mut played, mut curve) = (0, 0, Vec::new());
    let outcome = play_in_order(&mut players, games, progress, |points| {
        total += i64::from(points[0]);
        played += 1;
        if played % BETWEEN_POINTS == 0 {
            curve.push(total);
        }
    })?;
    let [Player::Learner(first), ..] = players else { unreachable!("the first player learns") };
    Ok(Training { values: first.values, curve, score: outcome.score(0) })
}

/// What a player with these values and this rate of exploration, who learns no more, wins against four of a kind.
pub fn worth(
    values: &Values,
    exploration: f64,
    opponent: FixedPlayer,
    games: Games,
    progress: &dyn Progress,
) -> Result<Outcome> {
    let learner = Player::learner(Learner::frozen(values.clone(), exploration));
    play_in_order(&mut one_against_four(learner, opponent), games, progress, |_| ())
}

const LESSONS: Purpose = Purpose(0x428a_2f98_d728_ae22);
const EXAMS: Purpose = Purpose(0x7137_4491_23ef_65cd);

const OPPONENT: FixedPlayer = FixedPlayer::PsUnder12No8;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// By values of sets, with these lessons, for a multiple of the paper's games.
    Values(Exploration, Prior, u64),
    /// By the state of the game, for a multiple of the paper's games.
    State(u64),
    Search(Scope),
}

/// Points per game of each kind of player against four PSUnder12No8: the mean over trainings, or over parts of the
/// games for players that learn nothing, with its standard error.
pub(super) fn stronger_table(settings: &Settings, progress: &dyn Progress) -> Result<Table> {
    let falling = |times: u64| Exploration::Falling { from: 0.2, games: times * settings.training_games };
    let kinds = [
        ("UseMEL, exploring 5 %", Kind::Values(Exploration::Constant(0.05), Prior::NONE, 1)),
        ("UseMEL, exploring less and less", Kind::Values(falling(1), Prior::NONE, 1)),
        ("UseMEL, optimistic start, no exploring", Kind::Values(Exploration::Constant(0.0), Prior::OPTIMISTIC, 1)),
        ("UseMEL, exploring less and less, ten times the games", Kind::Values(falling(10), Prior::NONE, 10)),
        ("search among pair keeping plays", Kind::Search(Scope::PairKeeping)),
        ("linear values of states, twice the games", Kind::State(2)),
        ("search among all plays", Kind::Search(Scope::AllPlays)),
    ];
    let count = kinds.len() as u64 * settings.stronger;
    let points = in_order(("stronger players", "trainings"), count, progress, |number| {
        points_of(kinds[(number / settings.stronger) as usize].1, settings, number, progress)
    })?;
    let points = points.chunks(settings.stronger as usize);
    let rows = kinds.iter().zip(points).map(|((name, _), points)| Row::ours(*name, &[Measured::of(&score(points))]));
    let title = format!("against four {OPPONENT}, points per game");
    Ok(Table::ours("stronger", title, &["points per game"], rows.collect()))
}

fn points_of(kind: Kind, settings: &Settings, number: u64, progress: &dyn Progress) -> Result<f64> {
    let games = |purpose: Purpose, count: u64| Games::of_paper(purpose, settings.seed, number, count);
    let lessons = |times: u64| games(LESSONS, times * settings.training_games);
    let (player, exams) = match kind {
        Kind::Values(exploration, prior, times) => {
            let plan = Lessons { opponent: OPPONENT, learners: 1, exploration, prior };
            let values = train(plan, lessons(times), progress)?.values;
            (Player::learner(Learner::frozen(values, 0.0)), settings.test_games)
        }
        Kind::State(times) => {
            let lessons = lessons(times);
            let learner = StateLearner::new(Exploration::Falling { from: 0.2, games: lessons.count });
            let mut players = one_against_four(Player::State(Box::new(learner)), OPPONENT);
            play_in_order(&mut players, lessons, progress, |_| ())?;
            let [learned, ..] = players;
            (learned.frozen(), settings.test_games)
        }
        // A thousand times as much work a decision: so only as many games as take as long as the others' lessons.
        Kind::Search(scope) => (Player::Search(Search { playouts: PLAYOUTS, scope }), settings.test_games / 50),
    };
    let outcome = play_in_order(&mut one_against_four(player, OPPONENT), games(EXAMS, exams.max(2)), progress, |_| ())?;
    Ok(outcome.score(0).mean)
}

/// A table of one player and four of a fixed kind; the single one comes first.
pub fn one_against_four(one: Player, four: FixedPlayer) -> [Player; SEATS] {
    let four = Player::Fixed(four);
    [one, four.clone(), four.clone(), four.clone(), four]
}
