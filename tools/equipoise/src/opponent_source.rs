//! Opponent clusters as they are asked for: a number to compute, a file, or the published table by its name.

use abstraction::cluster_file::{read_clusters, write_clusters};
use abstraction::clustering::starting_hands::StartingHandHistograms;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::recipe::DEFAULT_BINS;
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::array_file::ArrayFile;
use tables::fingerprint::{Fingerprint, Parent};
use tables::header::FileKind;
use tables::run_folder::RunFolder;

use crate::session::Session;

/// The name of the clusters of Johanson et al. 2013.
pub const JOHANSON_2013: &str = "johanson2013";
/// Clusters where no number is given.
pub const DEFAULT_CLUSTERS: u8 = 8;

/// Which opponent clusters.
#[derive(Args, Debug)]
pub struct OpponentChoice {
    /// How many opponent clusters to compute [default: 8]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=169), conflicts_with = "opponent_clusters")]
    pub clusters: Option<u8>,
    /// A file of opponent clusters, or johanson2013 for the published ones
    #[arg(long, value_name = "FILE|johanson2013")]
    pub opponent_clusters: Option<PathBuf>,
}

/// How clusters are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// How many clusters, 1 to 169.
    pub count: u8,
    /// Bins of the strength histograms.
    pub bins: u16,
    /// Decides the starts.
    pub seed: u64,
    /// Starts of the search.
    pub restarts: usize,
}

impl Search {
    /// The usual search for so many clusters.
    pub fn new(count: u8, seed: u64) -> Self {
        Self { count, bins: DEFAULT_BINS, seed, restarts: DEFAULT_RESTARTS }
    }

    /// As it stands in cluster files; a study's files say the same.
    pub fn recipe(&self) -> Value {
        json!({
            "clusters": self.count, "bins": self.bins, "distance": "emd", "weights": "combos",
            "seed": self.seed, "restarts": self.restarts,
        })
    }

    /// Computes the clusters.
    pub fn compute(&self, distributions: &PreflopDistributions) -> anyhow::Result<OpponentClusters> {
        Ok(OpponentClusters::compute(distributions, usize::from(self.count), self.seed, self.restarts)?)
    }
}

impl OpponentChoice {
    /// The clusters, read or computed.
    pub fn clusters(&self, source: &mut FeatureSource, session: &Session) -> anyhow::Result<OpponentClusters> {
        match &self.opponent_clusters {
            Some(name) if name == Path::new(JOHANSON_2013) => Ok(OpponentClusters::johanson_2013()),
            Some(file) => Ok(read_clusters(file)?.0),
            None => {
                let search = Search::new(self.clusters.unwrap_or(DEFAULT_CLUSTERS), session.seed());
                search.compute(&source.preflop(search.bins, &session.progress)?)
            }
        }
    }

    /// The clusters with the file that holds them; what has no file yet gets one in the run folder.
    pub fn kept_clusters(
        &self,
        source: &mut FeatureSource,
        folder: &RunFolder,
        session: &Session,
    ) -> anyhow::Result<(OpponentClusters, Parent)> {
        let progress = &session.progress;
        let path = match &self.opponent_clusters {
            Some(name) if name == Path::new(JOHANSON_2013) => {
                let path = folder.opponent_clusters(JOHANSON_2013)?;
                if !is_made(&path, &named_recipe()) {
                    let distributions = source.preflop(DEFAULT_BINS, progress)?;
                    let clusters = OpponentClusters::johanson_2013();
                    write_clusters(&path, &clusters, named_recipe(), cost(&distributions, &clusters)?)?;
                }
                path
            }
            Some(file) => file.clone(),
            None => {
                let search = Search::new(self.clusters.unwrap_or(DEFAULT_CLUSTERS), session.seed());
                let path = folder.opponent_clusters(&format!("ochs{}", search.count))?;
                if !is_made(&path, &search.recipe()) {
                    let distributions = source.preflop(search.bins, progress)?;
                    let clusters = search.compute(&distributions)?;
                    write_clusters(&path, &clusters, search.recipe(), cost(&distributions, &clusters)?)?;
                }
                path
            }
        };
        Ok(read_clusters(&path)?)
    }

    /// What the clusters are called in the names of files made with them.
    pub fn short_name(&self) -> String {
        match &self.opponent_clusters {
            None => self.clusters.unwrap_or(DEFAULT_CLUSTERS).to_string(),
            Some(file) => {
                let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
                format!("-{}", stem.trim_start_matches("ochs"))
            }
        }
    }
}

/// The recipe of the published clusters.
pub fn named_recipe() -> Value {
    json!({ "named": JOHANSON_2013 })
}

/// The mean EMD per combo from the clusters' mean histograms, in bins.
pub fn cost(distributions: &PreflopDistributions, clusters: &OpponentClusters) -> anyhow::Result<f64> {
    let rows: Vec<Vec<u64>> = distributions.counts.chunks(distributions.bins).map(<[u64]>::to_vec).collect();
    Ok(StartingHandHistograms::new(&rows)?.cost(clusters.table()))
}

/// Whether the file already holds what the recipe makes.
fn is_made(path: &Path, recipe: &Value) -> bool {
    let wanted = Fingerprint::of(FileKind::OpponentClusters.name(), recipe, &[]);
    ArrayFile::open_kind(path, FileKind::OpponentClusters).is_ok_and(|file| file.fingerprint() == wanted)
}
