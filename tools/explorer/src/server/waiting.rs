//! The connections that are open: how many there are, and who has kept us waiting for a request longest.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most connections at a time; a page needs about six.
const MOST_CONNECTIONS: usize = 64;
/// How long a connection that was closed may take to go.
const PATIENCE: Duration = Duration::from_millis(200);

/// All open connections.
#[derive(Default)]
pub struct Waiting {
    open: Mutex<Open>,
    left: Condvar,
}

#[derive(Default)]
struct Open {
    count: usize,
    next_number: u64,
    is_closed: bool,
    /// Those whose request is not complete, in the order of their arrival.
    without_request: VecDeque<(u64, TcpStream)>,
}

/// A connection's place among the open ones; given back when it is dropped.
pub struct Place<'w> {
    waiting: &'w Waiting,
    number: u64,
}

impl Waiting {
    /// A place for a connection. If all are taken, the one that has waited longest for a request loses its own; `None`
    /// where all are busy.
    pub fn admit(&self, stream: &TcpStream) -> Option<Place<'_>> {
        let stream = stream.try_clone().ok()?;
        let mut open = self.lock();
        if open.count >= MOST_CONNECTIONS {
            let (_, slowest) = open.without_request.pop_front()?;
            // It is gone already, if this fails.
            let _ = slowest.shutdown(Shutdown::Both);
            let is_full = |open: &mut Open| open.count >= MOST_CONNECTIONS;
            let waited = self.left.wait_timeout_while(open, PATIENCE, is_full);
            open = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if open.count >= MOST_CONNECTIONS || open.is_closed {
            return None;
        }
        open.count += 1;
        open.next_number += 1;
        let number = open.next_number;
        open.without_request.push_back((number, stream));
        Some(Place { waiting: self, number })
    }

    /// Closes all that wait, and admits no more.
    pub fn close_all(&self) {
        let mut open = self.lock();
        open.is_closed = true;
        for (_, stream) in open.without_request.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place<'_> {
    /// The request is complete: from here on nobody takes the place away.
    pub fn keep(&self) {
        let number = self.number;
        self.waiting.lock().without_request.retain(|(other, _)| *other != number);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.keep();
        self.waiting.lock().count -= 1;
        self.waiting.left.notify_one();
    }
}
