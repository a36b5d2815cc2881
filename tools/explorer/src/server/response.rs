//! Answers, and the headers that keep the page to itself.

use serde_json::{Value, json};

/// The status of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Ok,
    /// The request makes no sense.
    Bad,
    /// From another place than the page.
    Forbidden,
    Missing,
    WrongMethod,
    TimedOut,
    /// Not possible as things stand, such as acting at a table out of turn.
    Conflict,
    NoLength,
    LongBody,
    LongAddress,
    /// A body of another type than JSON.
    WrongType,
    /// Meant for another host.
    Misdirected,
    LongHead,
    Failed,
    /// No room now.
    Busy,
}

impl Status {
    const fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::Bad => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::Missing => "404 Not Found",
            Self::WrongMethod => "405 Method Not Allowed",
            Self::TimedOut => "408 Request Timeout",
            Self::Conflict => "409 Conflict",
            Self::NoLength => "411 Length Required",
            Self::LongBody => "413 Content Too Large",
            Self::LongAddress => "414 URI Too Long",
            Self::WrongType => "415 Unsupported Media Type",
            Self::Misdirected => "421 Misdirected Request",
            Self::LongHead => "431 Request Header Fields Too Large",
            Self::Failed => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
        }
    }
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

    /// As it goes over the wire.
    pub fn bytes(&self, head_only: bool) -> Vec<u8> {
        let Self { status, kind, body } = self;
        let allowed = if *status == Status::WrongMethod { "Allow: GET, HEAD, POST\r\n" } else { "" };
        let (status, length) = (status.line(), body.len());
        let mut bytes = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
             {KEPT_TO_ITSELF}{allowed}\r\n"
        )
        .into_bytes();
        bytes.extend_from_slice(if head_only { &[] } else { body });
        bytes
    }
}
