//! The settings that a study compares, their opponent clusters, and how often each is made.
//!
//! A clustering number stands for one draw of opponent clusters and buckets of all streets, a training number for one
//! sequence of cards; both are the same for all settings, so that settings are compared under equal luck.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, JOHANSON_2013, read_clusters};
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::recipe::DEFAULT_BINS;
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::round::Round;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tables::run::folder::RunFolder;

use super::street::StreetBuckets;
use super::study::{OwnVariant, Study};
use crate::error::{StudyError, refuse};

/// The streets that have buckets.
pub(crate) const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// A setting with the opponents of one clustering, before its files are known.
pub(crate) struct Setting<'s> {
    pub name: String,
    /// Its opponents, if a street asks for any.
    pub clusters: Option<ClusterChoice>,
    /// Flop, turn and river, and whether they are the setting's own.
    pub streets: [Option<(&'s StreetBuckets, bool)>; 3],
    /// Strategy files of one's own that it has instead of streets.
    pub strategies: &'s [PathBuf],
}

/// All settings in order, with the opponents of a clustering counted from 1.
pub(crate) fn settings_of(study: &Study, clustering: u32) -> Result<Vec<Setting<'_>>, StudyError> {
    let seed = clustering_seed(study.seed, clustering);
    let base = STREETS.map(|round| study.street(round).map(|street| (street, false)));
    let choices = study.opponents.choices(study.deck, seed, &study.folder)?;
    let mut settings: Vec<Setting<'_>> = choices
        .iter()
        .map(|choice| Setting {
            name: choice.variant_name(),
            clusters: Some(choice.clone()),
            streets: base,
            strategies: &[],
        })
        .collect();
    if choices.is_empty() && study.variants.is_empty() {
        settings.push(Setting { name: "base".to_owned(), clusters: None, streets: base, strategies: &[] });
    }
    for table in &study.variants {
        if !table.strategy.is_empty() {
            settings.push(Setting::of_strategies(table, study.repeats)?);
            continue;
        }
        let own = STREETS.map(|round| table.street(round).map(|street| (street, true)));
        let streets = [0, 1, 2].map(|place: usize| own[place].or(base[place]));
        let given = table.opponents.as_ref().map(|name| study.opponents.choice(study.deck, name, seed, &study.folder));
        let clusters = match given.transpose()? {
            Some(choice) => Some(choice),
            None => choices.first().filter(|_| choices.len() == 1 && uses_clusters(&streets)).cloned(),
        };
        settings.push(Setting { name: table.name.clone(), clusters, streets, strategies: &[] });
    }
    settings.iter().try_for_each(|setting| setting.check(study.deck, study.repeats.clusterings))?;
    each_once("variant.name", settings.iter().map(|setting| setting.name.as_str()))?;
    let of_files = settings.iter().find(|setting| setting.is_of_files());
    if let Some(setting) = of_files.filter(|_| study.repeats.clusterings > 1 && !settings.iter().any(Setting::is_drawn))
    {
        let found = format!("{}, all alike: files such as those of {}", study.repeats.clusterings, setting.name);
        return refuse("repeats.clusterings", "1 where nothing is clustered, with several trainings", found);
    }
    Ok(settings)
}

impl<'s> Setting<'s> {
    /// A setting that is not trained.
    fn of_strategies(table: &'s OwnVariant, repeats: Repeats) -> Result<Self, StudyError> {
        let what = "variant.strategy";
        if table.opponents.is_some() || STREETS.iter().any(|&round| table.street(round).is_some()) {
            let found = format!("streets or opponents in the variant {}", table.name);
            return refuse(what, "a variant that is nothing else, since it is not trained", found);
        }
        let wanted = (repeats.clusterings * repeats.trainings) as usize;
        if table.strategy.len() != wanted {
            let expected = match wanted {
                1 => "one file, or more trainings under [repeats]".to_owned(),
                _ => format!("a list of {wanted} files, one for each clustering and training of [repeats]"),
            };
            return refuse(what, expected, format!("{} in the variant {}", table.strategy.len(), table.name));
        }
        Ok(Self { name: table.name.clone(), clusters: None, streets: [None; 3], strategies: &table.strategy })
    }

    /// Whether another clustering would be another one.
    pub(super) fn is_drawn(&self) -> bool {
        self.streets.iter().flatten().any(|(street, _)| street.is_drawn())
            || self.clusters.as_ref().is_some_and(ClusterChoice::is_drawn)
    }

    /// Whether all that it has of its own are files.
    fn is_of_files(&self) -> bool {
        !self.strategies.is_empty() || self.streets.iter().flatten().any(|(street, _)| street.request().is_none())
    }

    fn check(&self, deck: Deck, clusterings: u32) -> Result<(), StudyError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if !self.name.starts_with(|first: char| first.is_ascii_alphanumeric()) || !self.name.chars().all(plain) {
            return refuse("variant.name", "letters, digits, -, _ and .", format!("'{}'", self.name));
        }
        if self.strategies.is_empty() && self.streets.iter().all(Option::is_none) {
            let expected = "at least one of [flop], [turn] and [river], and [opponents] where a feature is ochs";
            return refuse("streets", expected, "none");
        }
        for (round, (street, _)) in STREETS.into_iter().zip(self.streets).filter_map(|(it, street)| Some((it, street?)))
        {
            let Some(street) = street.request() else { continue };
            // A misspelt feature should not be taken for one that needs no opponents.
            street.recipe(Street::new(deck, round), 1, 0)?;
            if let Some(seed) = street.seed.filter(|_| clusterings > 1 && street.is_drawn()) {
                let found = format!("{round}.seed = {seed} in the variant {}", self.name);
                return refuse("repeats.clusterings", "streets without a seed of their own, or 1", found);
            }
        }
        match (&self.clusters, uses_clusters(&self.streets)) {
            (None, true) => {
                let expected = "clusters or files for the feature ochs";
                refuse("opponents", expected, format!("none for the variant {}", self.name))
            }
            (Some(_), false) => {
                let expected = "a street with the feature ochs to use them";
                refuse("opponents", expected, format!("none in the variant {}", self.name))
            }
            _ => Ok(()),
        }
    }
}

fn uses_clusters(streets: &[Option<(&StreetBuckets, bool)>; 3]) -> bool {
    streets.iter().flatten().any(|(street, _)| street.uses_clusters())
}

pub(crate) fn each_once<'n>(what: &'static str, names: impl Iterator<Item = &'n str>) -> Result<(), StudyError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return refuse(what, "each name once", name);
        }
    }
    Ok(())
}

/// Most clusterings or trainings of a setting.
const MOST: u32 = 1_000;

// What is drawn anew has a stream of its own: a second clustering shares nothing with a second training.
const CLUSTERINGS: u64 = 0x3c79_ac49_2ba7_b653;
const TRAININGS: u64 = 0x1c69_b3f7_4ac4_ae35;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Repeats {
    /// Clusterings of every setting, from seeds of their own.
    pub clusterings: u32,
    /// Trainings on every clustering, on cards of their own.
    pub trainings: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { clusterings: 1, trainings: 1 }
    }
}

impl Repeats {
    /// Whether any setting is made more than once.
    pub(crate) fn is_several(self) -> bool {
        (self.clusterings, self.trainings) != (1, 1)
    }

    /// The ending of names that belong to a clustering, counted from 1: empty where there is only one.
    pub(crate) fn clustering_ending(self, clustering: u32) -> String {
        if self.clusterings == 1 { String::new() } else { format!("-k{clustering}") }
    }

    /// The ending of names that belong to a training, counted from 1: empty where there is only one.
    pub(crate) fn training_ending(self, training: u32) -> String {
        if self.trainings == 1 { String::new() } else { format!("-t{training}") }
    }

    pub fn check(self) -> Result<(), StudyError> {
        for (what, found) in [("repeats.clusterings", self.clusterings), ("repeats.trainings", self.trainings)] {
            if !(1..=MOST).contains(&found) {
                return refuse(what, format!("1 to {MOST}"), found);
            }
        }
        Ok(())
    }
}

/// The seed of a clustering, counted from 1; the first has the study's own.
pub fn clustering_seed(study: u64, clustering: u32) -> u64 {
    repeated(study, CLUSTERINGS, clustering)
}

/// The seed of a training, counted from 1; the first has the study's own.
pub fn training_seed(study: u64, training: u32) -> u64 {
    repeated(study, TRAININGS, training)
}

/// Neighbouring studies and numbers give unrelated seeds (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
fn repeated(study: u64, stream: u64, number: u32) -> u64 {
    if number <= 1 {
        return study;
    }
    let mut mixed = study.wrapping_add(stream.wrapping_mul(u64::from(number)));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The ending of cluster files, left out in the names made from theirs.
const ENDING: &str = ".clusters";

/// Which opponent clusters a study compares: one variant for each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Opponents {
    /// Numbers of clusters to search for.
    pub clusters: Vec<usize>,
    /// Cluster files, relative to the study file's folder, or `johanson2013` for the published clusters.
    pub files: Vec<String>,
    /// Starts of the searches.
    pub restarts: usize,
}

impl Default for Opponents {
    fn default() -> Self {
        Self { clusters: Vec::new(), files: Vec::new(), restarts: DEFAULT_RESTARTS }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "opponents are a number of clusters, johanson2013 or a cluster file")]
pub enum OpponentName {
    Count(usize),
    File(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterChoice {
    Made(ClusterOrigin),
    File(PathBuf),
}

impl Opponents {
    pub fn choices(&self, deck: Deck, seed: u64, folder: &Path) -> Result<Vec<ClusterChoice>, StudyError> {
        let counts = self.clusters.iter().map(|&count| OpponentName::Count(count));
        let files = self.files.iter().map(|name| OpponentName::File(name.clone()));
        counts.chain(files).map(|name| self.choice(deck, &name, seed, folder)).collect()
    }

    pub fn choice(
        &self,
        deck: Deck,
        name: &OpponentName,
        seed: u64,
        folder: &Path,
    ) -> Result<ClusterChoice, StudyError> {
        let most = deck.starting_hand_count();
        Ok(match name {
            OpponentName::Count(count) if (1..=most).contains(count) => {
                let (count, bins, restarts) = (*count as u8, DEFAULT_BINS, self.restarts);
                ClusterChoice::Made(ClusterOrigin::Search(ClusterSearch { deck, count, bins, seed, restarts }))
            }
            OpponentName::Count(count) => {
                return refuse("opponents.clusters", format!("numbers from 1 to {most}"), count);
            }
            OpponentName::File(name) if name == JOHANSON_2013 => ClusterChoice::Made(ClusterOrigin::Johanson2013),
            OpponentName::File(name) => ClusterChoice::File(folder.join(name)),
        })
    }
}

impl ClusterChoice {
    /// What a variant with these opponents is called: `C8` for eight clusters, else the file's name.
    pub(crate) fn variant_name(&self) -> String {
        match self {
            Self::Made(ClusterOrigin::Search(search)) => format!("C{}", search.count),
            _ => self.file_name(),
        }
    }

    /// What the name of the stage that makes them ends with.
    pub(crate) fn stage_ending(&self) -> String {
        match self {
            Self::Made(ClusterOrigin::Search(search)) => search.count.to_string(),
            _ => self.file_name(),
        }
    }

    /// Whether another seed would give other clusters.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Self::Made(ClusterOrigin::Search(_)))
    }

    /// The name of their file in the run folder, where there is one clustering only.
    pub fn file_name(&self) -> String {
        match self {
            Self::Made(origin) => origin.file_name(),
            Self::File(path) => {
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                name.strip_suffix(ENDING).map_or(name.clone(), str::to_owned)
            }
        }
    }

    /// Where clusters from a file are read: the file itself, or the run's copy of it once the file is gone.
    pub fn source(&self, folder: &RunFolder) -> Result<Option<PathBuf>, StudyError> {
        let Self::File(path) = self else { return Ok(None) };
        let copy = folder.opponent_clusters(&self.file_name())?;
        Ok(Some(if !path.exists() && copy.exists() { copy } else { path.clone() }))
    }

    /// How many clusters there are; reads the file if they are from one.
    pub fn count(&self, folder: &RunFolder) -> Result<usize, StudyError> {
        Ok(match self {
            Self::Made(ClusterOrigin::Search(search)) => usize::from(search.count),
            Self::Made(ClusterOrigin::Johanson2013) => OpponentClusters::johanson_2013().count(),
            Self::File(path) => {
                let source = self.source(folder)?;
                read_clusters(source.as_deref().unwrap_or(path))?.0.count()
            }
        })
    }
}
