//! How a study's strategies are trained.

use serde::Deserialize;
use solver::run::state::Watch;
use solver::train::{Budget, Opponent, Sampler, UpdateRule};
use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::{StudyError, refuse};
use crate::file::duration::parse_duration;
use crate::file::exploitability::MOST_FLOPS;

/// Flops of a measurement on the way by default: about a minute and a half on two cores.
pub const DEFAULT_WATCH_FLOPS: usize = 24;

/// How strategies are trained; one of `time` and `iterations`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Distinguishes several trainings of a study: the ending of the names of the files they leave.
    pub name: Option<String>,
    /// How cards are chosen.
    pub sampler: String,
    /// Against whom: `itself`, or `exact`, whose hands [`ExactHands`](super::exact_hands::ExactHands) are.
    pub opponent: Option<String>,
    pub algorithm: String,
    /// Training time of each variant.
    pub time: Option<String>,
    /// Iterations of each variant.
    pub iterations: Option<u64>,
    /// By the name of a setting: the iterations of its variants, where they differ from the others. Buckets of which
    /// few occur on a board need more boards for the same number of updates each.
    #[serde(default)]
    pub iterations_of: BTreeMap<String, u64>,
    /// Measure exploitability in the real game each time this much more time has been spent in training.
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

impl Training {
    /// How the variants of a setting are trained.
    pub fn of_setting(&self, setting: &str) -> Cow<'_, Self> {
        match self.iterations_of.get(setting) {
            None => Cow::Borrowed(self),
            Some(&iterations) => Cow::Owned(Self { iterations: Some(iterations), ..self.clone() }),
        }
    }

    /// How cards are chosen in training.
    pub fn sampler(&self) -> Result<Sampler, StudyError> {
        self.sampler.parse().or_else(|expected: String| refuse("training.sampler", expected, &self.sampler))
    }

    /// Against whom strategies are trained.
    pub fn opponent(&self) -> Result<Opponent, StudyError> {
        let Some(opponent) = &self.opponent else { return Ok(Opponent::Itself) };
        opponent.parse().or_else(|expected: String| refuse("training.opponent", expected, opponent))
    }

    /// The algorithm.
    pub fn rule(&self) -> Result<UpdateRule, StudyError> {
        self.algorithm.parse().or_else(|expected: String| refuse("training.algorithm", expected, &self.algorithm))
    }

    /// When training ends.
    pub fn budget(&self) -> Result<Budget, StudyError> {
        match (&self.time, self.iterations) {
            (Some(time), None) => Ok(Budget::Seconds(seconds("training.time", time)?)),
            (None, Some(iterations)) if iterations > 0 => Ok(Budget::Iterations(iterations)),
            (time, iterations) => {
                let expected = "either time or iterations, more than none";
                refuse("training", expected, format!("time {time:?}, iterations {iterations:?}"))
            }
        }
    }

    /// When exploitability is measured on the way, if at all.
    pub fn watch(&self) -> Result<Option<Watch>, StudyError> {
        match (&self.watch, self.watch_flops) {
            (None, None) => Ok(None),
            (None, Some(flops)) => refuse("training.watch_flops", "a time in training.watch beside it", flops),
            (Some(_), Some(flops)) if !(2..=MOST_FLOPS).contains(&flops) => {
                refuse("training.watch_flops", format!("2 to {MOST_FLOPS} flops"), flops)
            }
            (Some(time), flops) => {
                let every_seconds = seconds("training.watch", time)?;
                Ok(Some(Watch { every_seconds, flops: flops.unwrap_or(DEFAULT_WATCH_FLOPS) }))
            }
        }
    }

    /// Whether hold'em can be trained this way.
    pub fn check(&self) -> Result<(), StudyError> {
        if self.sampler()? == Sampler::Full {
            return refuse("training.sampler", "public, chance or external", "full, which is for small games");
        }
        if self.opponent()? == Opponent::Exact && self.sampler()? != Sampler::Public {
            return refuse("training.sampler", "public, on whose boards an exact opponent answers", &self.sampler);
        }
        if self.rule()? == UpdateRule::ScheduledDiscounted && matches!(self.budget()?, Budget::Seconds(_)) {
            return refuse("training", "iterations, which the schedule of hs-dcfr divides", "a time");
        }
        self.watch()?;
        if !self.iterations_of.is_empty() && self.iterations.is_none() {
            let found = if self.time.is_some() { "a time" } else { "none" };
            return refuse("training.iterations_of", "iterations of the others beside it", found);
        }
        if let Some((setting, _)) = self.iterations_of.iter().find(|(_, iterations)| **iterations == 0) {
            return refuse("training.iterations_of", "more than none", format!("{setting} = 0"));
        }
        self.budget().map(drop)
    }
}

fn seconds(what: &'static str, time: &str) -> Result<f64, StudyError> {
    parse_duration(time).or_else(|expected| refuse(what, expected, time))
}
