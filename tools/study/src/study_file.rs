//! A study as one TOML file, and what it asks for.

use abstraction::recipe::{BucketRecipe, DEFAULT_BINS, Feature};
use evaluator::round::Round;
use matches::method::Method;
use serde::Deserialize;
use solver::cfr::training_loop::Budget;
use solver::cfr::{Sampler, UpdateRule};
use std::path::Path;

use crate::duration::parse_duration;
use crate::error::StudyError;

/// The study of the command `quickstart`.
pub const QUICKSTART: &str = include_str!("../studies/quickstart.toml");

/// The longest study file that is read.
const MOST_BYTES: u64 = 1 << 16;

/// A study: one variant for each number of opponent clusters, everything else the same for all.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Names the run folder.
    pub name: String,
    /// What the study is to find out, for the report.
    #[serde(default)]
    pub question: String,
    /// From which all other seeds follow.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The opponent clusters.
    pub opponents: Opponents,
    /// Buckets of the flop.
    pub flop: Street,
    /// Buckets of the turn.
    pub turn: Street,
    /// Buckets of the river, once for each number of opponent clusters.
    pub river: Street,
    /// How strategies are trained.
    pub training: Training,
    /// How they are compared.
    pub league: LeaguePlan,
    /// The text this was read from.
    #[serde(skip)]
    pub text: String,
}

/// Which opponent clusters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// The numbers of clusters.
    pub clusters: Vec<usize>,
    /// Restarts of their search.
    #[serde(default = "default_cluster_restarts")]
    pub restarts: usize,
}

/// Buckets of one street.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// `hsd` or `ochs`.
    pub feature: String,
    /// Bins of histograms.
    pub bins: Option<u16>,
    /// `emd` or `l2`; the feature's usual one if left out.
    pub distance: Option<String>,
    /// How many buckets.
    pub buckets: usize,
    /// Starts of the clustering.
    pub restarts: Option<u32>,
    /// Rows of the sample it runs on; all if left out.
    pub sample_rows: Option<usize>,
    /// Most iterations a start.
    pub max_iterations: Option<usize>,
}

/// How strategies are trained; one of `time` and `iterations`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// How cards are chosen.
    pub sampler: String,
    /// The algorithm.
    pub algorithm: String,
    /// Training time of each variant.
    pub time: Option<String>,
    /// Iterations of each variant.
    pub iterations: Option<u64>,
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

fn default_seed() -> u64 {
    1
}

fn default_cluster_restarts() -> usize {
    abstraction::features::opponent_clusters::DEFAULT_RESTARTS
}

impl Study {
    /// The study of the command `quickstart`.
    ///
    /// # Errors
    /// None for the file as shipped.
    pub fn quickstart() -> Result<Self, StudyError> {
        Self::parse(QUICKSTART, Path::new("quickstart.toml"))
    }

    /// Reads a study file.
    ///
    /// # Errors
    /// A file that cannot be read or is no study.
    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let wrong = |problem: String| StudyError::File { path: path.into(), problem };
        let unreadable = |error: std::io::Error| wrong(format!("cannot be read ({error})"));
        let file = std::fs::metadata(path).map_err(unreadable)?;
        // Devices and pipes may never end.
        if !file.is_file() || file.len() > MOST_BYTES {
            return Err(wrong(format!("expected a text file of at most {MOST_BYTES} bytes")));
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text, path)
    }

    /// Parses and checks a study; `path` is for messages.
    ///
    /// # Errors
    /// TOML that is none, unknown or missing keys, values out of range.
    pub fn parse(text: &str, path: &Path) -> Result<Self, StudyError> {
        let file = |problem: String| StudyError::File { path: path.into(), problem };
        let mut study: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            file(format!("line {}: {}", before.lines().count().max(1), error.message().replace('\n', " ")))
        })?;
        study.text = text.to_owned();
        study.check().map_err(|error| file(error.to_string()))?;
        Ok(study)
    }

    /// The same study with another seed, in its text, too.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        let is_seed = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == "seed");
        // Before the first table stand the study's own keys: `seed` is one of them, or is added to them.
        let (own, tables) = self.text.split_at(self.text.find("\n[").map_or(self.text.len(), |place| place + 1));
        let mut lines: Vec<String> = own.lines().filter(|line| !is_seed(line)).map(str::to_owned).collect();
        let place = lines.iter().position(|line| line.starts_with("name")).map_or(0, |place| place + 1);
        lines.insert(place, format!("seed = {seed}"));
        self.text = format!("{}\n{tables}", lines.join("\n"));
        self
    }

    fn check(&self) -> Result<(), StudyError> {
        let setting = |what, expected: &str, found: String| {
            Err(StudyError::Setting { what, expected: expected.to_owned(), found })
        };
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return setting("name", "letters, digits, - and _", format!("'{}'", self.name));
        }
        let clusters = &self.opponents.clusters;
        if clusters.is_empty() || clusters.iter().any(|count| !(1..=169).contains(count)) {
            return setting("opponents.clusters", "numbers from 1 to 169", format!("{clusters:?}"));
        }
        if (1..clusters.len()).any(|place| clusters[..place].contains(&clusters[place])) {
            return setting("opponents.clusters", "each number once", format!("{clusters:?}"));
        }
        if self.river.feature != "ochs" {
            return setting("river.feature", "ochs", self.river.feature.clone());
        }
        for round in [Round::Flop, Round::Turn] {
            self.recipe(round, clusters[0])?.check()?;
        }
        for &count in clusters {
            self.recipe(Round::River, count)?.check()?;
        }
        if self.opponents.restarts == 0 {
            return setting("opponents.restarts", "at least 1", "0".to_owned());
        }
        if self.sampler()? == Sampler::Full {
            return setting("training.sampler", "public", "full, which is for small games".to_owned());
        }
        if self.rule()? == UpdateRule::ScheduledDiscounted && matches!(self.budget()?, Budget::Seconds(_)) {
            return setting("training", "iterations, which the schedule of hs-dcfr divides", "a time".to_owned());
        }
        self.budget()?;
        // One observation has no interval.
        if self.method()?.observations() < 2 {
            return setting("league", "at least 2 boards or 4 hands", self.method()?.observations().to_string());
        }
        match self.league.built_in_boards {
            0 => Ok(()),
            1 => setting("league.built_in_boards", "0 or at least 2", "1".to_owned()),
            boards => Ok(Method::Boards { boards }.check()?),
        }
    }

    /// The recipe of a street's buckets, for a number of opponent clusters.
    ///
    /// # Errors
    /// A feature or distance that does not exist.
    pub fn recipe(&self, round: Round, clusters: usize) -> Result<BucketRecipe, StudyError> {
        let street = match round {
            Round::Flop => &self.flop,
            Round::Turn => &self.turn,
            _ => &self.river,
        };
        let feature = match street.feature.as_str() {
            "hsd" => Feature::Hsd { bins: street.bins.unwrap_or(DEFAULT_BINS) },
            "ochs" => Feature::Ochs { clusters },
            other => {
                let expected = "hsd or ochs".to_owned();
                return Err(StudyError::Setting { what: "feature", expected, found: other.to_owned() });
            }
        };
        // Every street draws from a seed of its own, the same for all variants.
        let mut recipe = BucketRecipe::new(
            round,
            feature,
            street.buckets,
            self.seed.wrapping_mul(4).wrapping_add(round.number() as u64),
        );
        if let Some(distance) = &street.distance {
            recipe.distance = distance.parse().map_err(|expected| StudyError::Setting {
                what: "distance",
                expected,
                found: distance.clone(),
            })?;
        }
        recipe.restarts = street.restarts.unwrap_or(recipe.restarts);
        recipe.sample_rows = street.sample_rows;
        recipe.max_iterations = street.max_iterations.unwrap_or(recipe.max_iterations);
        Ok(recipe)
    }

    /// How cards are chosen in training.
    ///
    /// # Errors
    /// A sampler that does not exist.
    pub fn sampler(&self) -> Result<Sampler, StudyError> {
        let wrong =
            |expected| StudyError::Setting { what: "training.sampler", expected, found: self.training.sampler.clone() };
        self.training.sampler.parse().map_err(wrong)
    }

    /// The algorithm.
    ///
    /// # Errors
    /// An algorithm that does not exist.
    pub fn rule(&self) -> Result<UpdateRule, StudyError> {
        let found = || self.training.algorithm.clone();
        let wrong = |expected| StudyError::Setting { what: "training.algorithm", expected, found: found() };
        self.training.algorithm.parse().map_err(wrong)
    }

    /// When training ends.
    ///
    /// # Errors
    /// Not exactly one of time and iterations, or a time that is none.
    pub fn budget(&self) -> Result<Budget, StudyError> {
        match (&self.training.time, self.training.iterations) {
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

    /// How pairs are played.
    ///
    /// # Errors
    /// A method that does not exist, or no amount.
    pub fn method(&self) -> Result<Method, StudyError> {
        let amount = match self.league.method.as_str() {
            "hands" => self.league.hands,
            _ => self.league.boards,
        };
        Ok(Method::named(&self.league.method, amount.unwrap_or(0))?)
    }

    /// What a variant is called: `C8` for eight opponent clusters.
    pub fn variant(clusters: usize) -> String {
        format!("C{clusters}")
    }
}
