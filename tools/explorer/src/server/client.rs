//! The client of a request that is being answered: whether it is still there.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tables::together::progress::{Progress, Update};

/// Milliseconds between two looks at the connection: work may ask far more often.
const BETWEEN_LOOKS: u64 = 20;

/// Stops the work on an answer when its client has left.
pub struct Client<'a> {
    stream: &'a TcpStream,
    progress: &'a dyn Progress,
    begun: Instant,
    /// Milliseconds after the beginning.
    next_look: AtomicU64,
    has_left: AtomicBool,
}

impl<'a> Client<'a> {
    /// Watches a connection, which does not wait for bytes from now on.
    pub fn watched(stream: &'a TcpStream, progress: &'a dyn Progress) -> Self {
        let has_left = AtomicBool::new(stream.set_nonblocking(true).is_err());
        Self { stream, progress, begun: Instant::now(), next_look: AtomicU64::new(0), has_left }
    }

    fn has_left(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        let due = self.next_look.load(Ordering::Relaxed);
        let claim = || self.next_look.compare_exchange(due, now + BETWEEN_LOOKS, Ordering::Relaxed, Ordering::Relaxed);
        if now >= due && claim().is_ok() {
            // A connection carries one request: what else is sent is passed over, so that its end is seen.
            let mut stream = self.stream;
            let is_over = match stream.read(&mut [0; 1024]) {
                Ok(read) => read == 0,
                Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
            };
            self.has_left.fetch_or(is_over, Ordering::Relaxed);
        }
        self.has_left.load(Ordering::Relaxed)
    }
}

impl Progress for Client<'_> {
    fn report(&self, update: &Update<'_>) {
        self.progress.report(update);
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled() || self.has_left()
    }
}
