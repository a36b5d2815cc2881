//! What can be closed from Python: a file or memory that is let go before the object that holds it.

use pyo3::prelude::*;
use std::sync::Mutex;

use crate::failure::wrong;
use crate::watched::locked;

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
