//! The libraries' errors as Python exceptions, each with its one line.

use abstraction::clustering::ClusteringError;
use abstraction::error::AbstractionError;
use evaluator::error::CardError;
use exchange::error::ExchangeError;
use matches::error::MatchError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use solver::error::SolverError;
use solver::game::GameError;
use std::fmt::Display;
use study::error::StudyError;
use tables::error::TableError;
use tables::together::progress::Cancelled;

use crate::python_words::in_python;

create_exception!(
    equipoise,
    InputError,
    PyValueError,
    "An argument or an input file is wrong: what, where, what to do."
);
create_exception!(equipoise, Stopped, PyException, "The call was stopped by the handle it was given.");
create_exception!(equipoise, WorkError, PyRuntimeError, "The work failed: a disk that is full, a file that vanished.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("Stopped", py.get_type::<Stopped>())?;
    module.add("WorkError", py.get_type::<WorkError>())
}

/// An error of a library.
pub trait Failure: Display {
    /// Whether the arguments or an input file are at fault.
    fn is_input(&self) -> bool;
    /// Whether the caller wanted to stop.
    fn is_interruption(&self) -> bool;
}

macro_rules! failures {
    ($($kind:ty),*) => {$(
        impl Failure for $kind {
            fn is_input(&self) -> bool {
                self.is_input_error()
            }

            fn is_interruption(&self) -> bool {
                Self::is_interruption(self)
            }
        }
    )*};
}
failures!(AbstractionError, ExchangeError, MatchError, SolverError, StudyError, TableError);

macro_rules! input_failures {
    ($($kind:ty),*) => {$(
        impl Failure for $kind {
            fn is_input(&self) -> bool {
                true
            }

            fn is_interruption(&self) -> bool {
                false
            }
        }
    )*};
}
input_failures!(CardError, GameError, Wrong);

impl Failure for ClusteringError {
    fn is_input(&self) -> bool {
        !self.is_interruption()
    }

    fn is_interruption(&self) -> bool {
        Self::is_interruption(self)
    }
}

impl Failure for Cancelled {
    fn is_input(&self) -> bool {
        false
    }

    fn is_interruption(&self) -> bool {
        true
    }
}

/// An argument that is wrong, in one line.
#[derive(Debug)]
pub struct Wrong(pub String);

impl Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The exception of an error.
pub fn raised(error: impl Failure) -> PyErr {
    let line = in_python(&error.to_string());
    if error.is_interruption() {
        PyKeyboardInterrupt::new_err(line)
    } else if error.is_input() {
        InputError::new_err(line)
    } else {
        WorkError::new_err(line)
    }
}

/// The exception of a wrong argument.
pub fn wrong(line: impl Into<String>) -> PyErr {
    InputError::new_err(line.into())
}
