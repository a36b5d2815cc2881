//! What can go wrong with the companions: one line each that says what, where and what to do.

use evaluator::words::did_you_mean;
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use solver::error::SolverError;
use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;
use thiserror::Error;

pub type Result<T, E = CompanionError> = std::result::Result<T, E>;

#[derive(Debug, Error)]
pub enum CompanionError {
    #[error("{what}: {found}, expected {expected}; {advice}")]
    Input { what: String, found: String, expected: String, advice: String },
    #[error("tests/published/{file}: {problem}; restore the file and build again")]
    Published { file: &'static str, problem: String },
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Log(#[from] AcpcError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for CompanionError {
    fn kind(&self) -> Kind {
        match self {
            Self::Input { .. } => Kind::Input,
            Self::Published { .. } => Kind::Failed,
            Self::Cancelled(_) => Kind::Stopped,
            Self::Solver(error) => error.kind(),
            Self::Match(error) => error.kind(),
            Self::Log(error) => error.kind(),
            Self::Table(error) => error.kind(),
        }
    }
}

impl CompanionError {
    /// A wrong input, in the order of the line: what and where, what is there, what was expected, what to do.
    pub fn input(
        what: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self::Input { what: what.into(), found: found.into(), expected: expected.into(), advice: advice.into() }
    }

    /// A word that is not one of a list; `others` may be written, too, but are no single words.
    pub(crate) fn unknown(what: &str, word: &str, known: &[&str], others: &str) -> Self {
        let advice = format!("check the spelling{}", did_you_mean(word, known.iter().copied()));
        Self::input(what, format!("'{word}'"), format!("{}{others}", known.join(", ")), advice)
    }

    pub(crate) fn unless_within(what: &str, amount: u64, least: u64, most: u64) -> Result<()> {
        if (least..=most).contains(&amount) {
            return Ok(());
        }
        Err(Self::input(what, amount.to_string(), format!("{least} to {most}"), "give another number"))
    }
}
