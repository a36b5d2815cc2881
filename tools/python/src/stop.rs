//! A handle that stops work from another thread.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the calls that it is given to as `stop`, from any thread or task: they save what there is to save and raise
/// `Stopped`.
///
/// In a `with` statement it stops them when the block is left, as it is when an asyncio task is cancelled.
#[pyclass(frozen, module = "equipoise")]
#[derive(Default)]
pub struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Stops the calls that were given this handle, and those that will be.
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has stopped them.
    #[getter]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }

    fn __repr__(&self) -> &'static str {
        if self.is_stopped() { "<Stop: stopped>" } else { "<Stop>" }
    }
}
