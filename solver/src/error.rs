//! What can go wrong between a game, an abstraction and a table.

use tables::error::TableError;
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
    /// Whether the arguments or an input file are at fault, rather than the work.
    pub fn is_input_error(&self) -> bool {
        match self {
            Self::Game(_) | Self::Policy { .. } | Self::Unfit { .. } => true,
            Self::Table(error) => error.is_input_error(),
            Self::Cancelled(_) | Self::Rank { .. } => false,
        }
    }

    /// Whether the work was interrupted and can be resumed.
    pub fn is_interruption(&self) -> bool {
        match self {
            Self::Table(error) => error.is_interruption(),
            Self::Cancelled(_) => true,
            Self::Game(_) | Self::Policy { .. } | Self::Unfit { .. } | Self::Rank { .. } => false,
        }
    }
}
