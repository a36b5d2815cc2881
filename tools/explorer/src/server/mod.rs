//! What goes over the wire: requests within limits, answers, and who may ask.
//!
//! Requests are parsed by [`httparse`]; this module adds what a page on one machine needs and no more. Each connection
//! carries one request. It has a few seconds for it and a thread of its own, of which there are more than all pages of
//! a browser can occupy.

mod request;
mod response;

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tables::together::progress::{Progress, Update};

use crate::error::ExplorerError;

pub use request::{Method, Request};
pub use response::{Response, Status};

/// Answers the requests that were admitted.
pub trait Handler: Sync {
    /// Answers one request; long work checks the progress, which stops it when the client has left, too.
    fn answer(&self, request: &Request, progress: &dyn Progress) -> Response;
}

/// The time between two looks for a connection, for more bytes, for a request to stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// How long a client may take to send a request, and to fetch the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a refused client's bytes are read: closing with unread ones would keep the reason from reaching it.
const FAREWELL: Duration = Duration::from_millis(200);
/// Most connections at a time. A page needs about six; a browser opens at most 256 for all its pages, so that none of
/// them can keep this one out.
const MOST_CONNECTIONS: usize = 512;

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
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the progress says to stop.
    pub fn serve(&self, handler: &dyn Handler, progress: &dyn Progress) {
        let open = AtomicUsize::new(0);
        thread::scope(|scope| {
            while !progress.cancelled() {
                // No connection waits, or no more files or memory for now: others will end.
                let Ok((mut stream, _)) = self.listener.accept() else {
                    thread::sleep(BETWEEN_LOOKS);
                    continue;
                };
                let place = Place::among(&open);
                let hold = move || {
                    if place.number < MOST_CONNECTIONS {
                        self.converse(&mut stream, handler, progress);
                    } else {
                        let reason = "too many requests at once; try again in a moment";
                        send(&mut stream, &Response::refusal(Status::Busy, reason), false);
                    }
                };
                // Where no thread can be started, the place is free again and the connection closed.
                drop(thread::Builder::new().name("explorer".to_owned()).spawn_scoped(scope, hold));
            }
        });
    }

    /// Answers a connection's one request.
    fn converse(&self, stream: &mut TcpStream, handler: &dyn Handler, progress: &dyn Progress) {
        // Some systems hand on that the listener does not wait.
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        let Some(read) = read_request(stream, progress) else { return };
        match read.and_then(|request| request.admit(self.address.port()).map(|()| request)) {
            Ok(request) => {
                // One request that goes wrong must not end the others.
                let answer = || handler.answer(&request, &Client::watched(stream, progress));
                let response = catch_unwind(AssertUnwindSafe(answer))
                    .unwrap_or_else(|_| Response::refusal(Status::Failed, "this request failed; please report it"));
                if stream.set_nonblocking(false).is_ok() {
                    send(stream, &response, request.method == Method::Head);
                }
            }
            Err(refusal) => {
                send(stream, &refusal, false);
                let deadline = Instant::now() + FAREWELL;
                let _ = stream.shutdown(Shutdown::Write).and_then(|()| stream.set_read_timeout(Some(FAREWELL)));
                while Instant::now() < deadline && matches!(stream.read(&mut [0; 4096]), Ok(1..)) {}
            }
        }
    }
}

/// A connection's place among the open ones; given back when it is dropped.
struct Place<'o> {
    open: &'o AtomicUsize,
    number: usize,
}

impl<'o> Place<'o> {
    fn among(open: &'o AtomicUsize) -> Self {
        Self { open, number: open.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A client that does not take its answer goes without.
fn send(stream: &mut TcpStream, response: &Response, head_only: bool) {
    let is_ready = stream.set_write_timeout(Some(PATIENCE)).and_then(|()| stream.set_nodelay(true));
    let _ = is_ready.and_then(|()| stream.write_all(&response.bytes(head_only)));
}

/// Reads one request; `None` if the client goes away or the work is to stop.
fn read_request(stream: &mut TcpStream, progress: &dyn Progress) -> Option<Result<Request, Response>> {
    let deadline = Instant::now() + PATIENCE;
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    stream.set_read_timeout(Some(10 * BETWEEN_LOOKS)).ok()?;
    while !progress.cancelled() {
        match Request::whole(&bytes).transpose() {
            None if Instant::now() < deadline => {}
            None => {
                let reason = "the request did not come within 5 seconds; send it at once";
                return Some(Err(Response::refusal(Status::TimedOut, reason)));
            }
            outcome => return outcome,
        }
        match stream.read(&mut part) {
            Ok(0) => return None,
            Ok(read) => bytes.extend_from_slice(&part[..read]),
            Err(error) if is_waiting(error.kind()) => {}
            Err(_) => return None,
        }
    }
    None
}

/// Systems report that nothing has come yet in different ways.
fn is_waiting(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// The client of a request that is being answered: stops the work when it has left.
struct Client<'a> {
    stream: &'a TcpStream,
    progress: &'a dyn Progress,
    begun: Instant,
    /// Milliseconds after the beginning: work may ask far more often than the connection is looked at.
    next_look: AtomicU64,
    has_left: AtomicBool,
}

impl<'a> Client<'a> {
    /// Watches a connection, which does not wait for bytes from now on.
    fn watched(stream: &'a TcpStream, progress: &'a dyn Progress) -> Self {
        let has_left = AtomicBool::new(stream.set_nonblocking(true).is_err());
        Self { stream, progress, begun: Instant::now(), next_look: AtomicU64::new(0), has_left }
    }
}

impl Progress for Client<'_> {
    fn report(&self, update: &Update<'_>) {
        self.progress.report(update);
    }

    fn cancelled(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        let due = self.next_look.load(Ordering::Relaxed);
        let claim = || self.next_look.compare_exchange(due, now + 20, Ordering::Relaxed, Ordering::Relaxed);
        if now >= due && claim().is_ok() {
            // A connection carries one request: what else is sent is passed over, so that its end is seen.
            let mut stream = self.stream;
            let is_over = stream.read(&mut [0; 1024]).map_or_else(|error| !is_waiting(error.kind()), |read| read == 0);
            self.has_left.fetch_or(is_over, Ordering::Relaxed);
        }
        self.has_left.load(Ordering::Relaxed) || self.progress.cancelled()
    }
}
