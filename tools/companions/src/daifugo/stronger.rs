//! Stronger players on the same table: how much of what can be won is in pair keeping at all.

use tables::together::progress::{Cancelled, Progress};

use crate::claims::{Measured, Row, Table};
use crate::numbered_work::in_order;
use crate::streams::Purpose;
use crate::sums::score;

use super::experiments::{Settings, Stoppable, seed_of};
use super::fixed_players::FixedPlayer;
use super::games::{Games, play_in_order};
use super::ladder::one_against_four;
use super::learner::{Exploration, Learner, Prior};
use super::player::Player;
use super::rules::Rules;
use super::search::{Scope, Search};
use super::state_learner::StateLearner;
use super::training::{Lessons, train};

const LESSONS: Purpose = Purpose(0x428a_2f98_d728_ae22);
const EXAMS: Purpose = Purpose(0x7137_4491_23ef_65cd);

/// The opponent that all of them play.
const OPPONENT: FixedPlayer = FixedPlayer::PsUnder12No8;
/// Possible games a decision, for those that search.
const PLAYOUTS: usize = 50;

/// A player to be measured.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// By values of sets, with these lessons, for a multiple of the paper's games.
    Values(Exploration, Prior, u64),
    /// By the state of the game, for a multiple of the paper's games.
    State(u64),
    /// By search.
    Search(Scope),
}

/// Points per game of each kind of player against four PSUnder12No8: the mean over trainings, or over parts of the
/// games for players that learn nothing, with its standard error.
pub fn stronger_table(settings: &Settings, progress: &dyn Progress) -> Result<Table, Cancelled> {
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
        points_of(kinds[(number / settings.stronger) as usize].1, settings, number, &Stoppable(progress))
    })?;
    let points = points.into_iter().collect::<Result<Vec<f64>, Cancelled>>()?;
    let row = |((name, _), points): (&(&str, Kind), &[f64])| {
        let score = score(points);
        Row::new(*name, &[], &[Measured::new(score.mean, score.standard_error)])
    };
    Ok(Table {
        id: "stronger".to_owned(),
        title: format!("against four {OPPONENT}, points per game"),
        columns: vec!["points per game".to_owned()],
        rows: kinds.iter().zip(points.chunks(settings.stronger as usize)).map(row).collect(),
    })
}

/// Points per game of one player, learned anew where it learns.
fn points_of(kind: Kind, settings: &Settings, number: u64, progress: &dyn Progress) -> Result<f64, Cancelled> {
    let games = |purpose: Purpose, count: u64| Games {
        rules: Rules::UEC2007_PAPER,
        seed: seed_of(purpose, settings.seed, number),
        count,
    };
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
        Kind::Search(scope) => (Player::Search(Box::new(Search::new(PLAYOUTS, scope))), settings.test_games / 50),
    };
    let outcome = play_in_order(&mut one_against_four(player, OPPONENT), games(EXAMS, exams.max(2)), progress, |_| ())?;
    Ok(outcome.score(0).mean)
}
