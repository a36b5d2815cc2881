//! Pair keeping in Daifugo: the game, the players of Sakata and Ohashi, and what learning to keep pairs is worth.
//!
//! `reproduce daifugo`: the ladder, trainings against two opponents, and what was learned put to the test; the paper's
//! statements with verdicts.

pub mod cards;
pub mod endgame;
pub mod fixed_players;
pub mod learner;
pub mod rules;
pub mod stronger_players;
pub mod table;
pub mod training;

use matches::statistics::score::Score;
use report::chart::{Chart, Marks, Point, Series};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Instant;
use tables::together::progress::Progress;

use self::cards::{EIGHT, name_of_rank};
use self::endgame::{endgame_table, shares_table};
use self::fixed_players::FixedPlayer;
use self::learner::{Exploration, kinds_of_play};
use self::table::SEATS;
use self::training::{
    BETWEEN_POINTS, Games, Lessons, Outcome, Player, Training, one_against_four, play_side_by_side, stronger_table,
    train, worth,
};
use crate::claims::{Claim, Measured, Reproduction, Row, Table, Verdict, chart};
use crate::error::{CompanionError, Result};
use crate::named::Named;
use crate::published::Published;
use crate::streams::{Purpose, in_order};
use crate::sums::{score, t_of};

const LADDER: Purpose = Purpose(0x510e_527f_ade6_82d1);
const TRAININGS: Purpose = Purpose(0x9b05_688c_2b3e_6c1f);
const TESTS: Purpose = Purpose(0x1f83_d9ab_fb41_bd6b);

const TEACHERS: [FixedPlayer; 2] = [FixedPlayer::PsInAllState, FixedPlayer::PsUnder12];
const EXAMINERS: [FixedPlayer; 3] = [FixedPlayer::PsInAllState, FixedPlayer::PsUnder12, FixedPlayer::PsUnder12No8];

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub seed: u64,
    pub seeds: u64,
    pub enemy: FixedPlayer,
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
    pub fn of_paper(seed: u64, published: &Published) -> Result<Self> {
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

    fn check(&self) -> Result<()> {
        let bounds = [
            // One training says nothing of the method: it has no spread.
            ("--seeds", self.seeds, 2, 10_000),
            ("--learners", self.learners as u64, 1, SEATS as u64),
            ("--ladder-games", self.ladder_games, 2, 1_000_000_000),
            ("--training-games", self.training_games, 6 * BETWEEN_POINTS, 1_000_000_000),
            ("--test-games", self.test_games, 2, 1_000_000_000),
        ];
        let checked = |(what, count, least, most)| CompanionError::unless_within(what, count, least, most);
        bounds.into_iter().try_for_each(checked)
    }
}

pub fn published() -> Result<Published> {
    Published::read("daifugo.toml", include_str!("../../tests/published/daifugo.toml"))
}

pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction> {
    settings.check()?;
    let (begun, published) = (Instant::now(), published()?);
    let ladder = play_ladder(settings, progress)?;
    let games_per_second = (ladder.len() as u64 * settings.ladder_games) as f64 / begun.elapsed().as_secs_f64();
    let trained = train_all(settings, &published, progress)?;
    let found = Found { settings, published: &published, ladder: &ladder, trained: &trained };
    let mut tables = vec![found.ladder_table()?, found.curves_table()?, found.learned_table()?];
    tables.extend([shares_table(), endgame_table(settings.seed, settings.endgames, progress)?]);
    if settings.stronger > 0 {
        tables.push(stronger_table(settings, progress)?);
    }
    let mut results = found.results();
    results["games_per_second"] = json!(games_per_second);
    Ok(Reproduction {
        tables,
        claims: found.claims()?,
        results,
        pictures: vec![found.curves()],
        ..Reproduction::of("daifugo", &published.paper, settings.seed, settings)
    })
}

/// One player against four of another kind, which the paper says is weaker.
struct Rung {
    upper: FixedPlayer,
    lower: FixedPlayer,
    score: Score,
    turns: u64,
}

/// All rungs of table 1, then the lowest one with the other Enemy.
fn play_ladder(settings: &Settings, progress: &dyn Progress) -> Result<Vec<Rung>> {
    use FixedPlayer::{Lowest, PairSave, PsInAllState, PsUnder12, PsUnder12No8, Random};
    let other = if settings.enemy == Lowest { Random } else { Lowest };
    let pairs = [
        (PairSave, settings.enemy),
        (PsInAllState, PairSave),
        (PsUnder12, PsInAllState),
        (PsUnder12No8, PsUnder12),
        (PairSave, other),
    ];
    let rungs = pairs.into_iter().enumerate().map(|(number, (upper, lower))| {
        let games = Games::of_paper(LADDER, settings.seed, number as u64, settings.ladder_games);
        let outcome = play_side_by_side(&one_against_four(Player::Fixed(upper), lower), games, "ladder", progress)?;
        Ok(Rung { upper, lower, score: outcome.score(0), turns: outcome.turns })
    });
    rungs.collect()
}

struct Trained {
    teacher: FixedPlayer,
    seed: u64,
    training: Training,
    /// Its values without exploring against each of [`EXAMINERS`].
    greedy: [Outcome; EXAMINERS.len()],
    /// The same values on the same deals against its teacher, exploring.
    exploring: Outcome,
}

impl Trained {
    fn greedy_against(&self, examiner: FixedPlayer) -> f64 {
        let place = EXAMINERS.iter().position(|&it| it == examiner);
        place.map_or(f64::NAN, |place| self.greedy[place].score(0).mean)
    }
}

/// All trainings, those against the first teacher first, each with games and tests of its own.
fn train_all(settings: &Settings, published: &Published, progress: &dyn Progress) -> Result<Vec<Trained>> {
    let rate: f64 = published.constant("exploration")?;
    let count = settings.seeds * TEACHERS.len() as u64;
    in_order(("trainings", "trainings"), count, progress, |number| {
        let teacher = TEACHERS[(number / settings.seeds) as usize];
        let exploration = Exploration::Constant(rate);
        let lessons = Lessons { learners: settings.learners, exploration, ..Lessons::of_paper(teacher) };
        let games = Games::of_paper(TRAININGS, settings.seed, number, settings.training_games);
        let training = train(lessons, games, progress)?;
        let tests = Games::of_paper(TESTS, settings.seed, number, settings.test_games);
        let mut greedy = [Outcome::default(); EXAMINERS.len()];
        for (outcome, examiner) in greedy.iter_mut().zip(EXAMINERS) {
            *outcome = worth(&training.values, 0.0, examiner, tests, progress)?;
        }
        let exploring = worth(&training.values, rate, teacher, tests, progress)?;
        Ok(Trained { teacher, seed: games.seed, training, greedy, exploring })
    })
}

struct Found<'a> {
    settings: &'a Settings,
    published: &'a Published,
    ladder: &'a [Rung],
    trained: &'a [Trained],
}

impl Found<'_> {
    fn each(&self, teacher: FixedPlayer, number: impl Fn(&Trained) -> f64) -> Vec<f64> {
        self.trained.iter().filter(|trained| trained.teacher == teacher).map(number).collect()
    }

    fn greedy(&self, examiner: FixedPlayer) -> Vec<f64> {
        self.each(FixedPlayer::PsUnder12, |trained| trained.greedy_against(examiner))
    }

    fn claims(&self) -> Result<Vec<Claim>> {
        use FixedPlayer::{PsInAllState, PsUnder12, PsUnder12No8};
        let published = self.published;
        let (early, end) = (self.settings.training_games / 6, self.settings.training_games);
        let total = |teacher| self.each(teacher, |trained| trained.training.total(end) as f64);

        let z = self.ladder.iter().take(4).map(|rung| rung.score.mean / rung.score.standard_error);
        let (ahead, behind) = (total(PsInAllState), total(PsUnder12));
        let t = t_of(&ahead);
        let gets_ahead = share(&ahead, |points| points > 0.0) >= 0.6 && t > published.limit("D2")?;
        let rises = self.each(PsInAllState, |trained| {
            let late = trained.training.points_between(end - 2 * early, end) as f64 / (2 * early) as f64;
            late - trained.training.total(early) as f64 / early as f64
        });
        let price = self.each(PsUnder12, |it| it.greedy_against(PsUnder12) - it.exploring.score(0).mean);
        // The paper trained once: where trainings differ by more than the distance of their mean from zero, its single
        // one says nothing.
        let unknown = self.greedy(PsUnder12No8);
        let (mut d7, score) = (published.claim_above("D7", t_of(&unknown))?, score(&unknown));
        if d7.verdict == Verdict::NotReproduced && score.mean.abs() < score.standard_deviation() {
            d7.verdict = Verdict::Noise;
        }
        let holding = self.orders_of_values().iter().filter(|(_, difference)| *difference > 0.0).count();
        Ok(vec![
            published.claim_above("D1", z.fold(f64::INFINITY, f64::min))?,
            published.claim("D2", Some(t), Verdict::holds(gets_ahead))?,
            published.claim_at_least("D3", share(&rises, |rise| rise > 0.0))?,
            published.claim_at_least("D4", share(&behind, |points| points < 0.0))?,
            published.claim_above("D5", t_of(&price))?,
            published.claim_above("D6", t_of(&self.greedy(PsUnder12)))?,
            d7,
            published.claim_at_least("D8", holding as f64)?,
        ])
    }

    /// The differences of mean values that claim D8 asks for.
    fn orders_of_values(&self) -> [(&'static str, f64); 4] {
        let value = |(rank, held, played)| self.mean_value(rank, held, played);
        let difference = |one, other| value(one) - value(other);
        [
            ("3 of 2 held: pair over single", difference((0, 2, 2), (0, 2, 1))),
            ("3 of 3 held: triple over single", difference((0, 3, 3), (0, 3, 1))),
            ("2 of 2 held: single over pair", difference((12, 2, 1), (12, 2, 2))),
            ("2 of 3 held: single over triple", difference((12, 3, 1), (12, 3, 3))),
        ]
    }

    fn mean_value(&self, rank: usize, held: usize, played: usize) -> f64 {
        let value = |trained: &Trained| trained.training.values.entry(rank, held, played).mean;
        score(&self.each(FixedPlayer::PsUnder12, value)).mean
    }

    fn ladder_table(&self) -> Result<Table> {
        // One seat's points per game have a standard deviation of the root of two.
        let games: f64 = self.published.constant("ladder_games")?;
        let measured = |rung: &Rung| Measured::of(&rung.score).with_paper_se((2.0 / games).sqrt());
        let mut table = self.published.beside("1", |row| vec![measured(&self.ladder[row])])?;
        table.rows.extend(self.ladder.iter().skip(4).map(|rung| {
            let name = format!("{} over {} instead of {}", rung.upper, rung.lower, self.settings.enemy);
            Row::new(name, &[None], &[measured(rung)])
        }));
        Ok(table)
    }

    fn curves_table(&self) -> Result<Table> {
        let games = |column: u64| self.settings.training_games * column / 6;
        let mut table = self.published.beside("curves", |row| {
            let at = |column| of_trainings(&self.each(TEACHERS[row], |it| it.training.total(games(column)) as f64));
            (1..=6).map(at).collect()
        })?;
        table.columns = (1..=6).map(|column| (games(column) as f64 / 1000.0).to_string()).collect();
        Ok(table)
    }

    fn learned_table(&self) -> Result<Table> {
        self.published.beside("learned", |row| vec![of_trainings(&self.greedy(EXAMINERS[row + 1]))])
    }

    fn curves(&self) -> Chart {
        let series = TEACHERS.map(|teacher| {
            let points = (1..=self.settings.training_games / BETWEEN_POINTS).map(|place| {
                let games = place * BETWEEN_POINTS;
                let score = score(&self.each(teacher, |it| it.training.total(games) as f64));
                let half_width = (place % 10 == 0 && score.observations > 1).then(|| score.ci95());
                Point { x: games as f64, y: score.mean, half_width }
            });
            Series { name: format!("against {teacher}"), points: points.collect() }
        });
        let description = format!(
            "Points in all of a learner, who explores one decision in twenty, against four players of a kind: mean of \
             {} trainings with 95 % intervals.",
            self.settings.seeds
        );
        chart("UseMEL learns", &description, ["games", "points in all"], Marks::Lines(series.to_vec()))
    }

    fn results(&self) -> Value {
        let rung = |rung: &Rung| {
            let mut record = points(&rung.score);
            record["upper"] = json!(rung.upper);
            record["lower"] = json!(rung.lower);
            record["games"] = json!(rung.score.observations);
            record
        };
        let mut values = json!({});
        for (rank, held, played) in kinds_of_play() {
            let value = json!(self.mean_value(rank, held, played));
            values[name_of_rank(rank).to_string()][held.to_string()][played.to_string()] = value;
        }
        let eight = score(&self.each(FixedPlayer::PsUnder12, |trained| {
            let value = |played| trained.training.values.entry(EIGHT, 2, played).mean;
            value(1) - value(2)
        }));
        let differences = self.orders_of_values().map(|(name, points)| json!({ "name": name, "points": points }));
        json!({
            "ladder": self.ladder.iter().map(rung).collect::<Vec<_>>(),
            "training": self.trained.iter().map(training_record).collect::<Vec<_>>(),
            "values": values,
            "value_differences": differences,
            "eight_single_over_pair": { "points": eight.mean, "se": eight.standard_error },
            "ahead_of_psunder12no8": share(&self.greedy(FixedPlayer::PsUnder12No8), |points| points > 0.0),
            "turns_per_game": self.ladder[3].turns as f64 / self.settings.ladder_games as f64,
        })
    }
}

fn training_record(trained: &Trained) -> Value {
    let greedy = EXAMINERS.iter().zip(&trained.greedy);
    json!({
        "opponent": trained.teacher,
        "seed": trained.seed,
        "curve": trained.training.curve,
        "greedy": greedy.map(|(it, outcome)| (it.name().to_owned(), points(&outcome.score(0)))).collect::<Value>(),
        "exploring": points(&trained.exploring.score(0)),
    })
}

fn points(score: &Score) -> Value {
    json!({ "points_per_game": score.mean, "se": score.standard_error })
}

/// The mean over trainings; the paper's one training has their whole spread.
fn of_trainings(numbers: &[f64]) -> Measured {
    let score = score(numbers);
    Measured::of(&score).with_paper_se(score.standard_deviation())
}

fn share(numbers: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    numbers.iter().filter(|&&number| holds(number)).count() as f64 / numbers.len().max(1) as f64
}
