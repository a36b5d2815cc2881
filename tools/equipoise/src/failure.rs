//! Failures and their exit codes: 1 the work failed, 2 arguments or input files are wrong, 130 interrupted.

use abstraction::clustering::ClusteringError;
use abstraction::error::AbstractionError;
use anyhow::Error;
use companions::error::CompanionError;
use evaluator::error::CardError;
use exchange::error::ExchangeError;
use explorer::error::ExplorerError;
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use solver::error::SolverError;
use solver::game::GameError;
use std::fmt;
use study::error::StudyError;
use tables::error::TableError;
use tables::together::progress::Cancelled;

/// The work failed.
pub const FAILED: u8 = 1;
/// The arguments or an input file are wrong.
pub const WRONG_INPUT: u8 = 2;
/// Interrupted; what was done before stays usable.
pub const INTERRUPTED: u8 = 130;

/// Arguments or input that a command itself finds wrong: what, where and what to do, in one line.
#[derive(Debug)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// An error of wrong arguments or input.
pub fn wrong(line: impl Into<String>) -> Error {
    Error::new(Wrong(line.into()))
}

/// The exit code that a failure asks for.
pub fn exit_code(error: &Error) -> u8 {
    if is_interruption(error) {
        INTERRUPTED
    } else if is_wrong_input(error) {
        WRONG_INPUT
    } else {
        FAILED
    }
}

fn is_wrong_input(error: &Error) -> bool {
    error.is::<Wrong>()
        || error.is::<CardError>()
        || error.is::<GameError>()
        || error.is::<ClusteringError>()
        || error.downcast_ref().is_some_and(TableError::is_input_error)
        || error.downcast_ref().is_some_and(AbstractionError::is_input_error)
        || error.downcast_ref().is_some_and(ExchangeError::is_input_error)
        || error.downcast_ref().is_some_and(ExplorerError::is_input_error)
        || error.downcast_ref().is_some_and(SolverError::is_input_error)
        || error.downcast_ref().is_some_and(MatchError::is_input_error)
        || error.downcast_ref().is_some_and(AcpcError::is_input_error)
        || error.downcast_ref().is_some_and(StudyError::is_input_error)
        || error.downcast_ref().is_some_and(CompanionError::is_input_error)
}

/// Whether the work was stopped from outside.
pub fn is_interruption(error: &Error) -> bool {
    error.is::<Cancelled>()
        || error.downcast_ref().is_some_and(ClusteringError::is_interruption)
        || error.downcast_ref().is_some_and(TableError::is_interruption)
        || error.downcast_ref().is_some_and(AbstractionError::is_interruption)
        || error.downcast_ref().is_some_and(ExchangeError::is_interruption)
        || error.downcast_ref().is_some_and(ExplorerError::is_interruption)
        || error.downcast_ref().is_some_and(SolverError::is_interruption)
        || error.downcast_ref().is_some_and(MatchError::is_interruption)
        || error.downcast_ref().is_some_and(AcpcError::is_interruption)
        || error.downcast_ref().is_some_and(StudyError::is_interruption)
        || error.downcast_ref().is_some_and(CompanionError::is_interruption)
}
