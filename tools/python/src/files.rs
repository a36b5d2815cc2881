//! What one of our files is, and where its arrays lie, so that Python can map them as they are.
//!
//! What can be closed from Python: a file or memory that is let go before the object that holds it.
//!
//! What the libraries return as JSON, as Python's dictionaries, lists and numbers.

use pyo3::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Mutex;
use tables::contents;
use tables::file::array::ArrayFile;

use super::failure::{WorkError, raised, wrong};
use super::watched::{Watching, locked, watched};

/// Kind, fingerprint, recipe, parents, facts and sections of a file.
#[pyfunction]
pub(crate) fn inspect(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, py.detach(|| ArrayFile::open(&file)).map_err(raised)?.header())
}

/// Reads every byte of a file against its checksums, and what it holds as its readers do.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, file: PathBuf, watching: Watching<'_>) -> PyResult<()> {
    watched(py, &watching, |watch| contents::verify(&file, watch).map(drop))
}

/// Refuses a place where a file cannot be made: asked before the work whose result it will hold.
#[pyfunction]
pub(crate) fn require_place(py: Python<'_>, file: PathBuf) -> PyResult<()> {
    py.detach(|| tables::file::sibling::require_place(&file)).map_err(raised)
}

/// Something that is there until it is closed; calls that run meanwhile keep their own hold on it.
pub struct Closable<T>(Mutex<Option<T>>);

impl<T: Clone> Closable<T> {
    /// Something open.
    pub fn new(held: T) -> Self {
        Self(Mutex::new(Some(held)))
    }

    /// What is held; once it is closed, an exception about `name`.
    pub fn get(&self, name: impl FnOnce() -> String) -> PyResult<T> {
        locked(&self.0).clone().ok_or_else(|| wrong(format!("{} is closed; open it again", name())))
    }

    /// Lets it go.
    pub fn close(&self) {
        // Dropped outside the lock: letting go of a Python object may run Python.
        let held = locked(&self.0).take();
        drop(held);
    }

    /// Whether it has been closed.
    pub fn is_closed(&self) -> bool {
        locked(&self.0).is_none()
    }
}

/// Anything that has a JSON form.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(value).map_err(|error| WorkError::new_err(error.to_string()))?;
    Ok(pythonize::pythonize(py, &value)?)
}
