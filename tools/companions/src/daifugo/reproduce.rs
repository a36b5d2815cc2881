//! What `reproduce daifugo` plays: the ladder, trainings against two opponents, and what was learned put to the test.
//!
//! The ladder of table 1: one player of each kind against four of the kind above it.
//!
//! `reproduce daifugo`: the paper's statements with verdicts, its curves with standard errors over trainings.
//!
//! What `reproduce daifugo` hands to scripts and to the page: the fixed keys of its JSON, its curves.

use matches::statistics::score::Score;
use rand_xoshiro::rand_core::RngCore;
use report::axis::AxisTitle;
use report::curve::{Curve, Point, Series};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Instant;
use tables::progress::{Cancelled, Progress, Update};

use super::cards::{EIGHT, name_of_rank};
use super::endgame::{endgame_table, shares_table};
use super::fixed_players::FixedPlayer;
use super::learner::{Exploration, kinds_of_play};
use super::player::{Games, Outcome, Player, play_side_by_side};
use super::rules::Rules;
use super::table::SEATS;
use super::training::{BETWEEN_POINTS, Lessons, Training, stronger_table, train, worth};
use crate::claims::{Claim, Measured, Reproduction, Table, Verdict};
use crate::error::CompanionError;
use crate::pictures::Picture;
use crate::published::Published;
use crate::streams::{Purpose, in_order};
use crate::sums::score;

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
    pub enemy: FixedPlayer,
    /// Learners at a table, 1 to 5.
    pub learners: usize,
    pub ladder_games: u64,
    pub training_games: u64,
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

#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    pub teacher: FixedPlayer,
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

/// One player against four of another kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// The single player, which the paper says is the stronger one.
    pub upper: FixedPlayer,
    pub lower: FixedPlayer,
    /// The single player's points per game.
    pub score: Score,
    /// Turns per game, passes included.
    pub turns_per_game: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RungRecord {
    upper: &'static str,
    lower: &'static str,
    games: u64,
    points_per_game: f64,
    se: f64,
}

impl Rung {
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

pub fn published() -> Result<Published, CompanionError> {
    Published::read("daifugo.toml", include_str!("../../tests/published/daifugo.toml"))
}

/// Plays everything that the paper states something about.
pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction, CompanionError> {
    settings.check()?;
    let (begun, published) = (Instant::now(), published()?);
    let ladder = play_ladder(settings, progress)?;
    let ladder_seconds = begun.elapsed().as_secs_f64();
    let trained = train_all(settings, &published, progress)?;
    let found = Found { settings, published: &published, ladder: &ladder, trained: &trained };
    let mut tables = vec![found.ladder_table()?, found.curves_table()?, found.learned_table()?];
    tables.extend([shares_table(), endgame_table(settings.seed, settings.endgames, progress)?]);
    if settings.stronger > 0 {
        tables.push(stronger_table(settings, progress)?);
    }
    let games = ladder.iter().map(|rung| rung.score.observations).sum::<u64>() as f64;
    let mut results = found.results();
    results["games_per_second"] = json!(games / ladder_seconds);
    Ok(Reproduction {
        companion: "daifugo",
        paper: published.paper.clone(),
        seed: settings.seed,
        seconds: begun.elapsed().as_secs_f64(),
        settings: settings.to_json(),
        tables,
        claims: found.claims()?,
        results,
        pictures: vec![found.curves_picture()],
    })
}

/// All that was played, with the paper's statements.
pub(super) struct Found<'a> {
    pub settings: &'a Settings,
    published: &'a Published,
    pub ladder: &'a [Rung],
    pub trained: &'a [Trained],
}

impl Found<'_> {
    fn against(&self, teacher: FixedPlayer) -> impl Iterator<Item = &Trained> + Clone {
        self.trained.iter().filter(move |trained| trained.teacher == teacher)
    }

    pub fn each(&self, teacher: FixedPlayer, number: impl Fn(&Trained) -> f64) -> Vec<f64> {
        self.against(teacher).map(number).collect()
    }

    pub fn greedy(&self, examiner: FixedPlayer) -> Vec<f64> {
        self.each(FixedPlayer::PsUnder12, |trained| trained.greedy_against(examiner))
    }

    fn claims(&self) -> Result<Vec<Claim>, CompanionError> {
        let published = self.published;
        let claim = |id: &str, value: f64, holds: bool| published.claim(id, Some(value), Verdict::holds(holds));
        let (early, end) = (self.settings.training_games / 6, self.settings.training_games);
        let total = |teacher| self.each(teacher, |trained| trained.training.total(end) as f64);

        let steepest = |rung: &Rung| rung.score.mean / rung.score.standard_error;
        let lowest_z = self.ladder.iter().take(4).map(steepest).fold(f64::INFINITY, f64::min);
        let d1 = claim("D1", lowest_z, lowest_z > published.limit("D1")?)?;

        let ahead = total(FixedPlayer::PsInAllState);
        let t = t_of(&ahead);
        let d2 = claim("D2", t, share(&ahead, |points| points > 0.0) >= 0.6 && t > published.limit("D2")?)?;

        let rises = self.each(FixedPlayer::PsInAllState, |trained| {
            let late = trained.training.points_between(end - 2 * early, end) as f64 / (2 * early) as f64;
            late - trained.training.total(early) as f64 / early as f64
        });
        let rising = share(&rises, |rise| rise > 0.0);
        let d3 = claim("D3", rising, rising >= published.limit("D3")?)?;

        let behind = share(&total(FixedPlayer::PsUnder12), |points| points < 0.0);
        let d4 = claim("D4", behind, behind >= published.limit("D4")?)?;

        let price = t_of(&self.each(FixedPlayer::PsUnder12, |trained| {
            trained.greedy_against(FixedPlayer::PsUnder12) - trained.exploring.score(0).mean
        }));
        let d5 = claim("D5", price, price > published.limit("D5")?)?;

        let t = t_of(&self.greedy(FixedPlayer::PsUnder12));
        let d6 = claim("D6", t, t > published.limit("D6")?)?;

        let unknown = self.greedy(FixedPlayer::PsUnder12No8);
        let t = t_of(&unknown);
        let d7 = published.claim("D7", Some(t), self.one_run_verdict(&unknown, t > published.limit("D7")?))?;

        let holding = self.orders_of_values().iter().filter(|(_, difference)| *difference > 0.0).count() as f64;
        let d8 = claim("D8", holding, holding >= published.limit("D8")?)?;
        Ok(vec![d1, d2, d3, d4, d5, d6, d7, d8])
    }

    /// The paper trained once: where trainings differ by more than the distance of their mean from zero, its single one
    /// says nothing.
    fn one_run_verdict(&self, points: &[f64], holds: bool) -> Verdict {
        let score = score(points);
        let spread = score.standard_error * (points.len() as f64).sqrt();
        match holds {
            true => Verdict::Reproduced,
            false if score.mean.abs() < spread => Verdict::Noise,
            false => Verdict::NotReproduced,
        }
    }

    /// The differences of mean values that claim D8 asks for, then that of the eight, of which it asks nothing.
    pub fn orders_of_values(&self) -> [(&'static str, f64); 4] {
        let value = |(rank, held, played)| self.mean_value(FixedPlayer::PsUnder12, rank, held, played).mean;
        let difference = |one, other| value(one) - value(other);
        [
            ("3 of 2 held: pair over single", difference((0, 2, 2), (0, 2, 1))),
            ("3 of 3 held: triple over single", difference((0, 3, 3), (0, 3, 1))),
            ("2 of 2 held: single over pair", difference((12, 2, 1), (12, 2, 2))),
            ("2 of 3 held: single over triple", difference((12, 3, 1), (12, 3, 3))),
        ]
    }

    pub fn mean_value(&self, teacher: FixedPlayer, rank: usize, held: usize, played: usize) -> Score {
        score(&self.each(teacher, |trained| trained.training.values.entry(rank, held, played).mean))
    }

    fn ladder_table(&self) -> Result<Table, CompanionError> {
        // One seat's points per game have a standard deviation of the root of two.
        let games: f64 = self.published.constant("ladder_games")?;
        let paper_se = (2.0 / games).sqrt();
        let measured = |rung: &Rung| Measured::new(rung.score.mean, rung.score.standard_error).with_paper_se(paper_se);
        let mut table = self.published.beside("1", |row| vec![measured(&self.ladder[row])])?;
        table.rows.extend(self.ladder.iter().skip(4).map(|rung| {
            let name = format!("{} over {} instead of {}", rung.upper, rung.lower, self.settings.enemy);
            crate::claims::Row::new(name, &[None], &[measured(rung)])
        }));
        Ok(table)
    }

    fn curves_table(&self) -> Result<Table, CompanionError> {
        let games = |column: u64| self.settings.training_games * column / 6;
        let mut table = self.published.beside("curves", |row| {
            let at = |column| of_trainings(&self.each(TEACHERS[row], |it| it.training.total(games(column)) as f64));
            (1..=6).map(at).collect()
        })?;
        table.columns = (1..=6).map(|column| (games(column) as f64 / 1000.0).to_string()).collect();
        Ok(table)
    }

    fn learned_table(&self) -> Result<Table, CompanionError> {
        let examiners = [FixedPlayer::PsUnder12, FixedPlayer::PsUnder12No8];
        self.published.beside("learned", |row| vec![of_trainings(&self.greedy(examiners[row]))])
    }
}

/// The mean over trainings; the paper's one training has their whole spread.
fn of_trainings(numbers: &[f64]) -> Measured {
    let score = score(numbers);
    let paper_se = score.standard_error * (numbers.len() as f64).sqrt();
    Measured::new(score.mean, score.standard_error).with_paper_se(paper_se)
}

fn t_of(numbers: &[f64]) -> f64 {
    let score = score(numbers);
    score.mean / score.standard_error
}

pub(super) fn share(numbers: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    numbers.iter().filter(|&&number| holds(number)).count() as f64 / numbers.len().max(1) as f64
}

impl Found<'_> {
    pub(super) fn curves_picture(&self) -> Picture {
        let series = TEACHERS.iter().map(|&teacher| {
            let points = (1..=self.settings.training_games / BETWEEN_POINTS).map(|place| {
                let games = place * BETWEEN_POINTS;
                let score = score(&self.each(teacher, |it| it.training.total(games) as f64));
                let half_width = (place % 10 == 0 && score.observations > 1).then(|| score.ci95());
                Point { x: games as f64, y: score.mean, half_width }
            });
            Series { name: format!("against {teacher}"), points: points.collect() }
        });
        Picture::Curve(Curve {
            title: "UseMEL learns".to_owned(),
            description: format!(
                "Points in all of a learner, who explores one decision in twenty, against four players of a kind: mean \
                 of {} trainings with 95 % intervals.",
                self.settings.seeds
            ),
            x: AxisTitle::linear("games"),
            y: AxisTitle::linear("points in all"),
            series: series.collect(),
        })
    }

    pub(super) fn results(&self) -> Value {
        let ladder: Vec<_> = self.ladder.iter().map(Rung::record).collect();
        let training: Vec<Value> = self.trained.iter().map(record_of).collect();
        let mut values = json!({});
        for (rank, held, played) in kinds_of_play() {
            let score = self.mean_value(FixedPlayer::PsUnder12, rank, held, played);
            let rank = name_of_rank(rank).to_string();
            values[rank][held.to_string()][played.to_string()] = json!(score.mean);
        }
        let eight = self.each(FixedPlayer::PsUnder12, |trained| {
            let value = |played| trained.training.values.entry(EIGHT, 2, played).mean;
            value(1) - value(2)
        });
        let eight = score(&eight);
        json!({
            "ladder": ladder,
            "training": training,
            "values": values,
            "value_differences": self.orders_of_values().iter().map(|(name, difference)| json!({
                "name": name, "points": difference,
            })).collect::<Vec<_>>(),
            "eight_single_over_pair": { "points": eight.mean, "se": eight.standard_error },
            "ahead_of_psunder12no8": share(&self.greedy(FixedPlayer::PsUnder12No8), |points| points > 0.0),
            "turns_per_game": self.ladder.get(3).map(|rung| rung.turns_per_game),
        })
    }
}

fn record_of(trained: &Trained) -> Value {
    let points = |score: Score| json!({ "points_per_game": score.mean, "se": score.standard_error });
    let mut greedy = json!({});
    for (examiner, outcome) in EXAMINERS.iter().zip(&trained.greedy) {
        greedy[examiner.name()] = points(outcome.score(0));
    }
    json!({
        "opponent": trained.teacher.name(),
        "seed": trained.seed,
        "curve": trained.training.curve,
        "greedy": greedy,
        "exploring": points(trained.exploring.score(0)),
    })
}
