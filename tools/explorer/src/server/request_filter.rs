//! Who may ask: the page itself. Pages of other sites, and foreign names that resolve to this machine, are refused.

use super::request::{Method, Request};
use super::response::{Response, Status};

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
    pub fn admit(&self, request: &Request) -> Result<(), Response> {
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
