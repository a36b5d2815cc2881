//! What one of our files is, and where its arrays lie, so that Python can map them as they are.

use pyo3::prelude::*;
use std::path::PathBuf;
use tables::array_file::ArrayFile;

use crate::failure::raised;
use crate::json::to_python;
use crate::watched::watched;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}

/// Kind, fingerprint, recipe, parents, facts and sections of a file.
#[pyfunction]
fn inspect(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, py.detach(|| ArrayFile::open(&file)).map_err(raised)?.header())
}

/// Reads every byte of a file against its checksums.
#[pyfunction]
fn verify(py: Python<'_>, file: PathBuf, progress: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    watched(py, progress.as_ref(), |watch| ArrayFile::open(&file)?.verify_with(watch))
}
