//! How a study's strategies are trained.
//!
//! The trainings of a study file: one `[training]` table, or several `[[training]]` tables with names.
//!
//! Which of a study's trainings go on where a shorter one ended.
//!
//! A batch of boards or deals never depends on when training is to end, so a longer training passes exactly through
//! what a shorter one of the same kind leaves: its regrets are taken over, and nothing is trained twice.
//!
//! Durations as people write them: `90s`, `30m`, `2h30m`.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use solver::run::state::Watch;
use solver::train::{Budget, Opponent, Sampler, UpdateRule};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::measures::MOST_FLOPS;
use crate::error::{StudyError, refuse};

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
    /// Against whom: `itself`, or `exact`, whose hands [`ExactHands`](super::measures::ExactHands) are.
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

/// Reads one table or several.
pub(crate) fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Training>, D::Error> {
    struct Tables;

    impl<'de> Visitor<'de> for Tables {
        type Value = Vec<Training>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a [training] table, or [[training]] tables with names")
        }

        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
            Training::deserialize(MapAccessDeserializer::new(table)).map(|training| vec![training])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, tables: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(tables))
        }
    }

    // Not `deserialize_any` of an untagged enum: errors keep their lines and name the wrong key.
    deserializer.deserialize_any(Tables)
}

/// Whether all can be run, and have different names; `settings` are those of the study.
pub(crate) fn check_trainings(trainings: &[Training], settings: &[String]) -> Result<(), StudyError> {
    let what = "training.name";
    for (number, training) in trainings.iter().enumerate() {
        training.check()?;
        if let Some(unknown) = training.iterations_of.keys().find(|name| !settings.contains(name)) {
            return refuse("training.iterations_of", format!("settings: {}", settings.join(", ")), unknown);
        }
        match &training.name {
            None if trainings.len() > 1 => return refuse(what, "a name for each of several trainings", "none"),
            Some(name) if !is_plain(name) => {
                return refuse(what, "lower-case letters, digits and -", format!("'{name}'"));
            }
            Some(name) if trainings[..number].iter().any(|other| other.name.as_ref() == Some(name)) => {
                return refuse(what, "each name once", format!("'{name}'"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Names become the endings of file names, and must not be mistaken there for another clustering's or training's.
fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    name.len() <= 20 && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(plain)
}

/// Stands for the settings that have no iterations of their own: no setting has this name.
const OTHERS: &str = "";

impl Training {
    /// Whether it passes through what another training leaves, for every setting, and then has more to train for some.
    fn passes(&self, other: &Self) -> Result<bool, StudyError> {
        let own = self.iterations_of.keys().chain(other.iterations_of.keys()).map(String::as_str);
        let mut trains_more = false;
        for setting in own.chain([OTHERS]) {
            let budgets = (self.of_setting(setting).budget()?, other.of_setting(setting).budget()?);
            let (Budget::Iterations(own), Budget::Iterations(others)) = budgets else { return Ok(false) };
            // The last batch is always played to its end.
            let more = others.saturating_add(self.sampler()?.most_of_a_batch()) <= own;
            if !more && own != others {
                return Ok(false);
            }
            trains_more |= more;
        }
        // The schedule of hs-dcfr divides the iterations that were asked for.
        Ok(trains_more && self.rule()? != UpdateRule::ScheduledDiscounted
            && (self.sampler()?, self.rule()?, self.opponent()?) == (other.sampler()?, other.rule()?, other.opponent()?)
            // What is measured on the way must be measured from the start.
            && self.watch()? == other.watch()?)
    }
}

/// For each training the longest of those that it passes through, if any; at most one training goes on from each.
pub(crate) fn goes_on_from(trainings: &[Training]) -> Result<Vec<Option<usize>>, StudyError> {
    let settings: BTreeSet<&str> =
        trainings.iter().flat_map(|it| it.iterations_of.keys().map(String::as_str)).chain([OTHERS]).collect();
    // A training that passes through another one has at least as many iterations of each setting, and more of some.
    let length = |training: &Training| -> u64 {
        let of_setting = |setting: &&str| training.of_setting(setting).iterations.unwrap_or(0);
        settings.iter().map(of_setting).fold(0, u64::saturating_add)
    };
    let mut shortest_first: Vec<usize> = (0..trainings.len()).collect();
    shortest_first.sort_by_key(|&number| length(&trainings[number]));
    let mut found = vec![None; trainings.len()];
    for (place, &number) in shortest_first.iter().enumerate() {
        for &other in shortest_first[..place].iter().rev() {
            if !found.contains(&Some(other)) && trainings[number].passes(&trainings[other])? {
                found[number] = Some(other);
                break;
            }
        }
    }
    Ok(found)
}

/// The seconds of a duration.
pub fn parse_duration(text: &str) -> Result<f64, String> {
    let wrong = || format!("'{text}' is not a duration; durations read 90s, 30m or 2h30m");
    let mut seconds = 0.0;
    let mut rest = text.trim();
    let mut last_unit = f64::INFINITY;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
        let number: f64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit = match rest.as_bytes()[end] {
            b's' => 1.0,
            b'm' => 60.0,
            b'h' => 3600.0,
            _ => return Err(wrong()),
        };
        // Each unit once, from the largest down; no sign, no infinity.
        if unit >= last_unit || !number.is_finite() || number < 0.0 {
            return Err(wrong());
        }
        last_unit = unit;
        seconds += number * unit;
        rest = &rest[end + 1..];
    }
    if seconds == f64::INFINITY {
        return Err(format!("'{}…' is longer than any number of seconds; give less", text.get(..20).unwrap_or(text)));
    }
    if seconds > 0.0 { Ok(seconds) } else { Err(format!("'{text}' is no time at all; give more")) }
}
