//! The port: accepts connections until the work is to stop, with a bounded number of threads.
//!
//! The connections that are open: how many there are, and who has kept us waiting for a request longest.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{
    Scope, {self},
};
use std::time::Duration;
use tables::together::progress::Progress;

use super::Handler;
use super::client::RequestFilter;
use super::connection::{Conversation, turn_away};
use super::response::{Response, Status};
use crate::error::ExplorerError;

/// The time between two checks for a request to stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A port of this machine alone.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on 127.0.0.1; the system chooses a free port for port 0.
    pub fn bind(port: u16) -> Result<Self, ExplorerError> {
        let refused = |source| ExplorerError::Port { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the progress says to stop.
    pub fn serve(&self, handler: &dyn Handler, progress: &dyn Progress) {
        let (waiting, stopping) = (Waiting::default(), AtomicBool::new(false));
        let filter = RequestFilter::new(self.address.port());
        thread::scope(|scope| {
            let conversation = Conversation { handler, filter: &filter, waiting: &waiting, progress };
            let stopping = &stopping;
            scope.spawn(move || self.accept(scope, conversation, stopping));
            while !progress.cancelled() {
                thread::sleep(BETWEEN_LOOKS);
            }
            stopping.store(true, Ordering::Relaxed);
            // The thread that accepts waits in the kernel: a connection wakes it.
            drop(TcpStream::connect_timeout(&self.address, BETWEEN_LOOKS));
            waiting.close_all();
        });
    }

    fn accept<'scope, 'env>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        conversation: Conversation<'scope>,
        stopping: &AtomicBool,
    ) {
        loop {
            let accepted = self.listener.accept();
            if stopping.load(Ordering::Relaxed) {
                return;
            }
            match accepted {
                Ok((stream, _)) => take_in(scope, conversation, stream),
                // No more files or memory for now: others will end.
                Err(_) => thread::sleep(BETWEEN_LOOKS),
            }
        }
    }
}

/// Gives a connection a thread, or refuses it.
fn take_in<'scope>(scope: &'scope Scope<'scope, '_>, conversation: Conversation<'scope>, stream: TcpStream) {
    let Some(place) = conversation.waiting.admit(&stream) else {
        return turn_away(stream, &Response::refusal(Status::Busy, "too many requests at once; try again in a moment"));
    };
    let hold = move || conversation.hold(stream, place);
    // Where no thread can be started, the place is free again and the connection closed.
    let _: io::Result<_> = thread::Builder::new().name("explorer".to_owned()).spawn_scoped(scope, hold);
}

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
    pub(crate) fn admit(&self, stream: &TcpStream) -> Option<Place<'_>> {
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
    pub(crate) fn close_all(&self) {
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
