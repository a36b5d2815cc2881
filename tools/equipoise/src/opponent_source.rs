//! Opponent clusters as they are asked for: a number to compute, a file, or the published table by its name.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, JOHANSON_2013, read_clusters};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use clap::Args;
use std::path::{Path, PathBuf};
use tables::file::fingerprint::Parent;
use tables::run::folder::RunFolder;

use crate::session::Session;

/// Clusters where no number is given.
pub const DEFAULT_CLUSTERS: u8 = 8;

/// Which opponent clusters.
#[derive(Args, Debug)]
pub struct OpponentChoice {
    /// How many opponent clusters to compute [default: 8]
    #[arg(long, value_name = "K", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u8).range(1..=169), conflicts_with = "opponent_clusters")]
    pub clusters: Option<u8>,
    /// A file of opponent clusters, or johanson2013 for the published ones
    #[arg(long, value_name = "FILE|johanson2013")]
    pub opponent_clusters: Option<PathBuf>,
}

impl OpponentChoice {
    /// The clusters, read or computed.
    pub fn clusters(&self, source: &mut FeatureSource, session: &Session) -> anyhow::Result<OpponentClusters> {
        match self.origin(session) {
            Ok(ClusterOrigin::Johanson2013) => Ok(OpponentClusters::johanson_2013()),
            Ok(ClusterOrigin::Search(search)) => Ok(search.compute(&source.preflop(search.bins, &session.progress)?)?),
            Err(file) => Ok(read_clusters(file)?.0),
        }
    }

    /// Whether a file that was named can be read, before anything else is made.
    pub fn check(&self) -> anyhow::Result<()> {
        if let Some(file) = self.opponent_clusters.as_deref().filter(|&file| file != Path::new(JOHANSON_2013)) {
            read_clusters(file)?;
        }
        Ok(())
    }

    /// The clusters with the file that holds them; what has no file yet gets one in the run folder.
    pub fn kept_clusters(
        &self,
        source: &mut FeatureSource,
        folder: &RunFolder,
        session: &Session,
    ) -> anyhow::Result<(OpponentClusters, Parent)> {
        let origin = match self.origin(session) {
            Ok(origin) => origin,
            Err(file) => return Ok(read_clusters(file)?),
        };
        let path = folder.opponent_clusters(&origin.file_name())?;
        if !origin.is_made(&path) {
            origin.write(&path, &source.preflop(origin.bins(), &session.progress)?)?;
        }
        Ok(read_clusters(&path)?)
    }

    /// Where the clusters come from, or the file they are in.
    fn origin(&self, session: &Session) -> Result<ClusterOrigin, &Path> {
        match &self.opponent_clusters {
            Some(name) if name == Path::new(JOHANSON_2013) => Ok(ClusterOrigin::Johanson2013),
            Some(file) => Err(file),
            None => {
                let count = self.clusters.unwrap_or(DEFAULT_CLUSTERS);
                Ok(ClusterOrigin::Search(ClusterSearch::new(count, session.seed())))
            }
        }
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
