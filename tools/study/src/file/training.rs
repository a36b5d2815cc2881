//! How strategies are trained: one request behind the `[training]` tables of a study, the flags of `train` and the
//! arguments of Python. A new option is a field here and its check.
//!
//! A batch of boards or deals never depends on when training is to end, so a longer training passes exactly through
//! what a shorter one of the same kind leaves: its regrets are taken over, and nothing is trained twice.

use evaluator::words::did_you_mean;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use solver::measure::exploitability::measurement::MOST_FLOPS;
use solver::run::state::Watch;
use solver::train::{Budget, Opponent, Sampler, TrainingSettings, UpdateRule};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::error::{StudyError, refuse};

/// Flops of a measurement on the way by default: about a minute and a half on two cores.
pub const DEFAULT_WATCH_FLOPS: usize = 24;

/// What is expected of a budget.
const EITHER: &str = "either time or iterations, more than none";

/// How strategies are trained; what is left out is as usual, but for one of `time` and `iterations`.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Distinguishes several trainings of a study: the ending of the names of the files they leave.
    pub name: Option<String>,
    #[serde(default, with = "tables::text::word")]
    pub sampler: Option<Sampler>,
    /// `exact` has the hands of [`ExactHands`](super::measures::ExactHands).
    #[serde(default, with = "tables::text::word")]
    pub opponent: Option<Opponent>,
    #[serde(default, with = "tables::text::word")]
    pub algorithm: Option<UpdateRule>,
    pub time: Option<Span>,
    /// Iterations of each variant. In a study file several are so many trainings, each of which goes on where the one
    /// before ended.
    #[serde(default, deserialize_with = "one_or_several_numbers", skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<u64>,
    /// By the name of a setting: the iterations of its variants, where they differ from the others. Buckets of which
    /// few occur on a board need more boards for the same number of updates each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub iterations_of: BTreeMap<String, u64>,
    /// Measure exploitability in the real game each time this much more time has been spent in training.
    pub watch: Option<Span>,
    pub watch_flops: Option<usize>,
    /// Whether regrets are kept once the strategy is written; without them it cannot be trained longer.
    pub keep_checkpoints: Option<bool>,
}

/// How long a strategy is trained, and what is measured meanwhile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingGoal {
    pub budget: Budget,
    pub watch: Option<Watch>,
}

/// As a training was begun, for one that goes on.
impl From<&TrainingSettings> for Training {
    fn from(settings: &TrainingSettings) -> Self {
        Self {
            sampler: Some(settings.sampler),
            opponent: Some(settings.opponent),
            algorithm: Some(settings.rule),
            ..Self::default()
        }
    }
}

impl Training {
    /// With what another one says where this says nothing.
    pub fn or(self, other: &Self) -> Self {
        let has_budget = self.time.is_some() || !self.iterations.is_empty();
        let watch = if self.watch.is_some() { &self } else { other };
        Self {
            sampler: self.sampler.or(other.sampler),
            opponent: self.opponent.or(other.opponent),
            algorithm: self.algorithm.or(other.algorithm),
            watch: watch.watch.clone(),
            watch_flops: watch.watch_flops,
            ..if has_budget { self.clone() } else { other.clone() }
        }
    }

    /// Whether nothing is trained for less than by another one with the same kinds of budgets.
    pub(crate) fn is_as_long_as(&self, other: &Self) -> bool {
        let seconds = |training: &Self| training.time.as_ref().map(|time| time.seconds);
        let own = |setting: &String| self.iterations_of.get(setting);
        seconds(self) >= seconds(other)
            && self.iterations.len() == other.iterations.len()
            && self.iterations.iter().zip(&other.iterations).all(|(now, then)| now >= then)
            && other.iterations_of.iter().all(|(setting, then)| own(setting) >= Some(then))
    }

    pub(crate) fn take_budget_of(&mut self, other: &Self) {
        self.time.clone_from(&other.time);
        self.iterations.clone_from(&other.iterations);
        self.iterations_of.clone_from(&other.iterations_of);
    }

    pub fn of_setting(&self, setting: &str) -> Self {
        let own = self.iterations_of.get(setting);
        Self { iterations: own.map_or_else(|| self.iterations.clone(), |own| vec![*own]), ..self.clone() }
    }

    pub fn sampler(&self) -> Sampler {
        self.sampler.unwrap_or(Sampler::Public)
    }

    pub fn opponent(&self) -> Opponent {
        self.opponent.unwrap_or_default()
    }

    pub fn rule(&self) -> UpdateRule {
        self.algorithm.unwrap_or(UpdateRule::DCFR)
    }

    pub fn iterations(&self) -> Option<u64> {
        self.iterations.first().copied()
    }

    pub fn keeps_checkpoints(&self) -> bool {
        self.keep_checkpoints.unwrap_or(true)
    }

    pub fn budget(&self) -> Result<Budget, StudyError> {
        match (&self.time, self.iterations.as_slice()) {
            (Some(time), []) => Ok(Budget::Seconds(time.seconds)),
            (None, &[iterations]) if iterations > 0 => Ok(Budget::Iterations(iterations)),
            (None, []) => refuse("training", EITHER, "none"),
            (None, iterations) => refuse("training", EITHER, format!("iterations {iterations:?}")),
            (Some(time), iterations) => refuse("training", EITHER, format!("time {time}, iterations {iterations:?}")),
        }
    }

    /// For how long it is trained, and when exploitability is measured on the way.
    pub fn goal(&self) -> Result<TrainingGoal, StudyError> {
        let watch = match (&self.watch, self.watch_flops) {
            (None, None) => None,
            (None, Some(flops)) => return refuse("training.watch_flops", "a time in training.watch beside it", flops),
            (Some(_), Some(flops)) if !(2..=MOST_FLOPS).contains(&flops) => {
                return refuse("training.watch_flops", format!("2 to {MOST_FLOPS} flops"), flops);
            }
            (Some(time), flops) => {
                Some(Watch { every_seconds: time.seconds, flops: flops.unwrap_or(DEFAULT_WATCH_FLOPS) })
            }
        };
        Ok(TrainingGoal { budget: self.budget()?, watch })
    }

    /// What the solver is asked for, if it can train hold'em this way.
    pub fn settings(&self, seed: u64) -> Result<TrainingSettings, StudyError> {
        let settings = TrainingSettings::for_budget(self.sampler(), self.rule(), seed, self.budget()?);
        let settings = settings.against(self.opponent());
        settings.require_trainable()?;
        Ok(settings)
    }

    /// Whether the strategies of these settings can be trained this way.
    pub(crate) fn check(&self, settings: &[String]) -> Result<(), StudyError> {
        let what = "training.iterations_of";
        if let Some(unknown) = self.iterations_of.keys().find(|name| !settings.contains(name)) {
            let meant = did_you_mean(unknown, settings.iter().map(String::as_str));
            return refuse(what, format!("settings: {}", settings.join(", ")), format!("{unknown}{meant}"));
        }
        if !self.iterations_of.is_empty() && self.iterations.is_empty() {
            let found = if self.time.is_some() { "a time" } else { "none" };
            return refuse(what, "iterations of the others beside it", found);
        }
        if let Some((setting, _)) = self.iterations_of.iter().find(|(_, iterations)| **iterations == 0) {
            return refuse(what, "more than none", format!("{setting} = 0"));
        }
        self.settings(0)?;
        self.goal().map(drop)
    }

    /// One training for each number of iterations.
    fn apart(self) -> Result<Vec<Self>, String> {
        if self.iterations.len() < 2 {
            return Ok(vec![self]);
        }
        if !self.iterations_of.is_empty() {
            return Err("iterations_of beside several iterations; give a [[training]] table for each".to_owned());
        }
        let name = self.name.clone().ok_or("several iterations want a name, which they are put behind: boards-6000")?;
        let one = |&iterations: &u64| Self {
            name: Some(format!("{name}-{iterations}")),
            iterations: vec![iterations],
            ..self.clone()
        };
        Ok(self.iterations.iter().map(one).collect())
    }

    /// Whether it passes through what another training leaves, for every setting, and then has more to train for some.
    fn passes(&self, other: &Self) -> bool {
        // What is measured on the way must be measured from the start, and the schedule of hs-dcfr divides the
        // iterations that were asked for.
        let kind = |it: &Self| (it.sampler(), it.rule(), it.opponent(), it.goal().ok().map(|goal| goal.watch));
        if kind(self) != kind(other) || self.rule() == UpdateRule::ScheduledDiscounted {
            return false;
        }
        let mut trains_more = false;
        for setting in self.iterations_of.keys().chain(other.iterations_of.keys()).map(String::as_str).chain([OTHERS]) {
            let [own, others] = [self, other].map(|it| it.of_setting(setting).iterations());
            let (Some(own), Some(others)) = (own, others) else { return false };
            // The last batch is always played to its end.
            let more = others.saturating_add(self.sampler().most_of_a_batch()) <= own;
            if !more && own != others {
                return false;
            }
            trains_more |= more;
        }
        trains_more
    }
}

/// Stands for the settings that have no iterations of their own: no setting has this name.
const OTHERS: &str = "";

/// For each training the longest of those that it passes through, if any; at most one training goes on from each. Only
/// `made` ones count.
pub(crate) fn goes_on_from(trainings: &[Training], made: &[usize]) -> Vec<Option<usize>> {
    if trainings.is_empty() {
        return vec![None; made.len()];
    }
    let settings: BTreeSet<&str> =
        trainings.iter().flat_map(|it| it.iterations_of.keys().map(String::as_str)).chain([OTHERS]).collect();
    // A training that passes through another one has at least as many iterations of each setting, and more of some.
    let length = |training: &Training| -> u64 {
        let of_setting = |setting: &&str| training.of_setting(setting).iterations().unwrap_or(0);
        settings.iter().map(of_setting).fold(0, u64::saturating_add)
    };
    let mut shortest_first = made.to_vec();
    shortest_first.sort_by_key(|&number| length(&trainings[number]));
    let mut found = vec![None; trainings.len()];
    for (place, &number) in shortest_first.iter().enumerate() {
        let is_passed =
            |other: &&usize| !found.contains(&Some(**other)) && trainings[number].passes(&trainings[**other]);
        found[number] = shortest_first[..place].iter().rev().find(is_passed).copied();
    }
    found
}

/// Whether they can be told apart by their names, of which one may be missing.
pub(crate) fn check_names(trainings: &[Training]) -> Result<(), StudyError> {
    let what = "training.name";
    for (number, training) in trainings.iter().enumerate() {
        match &training.name {
            None if trainings[..number].iter().any(|other| other.name.is_none()) => {
                return refuse(what, "a name for all of several trainings but one", "none");
            }
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

/// Reads one table or several, those with several iterations apart.
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
    let apart = |training: Training| training.apart().map_err(D::Error::custom);
    Ok(deserializer.deserialize_any(Tables)?.into_iter().map(apart).collect::<Result<Vec<_>, _>>()?.concat())
}

fn one_or_several_numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "iterations are a number or a list of numbers")]
    enum Numbers {
        One(u64),
        Several(Vec<u64>),
    }
    Ok(match Numbers::deserialize(deserializer)? {
        Numbers::One(number) => vec![number],
        Numbers::Several(numbers) => numbers,
    })
}

/// A span of time: `90s`, `30m`, `2h30m`, or a number of seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SaidSpan", into = "String")]
pub struct Span {
    text: String,
    pub seconds: f64,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a time is a number of seconds or a text such as 2h30m")]
enum SaidSpan {
    Seconds(f64),
    Text(String),
}

impl TryFrom<SaidSpan> for Span {
    type Error = String;

    fn try_from(said: SaidSpan) -> Result<Self, String> {
        match said {
            SaidSpan::Text(text) => text.parse(),
            SaidSpan::Seconds(seconds) if seconds > 0.0 && seconds.is_finite() => {
                Ok(Self { text: format!("{seconds}s"), seconds })
            }
            SaidSpan::Seconds(seconds) => Err(format!("{seconds} seconds: expected a time above 0")),
        }
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self { text: text.to_owned(), seconds: parse_duration(text)? })
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.text
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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
