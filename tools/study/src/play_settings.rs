//! How a study's strategies are trained and compared.

use matches::method::Method;
use serde::Deserialize;
use solver::run::state::Watch;
use solver::train::{Budget, Sampler, UpdateRule};

use crate::duration::parse_duration;
use crate::error::StudyError;
use crate::repeats::Repeats;

/// Flops of a measurement on the way where nobody says: about a minute and a half on two cores.
pub const DEFAULT_WATCH_FLOPS: usize = 24;

/// Every pair's value of every board is kept until the league is over.
const MOST_BOARDS: u64 = 100_000;

/// How strategies are trained; one of `time` and `iterations`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Tells several trainings of a study apart: the end of the names of what they leave.
    pub name: Option<String>,
    /// How cards are chosen.
    pub sampler: String,
    /// The algorithm.
    pub algorithm: String,
    /// Training time of each variant.
    pub time: Option<String>,
    /// Iterations of each variant.
    pub iterations: Option<u64>,
    /// Measure exploitability in the real game after every so much training.
    pub watch: Option<String>,
    /// Flops drawn for each such measurement.
    pub watch_flops: Option<usize>,
    /// Whether regrets are kept once the strategy is written; without them it cannot be trained longer.
    #[serde(default = "yes")]
    pub keep_checkpoints: bool,
}

fn yes() -> bool {
    true
}

/// How strategies are compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaguePlan {
    /// `boards` or `hands`.
    pub method: String,
    /// Boards of each pair.
    pub boards: Option<u64>,
    /// Hands of each pair.
    pub hands: Option<u64>,
    /// Boards of each match against a built-in policy; none if left out.
    #[serde(default)]
    pub built_in_boards: u64,
}

impl Training {
    /// How cards are chosen in training.
    ///
    /// # Errors
    /// A sampler that does not exist.
    pub fn sampler(&self) -> Result<Sampler, StudyError> {
        let wrong = |expected| StudyError::Setting { what: "training.sampler", expected, found: self.sampler.clone() };
        self.sampler.parse().map_err(wrong)
    }

    /// The algorithm.
    ///
    /// # Errors
    /// An algorithm that does not exist.
    pub fn rule(&self) -> Result<UpdateRule, StudyError> {
        let found = || self.algorithm.clone();
        let wrong = |expected| StudyError::Setting { what: "training.algorithm", expected, found: found() };
        self.algorithm.parse().map_err(wrong)
    }

    /// When training ends.
    ///
    /// # Errors
    /// Not exactly one of time and iterations, or a time that is none.
    pub fn budget(&self) -> Result<Budget, StudyError> {
        match (&self.time, self.iterations) {
            (Some(time), None) => {
                let wrong = |expected| StudyError::Setting { what: "training.time", expected, found: time.clone() };
                parse_duration(time).map(Budget::Seconds).map_err(wrong)
            }
            (None, Some(iterations)) if iterations > 0 => Ok(Budget::Iterations(iterations)),
            (time, iterations) => Err(StudyError::Setting {
                what: "training",
                expected: "either time or iterations, more than none".to_owned(),
                found: format!("time {time:?}, iterations {iterations:?}"),
            }),
        }
    }

    /// When exploitability is measured on the way, if at all.
    ///
    /// # Errors
    /// A time that is none, or flops without one.
    pub fn watch(&self) -> Result<Option<Watch>, StudyError> {
        let refuse = |what, expected: &str, found: String| {
            Err(StudyError::Setting { what, expected: expected.to_owned(), found })
        };
        match (&self.watch, self.watch_flops) {
            (None, None) => Ok(None),
            (None, Some(flops)) => {
                refuse("training.watch_flops", "a time in training.watch beside it", flops.to_string())
            }
            (Some(_), Some(flops)) if !(2..=10_000).contains(&flops) => {
                refuse("training.watch_flops", "2 to 10000 flops", flops.to_string())
            }
            (Some(time), flops) => {
                let wrong = |expected| StudyError::Setting { what: "training.watch", expected, found: time.clone() };
                let every_seconds = parse_duration(time).map_err(wrong)?;
                Ok(Some(Watch { every_seconds, flops: flops.unwrap_or(DEFAULT_WATCH_FLOPS) }))
            }
        }
    }

    /// Whether hold'em can be trained this way.
    ///
    /// # Errors
    /// The first setting that does not exist or does not fit.
    pub fn check(&self) -> Result<(), StudyError> {
        let refuse = |what, expected: &str, found: &str| {
            Err(StudyError::Setting { what, expected: expected.to_owned(), found: found.to_owned() })
        };
        if self.sampler()? == Sampler::Full {
            return refuse("training.sampler", "public, chance or external", "full, which is for small games");
        }
        if self.rule()? == UpdateRule::ScheduledDiscounted && matches!(self.budget()?, Budget::Seconds(_)) {
            return refuse("training", "iterations, which the schedule of hs-dcfr divides", "a time");
        }
        self.watch()?;
        self.budget().map(drop)
    }
}

impl LeaguePlan {
    /// How pairs are played.
    ///
    /// # Errors
    /// A method that does not exist, or no amount.
    pub fn method(&self) -> Result<Method, StudyError> {
        let amount = match self.method.as_str() {
            "hands" => self.hands,
            _ => self.boards,
        };
        Ok(Method::named(&self.method, amount.unwrap_or(0))?)
    }

    /// Whether it can be played among settings that are made so often.
    ///
    /// # Errors
    /// The first setting that does not exist or does not fit.
    pub fn check(&self, repeats: Repeats) -> Result<(), StudyError> {
        let refuse = |what, expected: &str, found: String| {
            Err(StudyError::Setting { what, expected: expected.to_owned(), found })
        };
        // One observation has no interval.
        if self.method()?.observations() < 2 {
            return refuse("league", "at least 2 boards or 4 hands", self.method()?.observations().to_string());
        }
        if self.boards.is_some_and(|boards| boards > MOST_BOARDS) {
            let found = self.boards.unwrap_or(0).to_string();
            return refuse(
                "league.boards",
                &format!("at most {MOST_BOARDS} boards, all kept for the comparison"),
                found,
            );
        }
        if repeats.is_several() && !matches!(self.method()?, Method::Boards { .. }) {
            return refuse("league.method", "boards, on which all players of [repeats] meet", self.method.clone());
        }
        match self.built_in_boards {
            0 => Ok(()),
            1 => refuse("league.built_in_boards", "0 or at least 2", "1".to_owned()),
            boards => Ok(Method::Boards { boards }.check()?),
        }
    }
}
