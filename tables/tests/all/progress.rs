//! The counter of finished work: what it reports, and when it stops the work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tables::together::progress::{Cancelled, Counter, Progress, Update};

/// Keeps how much was done of how much, and can be stopped.
#[derive(Default)]
struct Watched {
    reports: Mutex<Vec<(u64, u64)>>,
    stop: AtomicBool,
}

impl Progress for Watched {
    fn report(&self, update: &Update<'_>) {
        assert_eq!((update.stage, update.unit), ("hands", "boards"));
        self.reports.lock().unwrap().push((update.done, update.of));
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[test]
fn finished_work_is_added_up_and_a_stop_heeded_unless_all_is_done() {
    let watched = Watched::default();
    let counter = Counter::new(&watched, "hands", "boards", 6);
    assert_eq!((counter.add(2), counter.add(1)), (Ok(()), Ok(())));
    watched.stop.store(true, Ordering::Relaxed);
    assert_eq!((counter.add(2), counter.add(1)), (Err(Cancelled), Ok(())));
    assert_eq!(*watched.reports.lock().unwrap(), [(2, 6), (3, 6), (5, 6), (6, 6)]);
}

#[test]
fn work_that_continues_begins_with_what_was_done() {
    let watched = Watched::default();
    let counter = Counter::new(&watched, "hands", "boards", 9).continuing_from(4);
    counter.add(3).unwrap();
    assert_eq!(*watched.reports.lock().unwrap(), [(4, 9), (7, 9)]);
}
