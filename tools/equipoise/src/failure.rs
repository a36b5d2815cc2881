//! Failures and their exit codes: 1 the work failed, 2 arguments or input files are wrong, 130 interrupted.

use abstraction::clustering::ClusteringError;
use abstraction::error::AbstractionError;
use anyhow::Error;
use companions::error::CompanionError;
use evaluator::error::CardError;
use exchange::error::ExchangeError;
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use solver::error::SolverError;
use solver::game::GameError;
use std::fmt;
use study::error::StudyError;
use tables::error::TableError;
use tables::progress::Cancelled;

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
        || error.downcast_ref().is_some_and(SolverError::is_input_error)
        || error.downcast_ref().is_some_and(MatchError::is_input_error)
        || error.downcast_ref().is_some_and(AcpcError::is_input_error)
        || error.downcast_ref().is_some_and(StudyError::is_input_error)
        || error.downcast_ref().is_some_and(CompanionError::is_input_error)
}

fn is_interruption(error: &Error) -> bool {
    error.is::<Cancelled>()
        || matches!(error.downcast_ref(), Some(ClusteringError::Interrupted))
        || error.downcast_ref().is_some_and(in_tables)
        || error.downcast_ref().is_some_and(in_abstraction)
        || error.downcast_ref().is_some_and(in_exchange)
        || error.downcast_ref().is_some_and(in_solver)
        || error.downcast_ref().is_some_and(in_matches)
        || error.downcast_ref().is_some_and(in_acpc)
        || error.downcast_ref().is_some_and(in_study)
        || error.downcast_ref().is_some_and(in_companions)
}

fn in_tables(error: &TableError) -> bool {
    matches!(error, TableError::Cancelled(_))
}

fn in_abstraction(error: &AbstractionError) -> bool {
    match error {
        AbstractionError::Cancelled(_) | AbstractionError::Clustering(ClusteringError::Interrupted) => true,
        AbstractionError::Table(error) => in_tables(error),
        _ => false,
    }
}

fn in_exchange(error: &ExchangeError) -> bool {
    match error {
        ExchangeError::Cancelled(_) => true,
        ExchangeError::Abstraction(error) => in_abstraction(error),
        ExchangeError::Table(error) => in_tables(error),
        ExchangeError::Array { .. } => false,
    }
}

fn in_solver(error: &SolverError) -> bool {
    match error {
        SolverError::Cancelled(_) => true,
        SolverError::Table(error) => in_tables(error),
        _ => false,
    }
}

fn in_matches(error: &MatchError) -> bool {
    match error {
        MatchError::Cancelled(_) => true,
        MatchError::Log(error) => in_acpc(error),
        MatchError::Solver(error) => in_solver(error),
        MatchError::Table(error) => in_tables(error),
        _ => false,
    }
}

fn in_acpc(error: &AcpcError) -> bool {
    match error {
        AcpcError::Interrupted { .. } => true,
        AcpcError::Agent(error) => in_matches(error),
        _ => false,
    }
}

fn in_study(error: &StudyError) -> bool {
    match error {
        StudyError::Cancelled(_) => true,
        StudyError::Abstraction(error) => in_abstraction(error),
        StudyError::Solver(error) => in_solver(error),
        StudyError::Match(error) => in_matches(error),
        StudyError::Table(error) => in_tables(error),
        _ => false,
    }
}

fn in_companions(error: &CompanionError) -> bool {
    match error {
        CompanionError::Cancelled(_) => true,
        CompanionError::Solver(error) => in_solver(error),
        CompanionError::Match(error) => in_matches(error),
        CompanionError::Log(error) => in_acpc(error),
        CompanionError::Table(error) => in_tables(error),
        _ => false,
    }
}
