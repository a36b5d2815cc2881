//! A caller who waits for a number of reports and then wants to stop.

use std::sync::atomic::{AtomicU64, Ordering};
use tables::together::progress::{Progress, Update};

pub struct StopsAfter(pub AtomicU64);

impl Progress for StopsAfter {
    fn report(&self, update: &Update<'_>) {
        assert!(update.done <= update.of, "{update:?}");
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}
