//! A study as one TOML file: what it may ask for, whether it can be run at all, and the shipped ones.

use abstraction::recipe::{BucketRecipe, BucketRequest};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::round::Round;
use evaluator::words::{did_you_mean, with_the_nearest};

use matches::method::Method;
use serde::{Deserialize, Serialize};
use solver::error::SolverError;
use solver::game::{BetSizes, GameDefinition, GameOptions};
use solver::train::Sampler;
use std::path::{Path, PathBuf};
use tables::error::TableError;
use tables::file::deck_number;
use tables::file::reading::read_text;
use tables::text::written;

use super::measures::{ExactHands, ExploitabilityPlan, LeaguePlan, Published};
use super::order::{BucketFile, Player, StageOrder};
use super::selection::Selection;
use super::settings::{OpponentName, Opponents, Repeats, clustering_seed};
use super::street::{StreetBuckets, one_or_several_files};
use super::training::{Training, check_names, one_or_several};
use crate::error::{StudyError, refuse};

/// The longest study file that is read.
const MOST_BYTES: u64 = 1 << 16;

/// A study: buckets of some streets in several variants, and perhaps strategies trained on them and a league.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    pub name: String,
    /// What the study is to find out, for the report.
    #[serde(default)]
    pub question: String,
    /// The seed from which all others follow.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// How many cards are played with, 20 to 52: the highest ranks.
    #[serde(default, skip_serializing_if = "deck_number::is_full", with = "deck_number")]
    pub deck: Deck,
    /// What is played: `holdem`, the usual one, `holdem-nolimit` or `push-fold`.
    pub game: Option<String>,
    /// What each player of a no-limit game begins with, in big blinds.
    pub stack: Option<f64>,
    /// The bets of a no-limit game.
    pub sizes: Option<BetSizes>,
    /// The opponent clusters: one variant for each.
    #[serde(default)]
    pub opponents: Opponents,
    /// Buckets of the flop, unless a variant has its own.
    pub flop: Option<StreetBuckets>,
    pub turn: Option<StreetBuckets>,
    pub river: Option<StreetBuckets>,
    #[serde(default, rename = "variant", skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<OwnVariant>,
    #[serde(default)]
    pub repeats: Repeats,
    /// How strategies are trained, on the same buckets; if left out, none are.
    #[serde(default, deserialize_with = "one_or_several", skip_serializing_if = "Vec::is_empty")]
    pub training: Vec<Training>,
    /// The hands of an opponent with exact cards, for trainings against one.
    pub exact_opponent: Option<ExactHands>,
    pub league: Option<LeaguePlan>,
    pub exploitability: Option<ExploitabilityPlan>,
    /// How much of the buckets is the luck of their seeds.
    pub stability: Option<Stability>,
    /// A published table to be set beside the league.
    pub published: Option<Published>,
    /// The part of it that is made.
    #[serde(default, skip_serializing_if = "Selection::is_all")]
    pub only: Selection,
    /// The text this was read from, or that of the study it was changed to.
    #[serde(skip)]
    pub text: String,
    /// The folder that names of files in it are relative to.
    #[serde(skip)]
    pub folder: PathBuf,
    /// What follows from all this, found once.
    #[serde(skip)]
    order: StageOrder,
}

/// A variant with a name and streets of its own; what it leaves out is as in the study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnVariant {
    pub name: String,
    /// Strategy files of one's own instead of streets: one, or one for each clustering and training of `[repeats]`.
    #[serde(default, deserialize_with = "one_or_several_files", skip_serializing_if = "Vec::is_empty")]
    pub strategy: Vec<PathBuf>,
    /// Its opponent clusters; may be left out if the study has one choice only or no street needs any.
    pub opponents: Option<OpponentName>,
    pub flop: Option<StreetBuckets>,
    pub turn: Option<StreetBuckets>,
    pub river: Option<StreetBuckets>,
}

/// How many other seeds the buckets of each street are compared with: those of the study's other clusterings, or, where
/// there is only one clustering, each street is clustered again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stability {
    /// Other seeds, at least 1.
    pub seeds: u32,
}

fn default_seed() -> u64 {
    1
}

impl Study {
    pub fn quickstart() -> Result<Self, StudyError> {
        Self::parse(QUICKSTART, Path::new("quickstart.toml"))
    }

    /// The study of a file, or the shipped one of that name where there is no such file.
    pub fn named(path: &Path) -> Result<Self, StudyError> {
        match SHIPPED.iter().find(|(name, _)| Path::new(name) == path && !path.is_file()) {
            Some((_, text)) => Self::parse(text, path),
            None => Self::read(path),
        }
    }

    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let text = read_text(path, MOST_BYTES).map_err(|error| match error {
            TableError::Io { source, .. } => {
                let shipped = SHIPPED.map(|(name, _)| name);
                let meant = did_you_mean(&written(path), shipped);
                let shipped = shipped.join(", ");
                let problem = format!(
                    "cannot be read ({source}); the shipped studies are {shipped}, others {FURTHER_STUDIES}{meant}"
                );
                StudyError::File { path: path.into(), problem }
            }
            other => other.into(),
        })?;
        Self::parse(&text, path)
    }

    pub fn parse(text: &str, path: &Path) -> Result<Self, StudyError> {
        let file = |problem: String| StudyError::File { path: path.into(), problem };
        let mut study: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            let problem = with_the_nearest(&error.message().replace('\n', " "));
            file(format!("line {}: {problem}", 1 + before.matches('\n').count()))
        })?;
        study.text = text.to_owned();
        study.in_its_place(path)
    }

    /// Checks a study that was read from elsewhere than a file; `path` is for messages.
    pub fn checked(mut self, path: &Path) -> Result<Self, StudyError> {
        self.text = self.as_toml();
        self.in_its_place(path)
    }

    fn in_its_place(mut self, path: &Path) -> Result<Self, StudyError> {
        self.folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let file = |error: StudyError| StudyError::File { path: path.into(), problem: error.to_string() };
        self.definition().map_err(file)?;
        self.order = self.checked_order().map_err(file)?;
        Ok(self)
    }

    pub fn with_seed(self, seed: u64) -> Result<Self, StudyError> {
        if i64::try_from(seed).is_err() {
            return refuse("seed", format!("at most {}, the largest number of a study file", i64::MAX), seed);
        }
        Self { seed, ..self }.changed()
    }

    /// The game on the study's deck.
    pub fn definition(&self) -> Result<GameDefinition, StudyError> {
        let options = GameOptions { stack: self.stack, sizes: self.sizes.clone() };
        let name = self.game.as_deref().unwrap_or("holdem");
        Ok(GameDefinition::holdem_named(name, self.deck, &options).map_err(SolverError::from)?)
    }

    pub fn with_deck(self, deck: Deck) -> Result<Self, StudyError> {
        Self { deck, ..self }.changed()
    }

    pub fn with_only(self, only: Selection) -> Result<Self, StudyError> {
        if only.is_all() {
            return Ok(self);
        }
        if !self.only.is_all() {
            let found = "an [only] table; leave it out, or the names beside it";
            return refuse("only", "a file that does not name a part", found);
        }
        Self { only, ..self }.changed()
    }

    /// Text and order of a study that is not what was read.
    fn changed(mut self) -> Result<Self, StudyError> {
        self.text = self.as_toml();
        self.order = self.checked_order()?;
        Ok(self)
    }

    /// Everything that it asks for, and nothing else: equal for equal studies.
    pub(crate) fn as_toml(&self) -> String {
        toml::to_string(self).expect("all that is read from a study file can be written to one")
    }

    /// Whether this is the same study as another one, with trainings that are as long or longer.
    pub(crate) fn goes_on_from(&self, before: &Self) -> bool {
        let trainings = || self.training.iter().zip(&before.training);
        let mut as_long = before.clone();
        for (then, now) in as_long.training.iter_mut().zip(&self.training) {
            then.take_budget_of(now);
        }
        as_long.as_toml() == self.as_toml() && trainings().all(|(now, then)| now.is_as_long_as(then))
    }

    pub fn trainings(&self) -> impl Iterator<Item = &Training> {
        self.order.plans.iter().filter_map(|&plan| self.training.get(plan))
    }

    /// The names of the trainings, each with a league of its own; one without a name where all strategies are files.
    pub fn training_names(&self) -> impl Iterator<Item = Option<&str>> {
        self.order.plans.iter().map(|&plan| self.training_name(plan))
    }

    /// The name of a training by its place in the study, if it has one.
    pub fn training_name(&self, plan: usize) -> Option<&str> {
        self.training.get(plan)?.name.as_deref()
    }

    pub fn order(&self) -> &StageOrder {
        &self.order
    }

    /// A player by its place in the order, and how it is trained.
    pub fn player(&self, number: usize) -> (&Player, Training) {
        let player = &self.order.players[number];
        let setting = &self.order.settings[self.order.variants[player.variant].setting];
        let training = self.training.get(player.plan).map(|training| training.of_setting(setting));
        (player, training.unwrap_or_default())
    }

    pub fn street(&self, round: Round) -> Option<&StreetBuckets> {
        street_of(round, [&self.flop, &self.turn, &self.river])
    }

    /// The recipe of a bucket file that the study makes; `clusters` counts the opponent clusters, where there are any.
    pub fn recipe(&self, file: &BucketFile, clusters: usize) -> Result<BucketRecipe, StudyError> {
        let Some(request) = file.street.request() else {
            return refuse("file", "a street that the study clusters", &file.name);
        };
        let seed = self.seed_of(request, file.round, file.clustering);
        Ok(request.recipe(Street::new(self.deck, file.round), clusters, seed)?)
    }

    /// The seed of a street's buckets, where it has none of its own. Those that remember the flop share one, and
    /// therefore the clusters of flops on all streets: the rank that plays a board then has all of its buckets.
    pub(super) fn seed_of(&self, street: &BucketRequest, round: Round, clustering: u32) -> u64 {
        let round = if street.public_clusters.is_some() { Round::Preflop } else { round };
        self.street_seed(round, clustering)
    }

    /// Every street draws from a seed of its own, the same for all settings of a clustering.
    pub fn street_seed(&self, round: Round, clustering: u32) -> u64 {
        clustering_seed(self.seed, clustering).wrapping_mul(4).wrapping_add(round.number() as u64)
    }
}

impl OwnVariant {
    pub fn street(&self, round: Round) -> Option<&StreetBuckets> {
        street_of(round, [&self.flop, &self.turn, &self.river])
    }
}

fn street_of(round: Round, streets: [&Option<StreetBuckets>; 3]) -> Option<&StreetBuckets> {
    streets[round.number().checked_sub(1)?].as_ref()
}

pub const QUICKSTART: &str = include_str!("../../studies/quickstart.toml");

/// The studies that are part of the program: names and files. What each asks stands at the head of its file.
pub const SHIPPED: [(&str, &str); 4] = [
    ("quickstart", QUICKSTART),
    ("paper", include_str!("../../studies/paper.toml")),
    ("taniguchi-ito", include_str!("../../studies/taniguchi-ito.toml")),
    ("least-exploitable", include_str!("../../studies/least-exploitable.toml")),
];
pub const FURTHER_STUDIES: &str = "docs/research/QUESTION/NAME/study.toml in a clone of the repository";

/// Strategies of the largest study: their league alone would take weeks.
const MOST_STRATEGIES: u64 = 2_000;

impl Study {
    /// Checks every setting of the whole study; the order of what is selected is found on the way.
    fn checked_order(&self) -> Result<StageOrder, StudyError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return refuse("name", "letters, digits, - and _", format!("'{}'", self.name));
        }
        let clusters = &self.opponents.clusters;
        if (1..clusters.len()).any(|place| clusters[..place].contains(&clusters[place])) {
            return refuse("opponents.clusters", "each number once", format!("{clusters:?}"));
        }
        if self.opponents.restarts == 0 {
            return refuse("opponents.restarts", "at least 1", 0);
        }
        if let Some(Stability { seeds }) = self.stability {
            // Several clusterings are compared with each other: there are no more than those.
            let others = if self.repeats.clusterings > 1 { self.repeats.clusterings - 1 } else { 100 };
            if !(1..=others).contains(&seeds) {
                return refuse("stability.seeds", format!("1 to {others}"), seeds);
            }
        }
        self.check_size()?;
        check_names(&self.training)?;
        let order = StageOrder::of(self)?;
        for bucket_file in order.bucket_files.iter().filter(|file| file.street.request().is_some()) {
            // Files of clusters are counted when they are read.
            self.recipe(bucket_file, 1)?;
        }
        self.training.iter().try_for_each(|it| it.check(&order.settings))?;
        self.check_single_deals()?;
        // An exact opponent's buckets may be of any kind: it only ever plays on boards.
        let mut used = order.variants.iter().flat_map(|it| it.bucket_files).flatten();
        if used.any(|file| order.bucket_files[file].street.remembers_flop()) {
            if self.stability.is_some() {
                return refuse("stability", "buckets of hands, not such as remember the flop", "public_clusters");
            }
            self.check_trained_on_boards()?;
        }
        self.check_strategies(&order)?;
        if let Some(exploitability) = &self.exploitability {
            exploitability.check(self.repeats)?;
        }
        if let Some(league) = &self.league {
            league.check(self.repeats)?;
        }
        if let Some(published) = &self.published {
            published.check(&order.settings, self.league.is_some())?;
        }
        order.select(self)
    }

    /// Checks that no training on single deals of a no-limit game is asked for.
    fn check_single_deals(&self) -> Result<(), StudyError> {
        if self.definition()?.stack().is_none() {
            return Ok(());
        }
        let samplers = self.training.iter().filter_map(|training| training.sampler);
        if let Some(sampler) = samplers.into_iter().find(|&sampler| sampler != Sampler::Public) {
            return refuse("training.sampler", "public for a no-limit game", sampler);
        }
        Ok(())
    }

    /// Checks that every strategy has what it is made of, and that there are strategies where any are needed.
    fn check_strategies(&self, order: &StageOrder) -> Result<(), StudyError> {
        let mut trained = order.variants.iter().filter(|it| it.strategies.is_empty());
        let given = order.variants.iter().find(|it| {
            let has_iterations = |training: &Training| training.iterations_of.contains_key(&order.settings[it.setting]);
            !it.strategies.is_empty() && self.training.iter().any(has_iterations)
        });
        if let Some(variant) = given {
            return refuse("training.iterations_of", "variants that are trained", &order.settings[variant.setting]);
        }
        if !self.training.is_empty() {
            if trained.clone().next().is_none() {
                return refuse("training", "variants to train; leave it out", "strategy files alone");
            }
            if let Some(variant) = trained.find(|it| it.bucket_files.contains(&None)) {
                let expected = "buckets of flop, turn and river for every variant";
                return refuse("training", expected, format!("a street missing in {}", variant.name));
            }
        } else if trained.next().is_some() && (self.league.is_some() || self.exploitability.is_some()) {
            let what = if self.league.is_some() { "league" } else { "exploitability" };
            return refuse(what, "a [training] before it", "none");
        }
        Ok(())
    }

    /// Checks a study with buckets that depend on the flop: whoever is trained on them must know the flop.
    pub(crate) fn check_trained_on_boards(&self) -> Result<(), StudyError> {
        let mut samplers = self.training.iter().map(Training::sampler);
        if let Some(sampler) = samplers.find(|&sampler| sampler != Sampler::Public) {
            return refuse("training.sampler", "public, where buckets remember the flop", sampler);
        }
        self.check_played_on_boards()
    }

    /// The same for strategies that are only played.
    pub(crate) fn check_played_on_boards(&self) -> Result<(), StudyError> {
        match &self.league {
            Some(league) if league.method != Method::Boards => {
                refuse("league.method", "boards, where buckets remember the flop", league.method)
            }
            _ => Ok(()),
        }
    }

    fn check_size(&self) -> Result<(), StudyError> {
        self.repeats.check()?;
        let settings = self.opponents.clusters.len() + self.opponents.files.len() + self.variants.len();
        let repeats = u64::from(self.repeats.clusterings) * u64::from(self.repeats.trainings);
        let strategies = settings.max(1) as u64 * repeats * self.training.len().max(1) as u64;
        if strategies <= MOST_STRATEGIES {
            return Ok(());
        }
        let expected = format!("at most {MOST_STRATEGIES} strategies in all (settings, clusterings, trainings)");
        refuse("repeats", expected, strategies)
    }
}
