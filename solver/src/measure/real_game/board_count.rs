//! Complete boards done, all threads together: what a best response reports, and where it is asked to stop.

use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

/// Who is told of boards done, and can stop the work.
pub struct BoardCount<'a> {
    progress: &'a dyn Progress,
    done: AtomicU64,
    of: u64,
}

impl<'a> BoardCount<'a> {
    /// Counts up to so many complete boards.
    pub fn new(progress: &'a dyn Progress, of: u64) -> Self {
        Self { progress, done: AtomicU64::new(0), of }
    }

    /// Counts boards.
    ///
    /// # Errors
    /// [`Cancelled`] once the work should stop.
    pub fn add(&self, boards: u64) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(boards, Ordering::Relaxed) + boards;
        self.progress.report(&Update { stage: "best response", done, of: self.of, unit: "boards", note: None });
        self.progress.check()
    }
}
