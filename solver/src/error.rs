//! What can go wrong between a game, an abstraction and a table.

use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::game::GameError;

/// A failure of training, export or measuring.
#[derive(Debug, Error)]
pub enum SolverError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The work was cancelled; what was saved stays.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// One of several ranks cannot take part.
    #[error("rank {rank}: {problem}")]
    Rank {
        rank: usize,
        /// The problem it reported.
        problem: String,
    },
    /// A policy of a small game that cannot be measured.
    #[error("{origin}: {problem}; give what 'equipoise solve --save' writes")]
    Policy {
        /// The file, or where the policy came from.
        origin: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A method that does not fit the game.
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Unfit {
        /// What was asked for.
        what: &'static str,
        /// What it needs.
        expected: String,
        /// What there is.
        found: String,
        /// What to do.
        advice: &'static str,
    },
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
            Self::Game(_) | Self::Policy { .. } | Self::Unfit { .. } => Kind::Input,
            Self::Rank { .. } => Kind::Failed,
            Self::Cancelled(_) => Kind::Stopped,
            Self::Table(error) => error.kind(),
        }
    }
}
