//! What `reproduce daifugo` plays: the ladder, trainings against two opponents, and what was learned put to the test.

use rand_xoshiro::rand_core::RngCore;
use serde_json::{Value, json};
use tables::together::progress::{Cancelled, Progress, Update};

use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::published::Published;
use crate::streams::Purpose;

use super::fixed_players::FixedPlayer;
use super::games::{Games, Outcome};
use super::ladder::{Rung, neighbours, play_rung};
use super::learner::Exploration;
use super::rules::Rules;
use super::table::SEATS;
use super::training::{BETWEEN_POINTS, Lessons, Training, train, worth};

const LADDER: Purpose = Purpose(0x510e_527f_ade6_82d1);
const TRAININGS: Purpose = Purpose(0x9b05_688c_2b3e_6c1f);
const TESTS: Purpose = Purpose(0x1f83_d9ab_fb41_bd6b);

/// Who the learner learns against.
pub const TEACHERS: [FixedPlayer; 2] = [FixedPlayer::PsInAllState, FixedPlayer::PsUnder12];
/// Who it plays against once it has learned.
pub const EXAMINERS: [FixedPlayer; 3] = [FixedPlayer::PsInAllState, FixedPlayer::PsUnder12, FixedPlayer::PsUnder12No8];

/// What `reproduce daifugo` is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Decides all cards and dice.
    pub seed: u64,
    /// Trainings against each opponent.
    pub seeds: u64,
    /// Who plays Enemy.
    pub enemy: FixedPlayer,
    /// Learners at a table, 1 to 5.
    pub learners: usize,
    /// Games of a rung of the ladder.
    pub ladder_games: u64,
    pub training_games: u64,
    /// Games of each test of what was learned.
    pub test_games: u64,
    /// Trainings of each stronger learner; with 0 they are left out.
    pub stronger: u64,
    /// Endgames of each number of cards; with 0 they are left out.
    pub endgames: u64,
}

impl Settings {
    /// The paper's numbers of games, twenty trainings, and rungs long enough to tell.
    pub fn of_paper(seed: u64, published: &Published) -> Result<Self, CompanionError> {
        Ok(Self {
            seed,
            seeds: 20,
            enemy: FixedPlayer::Random,
            learners: 1,
            ladder_games: 100_000,
            training_games: published.constant("training_games")?,
            test_games: published.constant("test_games")?,
            stronger: 0,
            endgames: 200,
        })
    }

    /// Whether the counts can be played.
    pub fn check(&self) -> Result<(), CompanionError> {
        let bounds = [
            // One training says nothing of the method: it has no spread.
            ("--seeds", self.seeds, 2, 10_000),
            ("--learners", self.learners as u64, 1, SEATS as u64),
            ("--ladder-games", self.ladder_games, 2, 1_000_000_000),
            ("--training-games", self.training_games, 6 * BETWEEN_POINTS, 1_000_000_000),
            ("--test-games", self.test_games, 2, 1_000_000_000),
        ];
        for (what, count, least, most) in bounds {
            if !(least..=most).contains(&count) {
                let expected = format!("{least} to {most}");
                return Err(CompanionError::input(what, count.to_string(), expected, "give another number"));
            }
        }
        Ok(())
    }

    /// For JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "seeds": self.seeds,
            "enemy": self.enemy.name(),
            "learners": self.learners,
            "ladder_games": self.ladder_games,
            "training_games": self.training_games,
            "test_games": self.test_games,
            "stronger": self.stronger,
            "endgames": self.endgames,
        })
    }
}

/// A training and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// Who sat in the other seats.
    pub teacher: FixedPlayer,
    /// The seed of its games.
    pub seed: u64,
    pub training: Training,
    /// Its values without exploring against each of [`EXAMINERS`].
    pub greedy: [Outcome; EXAMINERS.len()],
    /// The same values on the same deals against its teacher, exploring.
    pub exploring: Outcome,
}

impl Trained {
    /// Points per game without exploring against one of [`EXAMINERS`].
    pub fn greedy_against(&self, examiner: FixedPlayer) -> f64 {
        let place = EXAMINERS.iter().position(|&it| it == examiner);
        place.map_or(f64::NAN, |place| self.greedy[place].score(0).mean)
    }
}

/// All rungs of the ladder, then the lowest one with the other Enemy.
pub fn play_ladder(settings: &Settings, progress: &dyn Progress) -> Result<Vec<Rung>, Cancelled> {
    let other = if settings.enemy == FixedPlayer::Lowest { FixedPlayer::Random } else { FixedPlayer::Lowest };
    let rungs = neighbours(settings.enemy).into_iter().chain(neighbours(other).into_iter().take(1));
    let rungs = rungs.enumerate().map(|(number, pair)| {
        let seed = seed_of(LADDER, settings.seed, number as u64);
        play_rung(pair, Games { rules: Rules::UEC2007_PAPER, seed, count: settings.ladder_games }, progress)
    });
    rungs.collect()
}

/// All trainings, those against the first teacher first, each with games and tests of its own.
pub fn train_all(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Vec<Trained>, CompanionError> {
    let rate: f64 = published.constant("exploration")?;
    let count = settings.seeds * TEACHERS.len() as u64;
    let trained = in_order(("trainings", "trainings"), count, progress, |number| {
        let teacher = TEACHERS[(number / settings.seeds) as usize];
        let watched = Stoppable(progress);
        let lessons = Lessons {
            learners: settings.learners,
            exploration: Exploration::Constant(rate),
            ..Lessons::of_paper(teacher)
        };
        let games = |purpose: Purpose, count: u64| Games {
            rules: Rules::UEC2007_PAPER,
            seed: seed_of(purpose, settings.seed, number),
            count,
        };
        let lesson_games = games(TRAININGS, settings.training_games);
        let training = train(lessons, lesson_games, &watched)?;
        let tests = games(TESTS, settings.test_games);
        let mut greedy = [Outcome::default(); EXAMINERS.len()];
        for (outcome, examiner) in greedy.iter_mut().zip(EXAMINERS) {
            *outcome = worth(&training.values, 0.0, examiner, tests, &watched)?;
        }
        let exploring = worth(&training.values, rate, teacher, tests, &watched)?;
        Ok(Trained { teacher, seed: lesson_games.seed, training, greedy, exploring })
    })?;
    Ok(trained.into_iter().collect::<Result<_, Cancelled>>()?)
}

/// The seed of the piece of work with this number: no two share their games.
pub fn seed_of(purpose: Purpose, seed: u64, number: u64) -> u64 {
    purpose.generator(seed, number).next_u64()
}

/// Passes on the wish to stop and nothing else: pieces of one stage report together.
pub(super) struct Stoppable<'a>(pub &'a dyn Progress);

impl Progress for Stoppable<'_> {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}
