//! Equipoise as a Python module: the compiled half, `equipoise._native`.
//!
//! Arrays come in checked and contiguous and go out as they are; what a Python caller sees, its types and its
//! documentation, is the other half, in `python/equipoise`. Nothing is computed here that the libraries do not compute.
//!
//! Arrays are copied before the interpreter lock is released, so that another thread cannot change them underway. Files
//! are not copied: Python maps the sections whose places `files` reports.

mod buckets;
mod clusters;
mod failure;
mod features;
mod files;
mod games;
mod hands;
mod logs;
mod measures;
mod players;
mod policy;
mod strategies;
mod studies;
mod threads;
mod training;
mod watched;

use evaluator::processor::Processor;
use pyo3::prelude::*;

/// The environment variable that limits the process to the instruction set it names, as for the command line.
const PROCESSOR_VARIABLE: &str = "EQUIPOISE_PROCESSOR";

/// The compiled half of `equipoise`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    failure::register(module)?;
    module.add_class::<watched::Stop>()?;
    if let Ok(name) = std::env::var(PROCESSOR_VARIABLE) {
        let unknown = || format!("{PROCESSOR_VARIABLE}: '{name}' is not one of {}", Processor::NAMES.join(", "));
        Processor::named(&name).ok_or_else(|| failure::wrong(unknown()))?.limit();
    }
    hands::register(module)?;
    features::register(module)?;
    clusters::register(module)?;
    files::register(module)?;
    buckets::register(module)?;
    players::register(module)?;
    strategies::register(module)?;
    measures::register(module)?;
    games::register(module)?;
    training::register(module)?;
    studies::register(module)?;
    logs::register(module)?;
    module.add_function(wrap_pyfunction!(threads::set_threads, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
