//! The policies that some work asks: which threads are in one, what went wrong in one, and whether to stop.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::watched::locked;

/// Policies of one call, asked from several threads.
#[derive(Default)]
pub struct PolicyCalls {
    /// The work that asks should stop.
    stopped: AtomicBool,
    first_failure: Mutex<Option<PyErr>>,
    /// Python's numbers of the threads in which a policy has been called and has not returned.
    asking: Mutex<Vec<u64>>,
}

impl PolicyCalls {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Keeps the first failure and stops the work.
    pub fn add(&self, error: PyErr) {
        locked(&self.first_failure).get_or_insert(error);
        self.stop();
    }

    /// The first failure.
    pub fn take(&self) -> Option<PyErr> {
        locked(&self.first_failure).take()
    }

    /// Calls policies from this thread; [`Self::interrupt`] reaches them until this returns.
    pub fn asked<T>(&self, py: Python<'_>, ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let thread: u64 = imported(py, &GET_IDENT, "threading", "get_ident")?.call0()?.extract()?;
        locked(&self.asking).push(thread);
        let answered = ask();
        // Under the interpreter lock, which an interruption needs, too: none can come later.
        locked(&self.asking).retain(|&other| other != thread);
        answered
    }

    /// Raises `KeyboardInterrupt` in the policies that have not returned. It reaches code in Python; what waits outside
    /// of it, such as a lock or `time.sleep`, gets to know of it when it returns.
    pub fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let threads = locked(&self.asking).clone();
        if !threads.is_empty() {
            imported(py, &INTERRUPT, "equipoise.progress", "interrupt_threads")?.call1((threads,))?;
        }
        Ok(())
    }
}

static GET_IDENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INTERRUPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A function of a module, looked up once.
fn imported<'py>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let find = || Ok::<_, PyErr>(py.import(module)?.getattr(name)?.unbind());
    Ok(kept.get_or_try_init(py, find)?.bind(py).clone())
}
