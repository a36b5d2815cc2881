//! Observers that remember what they are told and stop the work.

use std::sync::Mutex;
use tables::together::progress::{Progress, Update};

/// Stops the work after a number of reports, or of units done, and remembers what was reported.
#[derive(Debug)]
pub struct StopAfter {
    reports: usize,
    units: u64,
    /// What was done, and its unit.
    pub heard: Mutex<Vec<(u64, &'static str)>>,
}

impl StopAfter {
    /// Stops after a number of units, such as iterations.
    pub fn units(units: u64) -> Self {
        Self { reports: usize::MAX, units, heard: Mutex::default() }
    }

    pub fn reports(reports: usize) -> Self {
        Self { reports, ..Self::units(u64::MAX) }
    }

    /// The most that was reported as done.
    pub fn done(&self) -> u64 {
        self.heard.lock().unwrap().iter().map(|it| it.0).max().unwrap_or(0)
    }
}

impl Progress for StopAfter {
    fn report(&self, update: &Update<'_>) {
        assert!(update.of == 0 || update.done <= update.of, "{update:?}");
        self.heard.lock().unwrap().push((update.done, update.unit));
    }

    fn cancelled(&self) -> bool {
        let heard = self.heard.lock().unwrap();
        heard.len() >= self.reports || heard.last().is_some_and(|it| it.0 >= self.units)
    }
}
