//! What one of our files is, and where its arrays lie, so that Python can map them as they are.

use pyo3::prelude::*;
use std::path::PathBuf;
use tables::contents;
use tables::file::array::ArrayFile;

use crate::failure::raised;
use crate::json::to_python;
use crate::watched::{Watching, watched};

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(require_place, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}

/// Kind, fingerprint, recipe, parents, facts and sections of a file.
#[pyfunction]
fn inspect(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, py.detach(|| ArrayFile::open(&file)).map_err(raised)?.header())
}

/// Reads every byte of a file against its checksums, and what it holds as its readers do.
#[pyfunction]
fn verify(py: Python<'_>, file: PathBuf, watching: Watching<'_>) -> PyResult<()> {
    watched(py, &watching, |watch| contents::verify(&file, watch).map(drop))
}

/// Refuses a place where a file cannot be made: asked before the work whose result it will hold.
#[pyfunction]
fn require_place(py: Python<'_>, file: PathBuf) -> PyResult<()> {
    py.detach(|| tables::file::sibling::require_place(&file)).map_err(raised)
}
