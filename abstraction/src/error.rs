//! What can go wrong on the way from a recipe to a bucket file.

use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::clustering::ClusteringError;

/// A recipe that cannot be followed, or a stage that failed.
#[derive(Debug, Error)]
pub enum AbstractionError {
    #[error(
        "opponent clusters '{name}': expected a cluster from 1 on for each starting hand of the deck, none left out, \
         found {found}; correct the file"
    )]
    Clusters { name: String, found: String },
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Recipe { what: &'static str, expected: String, found: String, advice: &'static str },
    #[error(transparent)]
    Clustering(ClusteringError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for AbstractionError {
    fn kind(&self) -> Kind {
        match self {
            Self::Clusters { .. } | Self::Recipe { .. } => Kind::Input,
            Self::Cancelled(_) => Kind::Stopped,
            Self::Clustering(error) => error.kind(),
            Self::Table(error) => error.kind(),
        }
    }
}

impl AbstractionError {
    pub(crate) fn recipe(
        what: &'static str,
        expected: impl Into<String>,
        found: impl ToString,
        advice: &'static str,
    ) -> Self {
        Self::Recipe { what, expected: expected.into(), found: found.to_string(), advice }
    }
}

impl From<ClusteringError> for AbstractionError {
    fn from(error: ClusteringError) -> Self {
        match error {
            ClusteringError::Interrupted => Self::Cancelled(Cancelled),
            other => Self::Clustering(other),
        }
    }
}
