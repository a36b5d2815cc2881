//! A study as one TOML file, and what it asks for.

use abstraction::recipe::BucketRecipe;
use evaluator::round::Round;
use serde::Deserialize;
use std::path::{Path, PathBuf};

use crate::error::StudyError;
use crate::exploitability_file::ExploitabilityPlan;
use crate::opponents::{OpponentName, Opponents};
use crate::play_settings::{LeaguePlan, Training};
use crate::repeats::{Repeats, clustering_seed};
use crate::stage_order::{BucketFile, StageOrder};
use crate::street::Street;
use crate::training_list::{check_trainings, one_or_several};

/// The study of the command `quickstart`.
pub const QUICKSTART: &str = include_str!("../studies/quickstart.toml");
/// The paper's abstraction.
pub const PAPER: &str = include_str!("../studies/paper.toml");
/// Nine counts of opponent clusters with five clusterings each, at 1,000 buckets.
pub const OCHS_COUNTS: &str = include_str!("../studies/ochs-counts.toml");
/// The paper's four counts with both distances and three clusterings each, at its own size.
pub const OCHS_COUNTS_9000: &str = include_str!("../studies/ochs-counts-9000.toml");
/// Opponent clusters against simpler river buckets.
pub const BASELINES: &str = include_str!("../studies/baselines.toml");
/// The same at the published size.
pub const BASELINES_9000: &str = include_str!("../studies/baselines-9000.toml");
/// The studies that are part of the program, by name.
pub const SHIPPED: [(&str, &str); 6] = [
    ("quickstart", QUICKSTART),
    ("paper", PAPER),
    ("ochs-counts", OCHS_COUNTS),
    ("ochs-counts-9000", OCHS_COUNTS_9000),
    ("baselines", BASELINES),
    ("baselines-9000", BASELINES_9000),
];

/// Strategies of the largest study: their league alone would take weeks.
const MOST_STRATEGIES: u64 = 2_000;
/// The longest study file that is read.
const MOST_BYTES: u64 = 1 << 16;

/// A study: buckets of some streets in several variants, and perhaps strategies trained on them and a league.
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
    /// The opponent clusters: one variant for each.
    #[serde(default)]
    pub opponents: Opponents,
    /// Buckets of the flop, unless a variant has its own.
    pub flop: Option<Street>,
    /// Buckets of the turn.
    pub turn: Option<Street>,
    /// Buckets of the river.
    pub river: Option<Street>,
    /// Further variants.
    #[serde(default, rename = "variant")]
    pub variants: Vec<OwnVariant>,
    /// How often every setting is made.
    #[serde(default)]
    pub repeats: Repeats,
    /// How strategies are trained, on the same buckets; none are if left out.
    #[serde(default, deserialize_with = "one_or_several")]
    pub training: Vec<Training>,
    /// How they are compared.
    pub league: Option<LeaguePlan>,
    /// Whether their exploitability is measured.
    pub exploitability: Option<ExploitabilityPlan>,
    /// How much of the buckets is the luck of their seeds.
    pub stability: Option<Stability>,
    /// The text this was read from.
    #[serde(skip)]
    pub text: String,
    /// The folder that names of files in it are relative to.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// A variant with a name and streets of its own; what it leaves out is as in the study.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnVariant {
    /// What it is called.
    pub name: String,
    /// Its opponent clusters; may be left out if the study has one choice only or no street needs any.
    pub opponents: Option<OpponentName>,
    /// Its flop.
    pub flop: Option<Street>,
    /// Its turn.
    pub turn: Option<Street>,
    /// Its river.
    pub river: Option<Street>,
}

/// How many other seeds the buckets of each street are compared with: those of the study's other clusterings, or, where there
/// is only one clustering, each street is clustered again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stability {
    /// Other seeds, at least 1.
    pub seeds: u32,
}

fn default_seed() -> u64 {
    1
}

impl Study {
    /// The study of the command `quickstart`.
    ///
    /// # Errors
    /// None for the file as shipped.
    pub fn quickstart() -> Result<Self, StudyError> {
        Self::parse(QUICKSTART, Path::new("quickstart.toml"))
    }

    /// The study of a file, or the shipped one of that name where there is no such file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn named(path: &Path) -> Result<Self, StudyError> {
        match SHIPPED.iter().find(|(name, _)| Path::new(name) == path && !path.is_file()) {
            Some((_, text)) => Self::parse(text, path),
            None => Self::read(path),
        }
    }

    /// Reads a study file.
    ///
    /// # Errors
    /// A file that cannot be read or is no study.
    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let wrong = |problem: String| StudyError::File { path: path.into(), problem };
        let shipped = || SHIPPED.map(|(name, _)| name).join(", ");
        let unreadable =
            |error: std::io::Error| wrong(format!("cannot be read ({error}); the shipped studies are {}", shipped()));
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
            file(format!("line {}: {}", 1 + before.matches('\n').count(), error.message().replace('\n', " ")))
        })?;
        study.text = text.to_owned();
        study.folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
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
        if (1..clusters.len()).any(|place| clusters[..place].contains(&clusters[place])) {
            return setting("opponents.clusters", "each number once", format!("{clusters:?}"));
        }
        if self.opponents.restarts == 0 {
            return setting("opponents.restarts", "at least 1", "0".to_owned());
        }
        if let Some(Stability { seeds }) = self.stability {
            // Several clusterings are compared with each other: there are no more than those.
            let others = if self.repeats.clusterings > 1 { self.repeats.clusterings - 1 } else { 100 };
            if !(1..=others).contains(&seeds) {
                return setting("stability.seeds", &format!("1 to {others}"), seeds.to_string());
            }
        }
        self.check_size()?;
        let order = StageOrder::of(self)?;
        for bucket_file in &order.bucket_files {
            // Files of clusters are counted when they are read.
            self.recipe(bucket_file, 1)?;
        }
        check_trainings(&self.training)?;
        if let Some(variant) = order.variants.iter().find(|it| it.bucket_files.contains(&None))
            && !self.training.is_empty()
        {
            let expected = "buckets of flop, turn and river for every variant";
            return setting("training", expected, format!("a street missing in {}", variant.name));
        }
        if self.training.is_empty() && (self.league.is_some() || self.exploitability.is_some()) {
            let what = if self.league.is_some() { "league" } else { "exploitability" };
            return setting(what, "a [training] before it", "none".to_owned());
        }
        if let Some(exploitability) = &self.exploitability {
            exploitability.check(self.repeats)?;
        }
        self.league.as_ref().map_or(Ok(()), |league| league.check(self.repeats))
    }

    /// Whether the study can be planned at all.
    fn check_size(&self) -> Result<(), StudyError> {
        self.repeats.check()?;
        let settings = self.opponents.clusters.len() + self.opponents.files.len() + self.variants.len();
        let repeats = u64::from(self.repeats.clusterings) * u64::from(self.repeats.trainings);
        let strategies = settings.max(1) as u64 * repeats * self.training.len().max(1) as u64;
        if strategies <= MOST_STRATEGIES {
            return Ok(());
        }
        Err(StudyError::Setting {
            what: "repeats",
            expected: format!("at most {MOST_STRATEGIES} strategies in all (settings, clusterings, trainings)"),
            found: strategies.to_string(),
        })
    }

    /// A street's settings, if the study has them.
    pub fn street(&self, round: Round) -> Option<&Street> {
        street_of(round, [&self.flop, &self.turn, &self.river])
    }

    /// The recipe of a bucket file; `clusters` counts the opponent clusters, where they are needed.
    ///
    /// # Errors
    /// Names that do not exist, settings that contradict each other or lie out of range.
    pub fn recipe(&self, file: &BucketFile, clusters: usize) -> Result<BucketRecipe, StudyError> {
        file.street.recipe(file.round, clusters, self.street_seed(file.round, file.clustering))
    }

    /// Every street draws from a seed of its own, the same for all settings of a clustering.
    pub fn street_seed(&self, round: Round, clustering: u32) -> u64 {
        clustering_seed(self.seed, clustering).wrapping_mul(4).wrapping_add(round.number() as u64)
    }
}

impl OwnVariant {
    /// A street's own settings, if there are any.
    pub fn street(&self, round: Round) -> Option<&Street> {
        street_of(round, [&self.flop, &self.turn, &self.river])
    }
}

fn street_of(round: Round, streets: [&Option<Street>; 3]) -> Option<&Street> {
    streets[round.number().checked_sub(1)?].as_ref()
}
