//! An observer that remembers what it is told and stops the work: one for the tests of all crates.
#![allow(dead_code, reason = "no crate stops its work in every way")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tables::together::progress::{Progress, Update};

/// Whether the work is to stop, by how often it has reported, and what.
type IsEnough<'a> = dyn Fn(usize, &Update<'_>) -> bool + Send + Sync + 'a;

pub struct StopAfter<'a> {
    is_enough: Box<IsEnough<'a>>,
    is_stopped: AtomicBool,
    /// What was done, and its unit.
    pub heard: Mutex<Vec<(u64, &'static str)>>,
}

impl<'a> StopAfter<'a> {
    pub fn when(is_enough: impl Fn(usize, &Update<'_>) -> bool + Send + Sync + 'a) -> Self {
        Self { is_enough: Box::new(is_enough), is_stopped: false.into(), heard: Mutex::default() }
    }

    /// Stops after a number of units, such as iterations.
    pub fn units(units: u64) -> Self {
        Self::when(move |_, update| update.done >= units)
    }

    pub fn reports(most: usize) -> Self {
        Self { is_stopped: (most == 0).into(), ..Self::when(move |reports, _| reports >= most) }
    }

    /// Only listens until [`Self::stop`] is called.
    pub fn never() -> Self {
        Self::reports(usize::MAX)
    }

    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The most that was reported as done.
    pub fn done(&self) -> u64 {
        self.heard.lock().unwrap().iter().map(|it| it.0).max().unwrap_or(0)
    }
}

impl Progress for StopAfter<'_> {
    fn report(&self, update: &Update<'_>) {
        assert!(update.of == 0 || update.done <= update.of, "{update:?}");
        let mut heard = self.heard.lock().unwrap();
        heard.push((update.done, update.unit));
        self.is_stopped.fetch_or((self.is_enough)(heard.len(), update), Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
