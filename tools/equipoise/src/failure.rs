//! Exit codes, and which failure ends with which: 0 done, 1 the work failed, 2 arguments or input files are wrong, 130
//! interrupted.

use abstraction::clustering::ClusteringError;
use abstraction::error::AbstractionError;
use anyhow::Error;
use companions::error::CompanionError;
use evaluator::error::CardError;
use exchange::error::ExchangeError;
use explorer::error::{ExplorerError, SpotError as PlaceError};
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use solver::error::SolverError;
use solver::game::GameError;
use solver::spot::SpotError;
use std::fmt;
use study::error::StudyError;
use tables::error::{Failure, Kind, TableError};
use tables::together::progress::Cancelled;

pub const DONE: u8 = 0;
pub const FAILED: u8 = 1;
pub const WRONG_INPUT: u8 = 2;
/// Interrupted; what was done before stays usable.
pub const INTERRUPTED: u8 = 130;

/// Arguments or input that a command itself finds wrong: what, where and what to do, in one line.
#[derive(Debug)]
pub struct Wrong(pub String);

impl Failure for Wrong {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

pub fn wrong(line: impl Into<String>) -> Error {
    Error::new(Wrong(line.into()))
}

pub fn exit_code(error: &Error) -> u8 {
    match kind(error) {
        Kind::Stopped => INTERRUPTED,
        Kind::Input => WRONG_INPUT,
        Kind::Failed => FAILED,
    }
}

pub fn is_interruption(error: &Error) -> bool {
    kind(error) == Kind::Stopped
}

/// What kind of failure a library's error is, also behind lines that were added to it.
fn kind(error: &Error) -> Kind {
    macro_rules! first_of {
        ($($library:ty),*) => {
            None$(.or_else(|| error.downcast_ref::<$library>().map(Failure::kind)))*
        };
    }
    let found = first_of!(
        Wrong,
        Cancelled,
        CardError,
        GameError,
        ClusteringError,
        TableError,
        AbstractionError,
        ExchangeError,
        ExplorerError,
        PlaceError,
        SolverError,
        SpotError,
        MatchError,
        AcpcError,
        StudyError,
        CompanionError
    );
    found.unwrap_or(Kind::Failed)
}
