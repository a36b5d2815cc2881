//! What can go wrong between a game, an abstraction and a table.

use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::game::GameError;
use super::spot::SpotError;

/// A failure of training, export or measuring.
#[derive(Debug, Error)]
pub enum SolverError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Spot(#[from] SpotError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    #[error("rank {rank}: {problem}")]
    Rank { rank: usize, problem: String },
    #[error("{origin}: {problem}; give what 'equipoise solve --save' writes")]
    Policy { origin: String, problem: String },
    #[error(
        "{origin}: no reference to measure beside: {problem}; 'equipoise exploit POLICY --flops all --reference \
             FILE' writes one"
    )]
    Reference { origin: String, problem: String },
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Unfit { what: &'static str, expected: String, found: String, advice: &'static str },
}

impl SolverError {
    /// A method that does not fit: what was asked for, what it needs, what there is, and what to do.
    pub(crate) fn unfit(
        what: &'static str,
        expected: impl Into<String>,
        found: impl Into<String>,
        advice: &'static str,
    ) -> Self {
        Self::Unfit { what, expected: expected.into(), found: found.into(), advice }
    }
}

impl Failure for SolverError {
    fn kind(&self) -> Kind {
        match self {
            Self::Game(_) | Self::Policy { .. } | Self::Reference { .. } | Self::Unfit { .. } => Kind::Input,
            Self::Rank { .. } => Kind::Failed,
            Self::Cancelled(_) => Kind::Stopped,
            Self::Spot(error) => error.kind(),
            Self::Table(error) => error.kind(),
        }
    }
}
