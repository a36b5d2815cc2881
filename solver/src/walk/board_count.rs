//! Complete boards done, all threads together: what a measurement reports, and where it is asked to stop.

use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

/// Reports the boards done, and can stop the work.
pub struct BoardCount<'a> {
    progress: &'a dyn Progress,
    stage: &'static str,
    done: AtomicU64,
    of: u64,
}

impl<'a> BoardCount<'a> {
    /// Counts up to `of` complete boards of a stage, of which `done` are already done.
    pub fn new(progress: &'a dyn Progress, stage: &'static str, of: u64, done: u64) -> Self {
        progress.report(&Update { stage, done, of, unit: "boards", note: None });
        Self { progress, stage, done: AtomicU64::new(done), of }
    }

    /// Counts boards.
    ///
    /// # Errors
    /// [`Cancelled`] once the work should stop.
    pub fn add(&self, boards: u64) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(boards, Ordering::Relaxed) + boards;
        self.progress.report(&Update { stage: self.stage, done, of: self.of, unit: "boards", note: None });
        self.progress.check()
    }
}
