//! What can go wrong in a study.

use abstraction::error::AbstractionError;
use matches::error::MatchError;
use solver::error::SolverError;
use std::path::PathBuf;
use tables::error::{Failure, Kind, TableError};
use tables::file::fingerprint::Fingerprint;
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::plan::needs::Shortage;

/// A study that cannot be read, or a stage that failed.
#[derive(Debug, Error)]
pub enum StudyError {
    #[error("{}: {problem}; docs/reference/study-file.md has every word of a study file", path.display())]
    File { path: PathBuf, problem: String },
    #[error("{}: {problem}", path.display())]
    Folder { path: PathBuf, problem: String },
    #[error("study: {what}: expected {expected}, found {found}")]
    Setting { what: &'static str, expected: String, found: String },
    #[error("study: {place}: {problem}")]
    OwnFile {
        /// Such as `flop of mine`.
        place: String,
        problem: String,
    },
    #[error("{0}")]
    Shortage(Shortage),
    #[error(
        "train: {variant} was trained in {} and its regrets were not kept; it cannot be trained longer, give another \
         --variant or --out", folder.display()
    )]
    GivenUp { variant: String, folder: PathBuf },
    #[error(
        "--from {}: another run than the training began with (fingerprint {found}, not {expected}); leave --from out \
         to go on, or give another --out or --variant", run.display()
    )]
    OtherBeginning { run: PathBuf, expected: Fingerprint, found: Fingerprint },
    #[error("{subject}: {problem}")]
    NotExported { subject: String, problem: String },
    #[error(transparent)]
    Abstraction(#[from] AbstractionError),
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    Match(Box<MatchError>),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for StudyError {
    fn kind(&self) -> Kind {
        match self {
            Self::Cancelled(_) => Kind::Stopped,
            Self::Abstraction(error) => error.kind(),
            Self::Solver(error) => error.kind(),
            Self::Match(error) => error.kind(),
            Self::Table(error) => error.kind(),
            _ => Kind::Input,
        }
    }
}

/// Refuses a setting out of its range.
pub(crate) fn refuse<T>(what: &'static str, expected: impl ToString, found: impl ToString) -> Result<T, StudyError> {
    Err(StudyError::Setting { what, expected: expected.to_string(), found: found.to_string() })
}

impl From<MatchError> for StudyError {
    fn from(error: MatchError) -> Self {
        Self::Match(Box::new(error))
    }
}
