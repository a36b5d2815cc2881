//! Answers, and the headers that keep the page to itself.

use serde_json::{Value, json};

/// The status of an answer, by its code in HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Ok = 200,
    /// The request makes no sense.
    Bad = 400,
    /// From another place than the page.
    Forbidden = 403,
    Missing = 404,
    WrongMethod = 405,
    TimedOut = 408,
    /// Not possible as things stand, such as acting at a table out of turn.
    Conflict = 409,
    NoLength = 411,
    LongBody = 413,
    LongAddress = 414,
    /// A body of another type than JSON.
    WrongType = 415,
    /// Meant for another host.
    Misdirected = 421,
    LongHead = 431,
    Failed = 500,
    /// No room now.
    Busy = 503,
}

/// Nothing from elsewhere, nothing to elsewhere, in no frame, kept by no cache.
const KEPT_TO_ITSELF: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
     connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
     Cross-Origin-Opener-Policy: same-origin\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\n\
     X-Content-Type-Options: nosniff\r\n\
     Referrer-Policy: no-referrer\r\n\
     Cache-Control: no-store\r\n\
     Connection: close\r\n";

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    status: Status,
    /// What its body is.
    kind: &'static str,
    body: Vec<u8>,
}

impl Response {
    /// A file of the page.
    pub fn file(kind: &'static str, text: &str) -> Self {
        Self { status: Status::Ok, kind, body: text.as_bytes().to_vec() }
    }

    pub fn json(document: &Value) -> Self {
        Self { status: Status::Ok, kind: "application/json", body: document.to_string().into_bytes() }
    }

    /// Why not, in one line.
    pub fn refusal(status: Status, reason: &str) -> Self {
        Self { status, ..Self::json(&json!({ "error": reason })) }
    }

    /// As it goes over the wire. The words after the code are for people who watch the traffic.
    pub fn bytes(&self, head_only: bool) -> Vec<u8> {
        let Self { status, kind, body } = self;
        let allowed = if *status == Status::WrongMethod { "Allow: GET, HEAD, POST\r\n" } else { "" };
        let (code, length) = (*status as u16, body.len());
        let mut bytes = format!(
            "HTTP/1.1 {code} {status:?}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{KEPT_TO_ITSELF}{allowed}\r\n"
        )
        .into_bytes();
        bytes.extend_from_slice(if head_only { &[] } else { body });
        bytes
    }
}
