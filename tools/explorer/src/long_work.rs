//! Work that computes on all cores: one request at a time, a few that wait, and no more.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The requests that compute or wait for their turn.
#[derive(Debug)]
pub struct LongWork {
    most: usize,
    there: AtomicUsize,
    turn: Mutex<()>,
}

/// A request's turn, which ends when it is dropped.
#[derive(Debug)]
pub struct Turn<'w> {
    _turn: MutexGuard<'w, ()>,
    _place: Place<'w>,
}

/// A place in the queue, given back when it is dropped.
#[derive(Debug)]
struct Place<'w>(&'w AtomicUsize);

impl LongWork {
    /// An empty queue with room for that many.
    pub fn new(most: usize) -> Self {
        Self { most, there: AtomicUsize::new(0), turn: Mutex::default() }
    }

    /// Waits for a turn: many at once would only compete for memory. `None` where too many wait already.
    pub fn begin(&self) -> Option<Turn<'_>> {
        let before = self.there.fetch_add(1, Ordering::Relaxed);
        let place = Place(&self.there);
        let turn = || self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        (before < self.most).then(|| Turn { _turn: turn(), _place: place })
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
