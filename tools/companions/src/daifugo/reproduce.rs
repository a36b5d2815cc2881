//! `reproduce daifugo`: the paper's statements with verdicts, its curves with standard errors over trainings.

use serde_json::json;
use std::time::Instant;
use tables::together::progress::Progress;

use crate::claims::{Claim, Measured, Reproduction, Table, Verdict};
use crate::error::CompanionError;
use crate::published::Published;
use crate::sums::score;
use matches::statistics::score::Score;

use super::exact_checks::{endgame_table, shares_table};
use super::experiments::{Settings, TEACHERS, Trained, play_ladder, train_all};
use super::fixed_players::FixedPlayer;
use super::ladder::Rung;
use super::stronger::stronger_table;

/// The paper's statements.
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

    /// A number of each training against this teacher.
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
