//! What can go wrong between other programs' files and ours.

use abstraction::error::AbstractionError;
use std::path::PathBuf;
use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

/// A file that is not what it should be, or work that failed.
#[derive(Debug, Error)]
pub enum ExchangeError {
    #[error("{path}: expected {expected}, found {found}; {advice}", path = path.display())]
    Array { path: PathBuf, expected: String, found: String, advice: &'static str },
    #[error(
        "strategy '{name}' after betting '{betting}': bucket {bucket} folds, calls and raises with {fold}, {call}, \
         {raise}; expected at least 0, 1 in all", fold = found[0], call = found[1], raise = found[2]
    )]
    Probabilities { name: String, betting: String, bucket: usize, found: [f64; 3] },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Abstraction(#[from] AbstractionError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for ExchangeError {
    fn kind(&self) -> Kind {
        match self {
            Self::Array { .. } | Self::Probabilities { .. } => Kind::Input,
            Self::Cancelled(_) => Kind::Stopped,
            Self::Table(error) => error.kind(),
            Self::Abstraction(error) => error.kind(),
        }
    }
}
