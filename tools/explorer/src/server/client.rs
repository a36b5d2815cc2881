//! The client of a request that is being answered: whether it is still there.
//!
//! Who may ask: the page itself. Pages of other sites, and foreign names that resolve to this machine, are refused.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tables::together::progress::{Progress, Update};

use super::request::{Method, Request};
use super::response::{Response, Status};

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

/// The names under which this machine calls itself.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// Admits requests that were meant for this port and come from its own page.
pub struct RequestFilter {
    hosts: [String; 2],
}

impl RequestFilter {
    /// The filter of a port.
    pub fn new(port: u16) -> Self {
        // Browsers leave out the web's default port.
        Self { hosts: NAMES.map(|name| if port == 80 { name.to_owned() } else { format!("{name}:{port}") }) }
    }

    /// Whether a request may be answered.
    pub(crate) fn admit(&self, request: &Request) -> Result<(), Response> {
        self.require_host(request)?;
        let foreign = |what: &str| {
            let reason = format!("{what}; only the page at http://{} may ask", self.hosts[0]);
            Err(Response::refusal(Status::Forbidden, &reason))
        };
        if request.headers("origin").any(|origin| !self.is_own(origin)) {
            return foreign("a request from a page of another origin");
        }
        // A browser that loads a picture or a script for another page names no origin, but says this. Links lead here
        // from anywhere, though.
        let is_foreign = |site| !matches!(site, "same-origin" | "none");
        if request.path.starts_with("/api/") && request.headers("sec-fetch-site").any(is_foreign) {
            return foreign("a request on behalf of another page");
        }
        let is_json = |kind: &str| kind.split(';').next().is_some_and(|it| it.trim() == "application/json");
        if request.method == Method::Post && !request.headers("content-type").any(is_json) {
            return Err(Response::refusal(Status::WrongType, "expected a body of Content-Type application/json"));
        }
        Ok(())
    }

    /// A foreign name that leads here is somebody's attempt to pass for this page (DNS rebinding).
    fn require_host(&self, request: &Request) -> Result<(), Response> {
        let mut named = request.headers("host");
        match (named.next(), named.next()) {
            (Some(host), None) if self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)) => Ok(()),
            (Some(_), None) => {
                let reason = format!("this is http://{}; ask it by that name", self.hosts[0]);
                Err(Response::refusal(Status::Misdirected, &reason))
            }
            _ => Err(Response::refusal(Status::Bad, "expected one Host header")),
        }
    }

    fn is_own(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://");
        host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }
}
