//! The opponent clusters of a study: numbers to search for, the published table, or cluster files.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, JOHANSON_2013, read_clusters};
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::recipe::DEFAULT_BINS;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use tables::run::folder::RunFolder;

use crate::error::{StudyError, refuse};

/// The ending of cluster files, left out in the names made from theirs.
const ENDING: &str = ".clusters";

/// Which opponent clusters a study compares: one variant for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// Numbers of clusters to search for.
    #[serde(default)]
    pub clusters: Vec<usize>,
    /// Cluster files, relative to the study file's folder, or `johanson2013` for the published clusters.
    #[serde(default)]
    pub files: Vec<String>,
    /// Starts of the searches.
    #[serde(default = "default_restarts")]
    pub restarts: usize,
}

impl Default for Opponents {
    fn default() -> Self {
        Self { clusters: Vec::new(), files: Vec::new(), restarts: DEFAULT_RESTARTS }
    }
}

fn default_restarts() -> usize {
    DEFAULT_RESTARTS
}

/// The opponents of a single variant.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "opponents are a number of clusters, johanson2013 or a cluster file")]
pub enum OpponentName {
    /// The number of clusters to search for.
    Count(usize),
    /// `johanson2013` or a cluster file.
    File(String),
}

/// Opponent clusters of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterChoice {
    /// Made by this program.
    Made(ClusterOrigin),
    /// Read from a file.
    File(PathBuf),
}

impl Opponents {
    /// All choices in order.
    pub fn choices(&self, seed: u64, folder: &Path) -> Result<Vec<ClusterChoice>, StudyError> {
        let counts = self.clusters.iter().map(|&count| OpponentName::Count(count));
        let files = self.files.iter().map(|name| OpponentName::File(name.clone()));
        counts.chain(files).map(|name| self.choice(&name, seed, folder)).collect()
    }

    /// One choice.
    pub fn choice(&self, name: &OpponentName, seed: u64, folder: &Path) -> Result<ClusterChoice, StudyError> {
        Ok(match name {
            OpponentName::Count(count @ 1..=169) => {
                let (count, bins, restarts) = (*count as u8, DEFAULT_BINS, self.restarts);
                ClusterChoice::Made(ClusterOrigin::Search(ClusterSearch { count, bins, seed, restarts }))
            }
            OpponentName::Count(count) => {
                return refuse("opponents.clusters", "numbers from 1 to 169", count);
            }
            OpponentName::File(name) if name == JOHANSON_2013 => ClusterChoice::Made(ClusterOrigin::Johanson2013),
            OpponentName::File(name) => ClusterChoice::File(folder.join(name)),
        })
    }
}

impl ClusterChoice {
    /// What a variant with these opponents is called: `C8` for eight clusters, else the file's name.
    pub fn variant_name(&self) -> String {
        match self {
            Self::Made(ClusterOrigin::Search(search)) => format!("C{}", search.count),
            _ => self.file_name(),
        }
    }

    /// What the name of the stage that makes them ends with.
    pub fn stage_ending(&self) -> String {
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
