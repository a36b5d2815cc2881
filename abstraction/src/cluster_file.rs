//! Opponent clusters as files, so that bucket files can name the very clusters they were made with.
//!
//! Where opponent clusters come from: a search or the published table, and the file that keeps them.
//!
//! How much each opponent cluster counts in the Euclidean distance of OCHS rows.
//!
//! The usual weight of a cluster is its share of all holdings, which is how often a deal's opponent is in it.
//! With equal weights the distance is the plain one, and a cluster of a few strong hands counts as much as one of
//! hundreds.

use evaluator::deck::Deck;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::file::header::{FileDescription, FileKind, Section, with_deck};
use tables::file::place::require_kind;
use tables::file::writer::ArrayWriter;
use tables::together::progress::Progress;

use super::clustering::starting_hands::StartingHandHistograms;
use super::error::AbstractionError;
use super::features::hand_strength_distribution::PreflopDistributions;
use super::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use super::features::opponent_clusters::{SHIPPED_SEED, shipped_clusters};
use super::recipe::DEFAULT_BINS;

const CLUSTER_OF: &str = "cluster_of";

/// Writes clusters, over an older file of clusters if need be; `recipe` says how they were made.
pub fn write_clusters(
    path: &Path,
    clusters: &OpponentClusters,
    recipe: serde_json::Value,
    cost: f64,
) -> Result<Fingerprint, AbstractionError> {
    require_kind(path, FileKind::OpponentClusters)?;
    let mut numbers = vec![0; clusters.table().len()];
    for hand in clusters.deck().starting_hands() {
        numbers[hand.number()] = clusters.cluster_of(hand) + 1;
    }
    let meta = json!({ "name": clusters.name(), "clusters": clusters.count(), "mean_emd_in_bins": cost });
    let description = FileDescription {
        kind: FileKind::OpponentClusters,
        recipe,
        parents: Vec::new(),
        meta: with_deck(meta, clusters.deck()),
        sections: vec![Section::new(CLUSTER_OF, ElementType::U8, &[numbers.len() as u64])],
    };
    let mut writer = ArrayWriter::create(path, &description)?;
    writer.write_section(CLUSTER_OF, &numbers)?;
    Ok(writer.finish()?)
}

/// Reads clusters and the name by which files made with them know their file.
pub fn read_clusters(path: &Path) -> Result<(OpponentClusters, Parent), AbstractionError> {
    let file = ArrayFile::open_kind(path, FileKind::OpponentClusters)?;
    file.verify()?;
    let name: String = file.meta("name")?;
    let clusters = OpponentClusters::new(name, file.deck()?, file.section::<u8>(CLUSTER_OF)?)?;
    Ok((clusters, Parent::new("opponent_clusters", file.fingerprint())))
}

pub const JOHANSON_2013: &str = "johanson2013";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterSearch {
    pub deck: Deck,
    /// How many clusters, 1 to 169 in the full deck.
    pub count: u8,
    pub bins: u16,
    pub seed: u64,
    pub restarts: usize,
}

impl ClusterSearch {
    /// The usual search for a number of clusters.
    pub fn new(deck: Deck, count: u8, seed: u64) -> Self {
        Self { deck, count, bins: DEFAULT_BINS, seed, restarts: DEFAULT_RESTARTS }
    }

    pub fn recipe(&self) -> Value {
        let recipe = json!({
            "clusters": self.count, "bins": self.bins, "distance": "emd", "weights": "combos",
            "seed": self.seed, "restarts": self.restarts,
        });
        with_deck(recipe, self.deck)
    }

    /// Finds the clusters; the usual searches are shipped with their results.
    pub fn compute(
        &self,
        distributions: &PreflopDistributions,
        progress: &dyn Progress,
    ) -> Result<OpponentClusters, AbstractionError> {
        match self.shipped() {
            Some(clusters) => Ok(clusters),
            None => {
                OpponentClusters::compute(distributions, usize::from(self.count), self.seed, self.restarts, progress)
            }
        }
    }

    /// The result, where this is one of the [shipped](super::features::opponent_clusters) searches.
    pub fn shipped(&self) -> Option<OpponentClusters> {
        let is_usual = *self == Self::new(Deck::FULL, self.count, SHIPPED_SEED);
        is_usual.then(|| shipped_clusters(self.count)).flatten()
    }
}

/// Clusters that this program can make itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterOrigin {
    Search(ClusterSearch),
    Johanson2013,
}

impl ClusterOrigin {
    pub fn file_name(&self) -> String {
        match self {
            Self::Search(search) => format!("ochs{}", search.count),
            Self::Johanson2013 => JOHANSON_2013.to_owned(),
        }
    }

    pub fn recipe(&self) -> Value {
        match self {
            Self::Search(search) => search.recipe(),
            Self::Johanson2013 => json!({ "named": JOHANSON_2013 }),
        }
    }

    /// Bins of the histograms that the search and the cost are measured by.
    pub fn bins(&self) -> u16 {
        match self {
            Self::Search(search) => search.bins,
            Self::Johanson2013 => DEFAULT_BINS,
        }
    }

    /// Whether the file already holds these clusters.
    pub fn is_made(&self, path: &Path) -> bool {
        let wanted = Fingerprint::of(FileKind::OpponentClusters.name(), &self.recipe(), &[]);
        ArrayFile::open_kind(path, FileKind::OpponentClusters).is_ok_and(|file| file.fingerprint() == wanted)
    }

    /// Makes the clusters from distributions of [`Self::bins`] bins and writes their file.
    pub fn write(
        &self,
        path: &Path,
        distributions: &PreflopDistributions,
        progress: &dyn Progress,
    ) -> Result<(), AbstractionError> {
        let clusters = match self {
            Self::Search(search) => search.compute(distributions, progress)?,
            Self::Johanson2013 if distributions.deck.is_full() => OpponentClusters::johanson_2013(),
            Self::Johanson2013 => {
                let (what, expected) = ("opponent clusters", "johanson2013 with the full deck");
                let found = format!("a deck of {} cards", distributions.deck);
                return Err(AbstractionError::recipe(what, expected, found, "give a number of clusters"));
            }
        };
        write_clusters(path, &clusters, self.recipe(), mean_distance(distributions, &clusters)?)?;
        Ok(())
    }
}

/// The mean EMD per combo from the clusters' mean histograms, in bins.
pub fn mean_distance(
    distributions: &PreflopDistributions,
    clusters: &OpponentClusters,
) -> Result<f64, AbstractionError> {
    Ok(StartingHandHistograms::new(&distributions.rows())?.cost(&clusters.of_deck()))
}

/// How much each cluster counts; all weights together are 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClusterWeights {
    /// By its share of all holdings.
    #[default]
    Shares,
    /// As much as every other.
    Equal,
}

impl ClusterWeights {
    /// Whether these are the weights of files that do not mention any.
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The weights of clusters with the given numbers of holdings.
    pub fn of(self, combos: &[u32]) -> Vec<f64> {
        let all: f64 = combos.iter().copied().map(f64::from).sum();
        let clusters = combos.len() as f64;
        let weight = |&combos: &u32| match self {
            Self::Shares => f64::from(combos) / all,
            Self::Equal => 1.0 / clusters,
        };
        combos.iter().map(weight).collect()
    }
}

tables::words!(ClusterWeights, "a choice of weights", { Shares => "shares", Equal => "equal" });
