//! What goes over the wire: requests within limits, answers, and who may ask.
//!
//! Requests are parsed by [`httparse`]; this module adds what a page on one machine needs and no more. Each connection
//! carries one request. It has a few seconds for it and a thread of its own, of which there are more than all pages of
//! a browser can occupy.

mod listener;
mod request;
mod response;

use tables::together::progress::Progress;

pub use listener::Server;
pub use request::{Method, Request};
pub use response::{Response, Status};

/// Answers the requests that were admitted.
pub trait Handler: Sync {
    /// Answers one request; long work checks the progress, which stops it when the client has left, too.
    fn answer(&self, request: &Request, progress: &dyn Progress) -> Response;
}
