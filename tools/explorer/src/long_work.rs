//! Work that computes on all cores: one request at a time, a few that wait, and no more.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tables::together::progress::{Progress, Update};

/// The time between two checks of a request that waits.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The requests that compute or wait for their turn.
#[derive(Debug)]
pub struct LongWork {
    most: usize,
    queue: Mutex<Queue>,
    moved: Condvar,
}

/// All places in the order of their arrival; the first is at work.
#[derive(Debug, Default)]
struct Queue {
    next_number: u64,
    places: VecDeque<Place>,
}

#[derive(Debug)]
struct Place {
    number: u64,
    page: String,
    is_replaced: Arc<AtomicBool>,
}

/// Why a request computes nothing, or not to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Too many wait already.
    Busy,
    /// The same page has asked for something else since.
    Newer,
    /// Its client has left, or the program ends.
    Cancelled,
}

/// A request's turn, which ends when it is dropped; as progress it stops the work for the same reasons as the wait.
pub struct Turn<'w> {
    work: &'w LongWork,
    progress: &'w dyn Progress,
    number: u64,
    is_replaced: Arc<AtomicBool>,
}

impl LongWork {
    /// A queue with room for that many.
    pub fn new(most: usize) -> Self {
        Self { most, queue: Mutex::default(), moved: Condvar::new() }
    }

    /// Whether a page's request waits for others to end.
    pub fn waits(&self, page: &str) -> bool {
        self.lock().places.iter().skip(1).any(|place| place.page == page)
    }

    /// Waits for a turn: many at once would only compete for memory. What the same page has asked for before is ended.
    pub fn begin<'w>(&'w self, page: &str, progress: &'w dyn Progress) -> Result<Turn<'w>, Stopped> {
        let mut queue = self.lock();
        let older = queue.places.iter().filter(|place| place.page == page);
        older.for_each(|place| place.is_replaced.store(true, Ordering::Relaxed));
        let waiting = queue.places.iter().filter(|place| !place.is_replaced.load(Ordering::Relaxed));
        if waiting.count() >= self.most {
            return Err(Stopped::Busy);
        }
        queue.next_number += 1;
        let (number, is_replaced) = (queue.next_number, Arc::new(AtomicBool::new(false)));
        queue.places.push_back(Place { number, page: page.to_owned(), is_replaced: is_replaced.clone() });
        // From here on the place is given back however this ends.
        let turn = Turn { work: self, progress, number, is_replaced };
        self.moved.notify_all();
        loop {
            if turn.cancelled() {
                drop(queue);
                return Err(turn.why_stopped());
            }
            if queue.places.front().is_some_and(|first| first.number == number) {
                return Ok(turn);
            }
            queue = self.moved.wait_timeout(queue, BETWEEN_LOOKS).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    pub(crate) fn why_stopped(&self) -> Stopped {
        if self.is_replaced.load(Ordering::Relaxed) { Stopped::Newer } else { Stopped::Cancelled }
    }
}

impl Progress for Turn<'_> {
    fn report(&self, update: &Update<'_>) {
        self.progress.report(update);
    }

    fn cancelled(&self) -> bool {
        self.is_replaced.load(Ordering::Relaxed) || self.progress.cancelled()
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.work.lock().places.retain(|place| place.number != self.number);
        self.work.moved.notify_all();
    }
}
