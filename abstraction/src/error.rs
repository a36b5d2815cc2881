//! What can go wrong on the way from a recipe to a bucket file.

use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::clustering::ClusteringError;

/// A recipe that cannot be followed, or a stage that failed.
#[derive(Debug, Error)]
pub enum AbstractionError {
    /// A partition of the starting hands with a hole in it.
    #[error(
        "opponent clusters '{name}': expected a cluster from 1 on for each of the 169 starting hands, none \
         left out, found {found}; correct the file"
    )]
    Clusters { name: String, found: String },
    /// A setting of a recipe out of its range.
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Recipe { what: &'static str, expected: String, found: String, advice: &'static str },
    /// The clustering refused its settings or was interrupted.
    #[error(transparent)]
    Clustering(ClusteringError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The work was stopped on request.
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
    /// A setting of a recipe out of its range.
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
