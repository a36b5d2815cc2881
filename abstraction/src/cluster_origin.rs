//! Where opponent clusters come from: a search or the published table, and the file that keeps them.

use serde_json::{Value, json};
use std::path::Path;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Fingerprint;
use tables::file::header::FileKind;

use crate::cluster_file::write_clusters;
use crate::clustering::starting_hands::StartingHandHistograms;
use crate::error::AbstractionError;
use crate::features::hand_strength_distribution::PreflopDistributions;
use crate::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use crate::features::shipped_tables::{SHIPPED_SEED, shipped_clusters};
use crate::recipe::DEFAULT_BINS;

/// The name of the clusters of Johanson et al. 2013.
pub const JOHANSON_2013: &str = "johanson2013";

/// How clusters are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterSearch {
    /// How many clusters, 1 to 169.
    pub count: u8,
    /// Bins of the strength histograms.
    pub bins: u16,
    /// Decides the starts.
    pub seed: u64,
    /// Starts of the search.
    pub restarts: usize,
}

impl ClusterSearch {
    /// The usual search for a number of clusters.
    pub fn new(count: u8, seed: u64) -> Self {
        Self { count, bins: DEFAULT_BINS, seed, restarts: DEFAULT_RESTARTS }
    }

    /// As it stands in cluster files.
    pub fn recipe(&self) -> Value {
        json!({
            "clusters": self.count, "bins": self.bins, "distance": "emd", "weights": "combos",
            "seed": self.seed, "restarts": self.restarts,
        })
    }

    /// Finds the clusters; the usual searches are shipped with their results.
    pub fn compute(&self, distributions: &PreflopDistributions) -> Result<OpponentClusters, AbstractionError> {
        match self.shipped() {
            Some(clusters) => Ok(clusters),
            None => OpponentClusters::compute(distributions, usize::from(self.count), self.seed, self.restarts),
        }
    }

    /// The result, where this is one of the [shipped](crate::features::shipped_tables) searches.
    pub fn shipped(&self) -> Option<OpponentClusters> {
        let is_usual = *self == Self::new(self.count, SHIPPED_SEED);
        is_usual.then(|| shipped_clusters(self.count)).flatten()
    }
}

/// Clusters that this program can make itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterOrigin {
    /// Found by a search.
    Search(ClusterSearch),
    /// The published ones.
    Johanson2013,
}

impl ClusterOrigin {
    /// The usual name of the file that keeps them.
    pub fn file_name(&self) -> String {
        match self {
            Self::Search(search) => format!("ochs{}", search.count),
            Self::Johanson2013 => JOHANSON_2013.to_owned(),
        }
    }

    /// As it stands in cluster files.
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
    pub fn write(&self, path: &Path, distributions: &PreflopDistributions) -> Result<(), AbstractionError> {
        let clusters = match self {
            Self::Search(search) => search.compute(distributions)?,
            Self::Johanson2013 => OpponentClusters::johanson_2013(),
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
    let rows: Vec<Vec<u64>> = distributions.counts.chunks(distributions.bins).map(<[u64]>::to_vec).collect();
    Ok(StartingHandHistograms::new(&rows)?.cost(clusters.table()))
}
