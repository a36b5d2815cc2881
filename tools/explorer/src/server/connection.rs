//! One connection: reads a request within its limits, has it answered and closes.

use std::io::{
    Read, Write, {self},
};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tables::together::progress::Progress;

use super::Handler;
use super::client::{Client, RequestFilter};
use super::listener::{Place, Waiting};
use super::request::Request;
use super::response::{Response, Status};

/// How long a client may take to send a request, and to fetch the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long, and how much, is read of what a refused client still sends: it would otherwise miss the reason.
const FAREWELL: (Duration, usize) = (Duration::from_millis(200), 1 << 20);

/// All that is needed to hold a conversation.
#[derive(Clone, Copy)]
pub struct Conversation<'a> {
    /// Who answers.
    pub handler: &'a dyn Handler,
    /// Who may ask.
    pub filter: &'a RequestFilter,
    /// The open connections.
    pub waiting: &'a Waiting,
    /// Whether to stop.
    pub progress: &'a dyn Progress,
}

impl Conversation<'_> {
    /// Answers a connection's one request.
    pub fn hold(&self, mut stream: TcpStream, place: Place<'_>) {
        let deadline = Instant::now() + PATIENCE;
        let Some(read) = read_request(&mut stream, deadline) else { return };
        place.keep();
        match read.and_then(|request| self.filter.admit(&request).map(|()| request)) {
            Ok(request) => {
                // One request that goes wrong must not end the others.
                let client = Client::watched(&stream, self.progress);
                let answer = || self.handler.answer(&request, &client);
                let response = catch_unwind(AssertUnwindSafe(answer))
                    .unwrap_or_else(|_| Response::refusal(Status::Failed, "this request failed; please report it"));
                if stream.set_nonblocking(false).is_err() {
                    return;
                }
                let _ = send(&mut stream, &response, request.is_head());
            }
            Err(refusal) => refuse(stream, &refusal),
        }
    }
}

/// Sends a refusal and closes. What the client still sends is read for a moment: closing with unread bytes would keep
/// the reason from reaching it.
pub fn refuse(mut stream: TcpStream, refusal: &Response) {
    let (patience, mut left) = FAREWELL;
    let deadline = Instant::now() + patience;
    let mut bytes = [0; 4096];
    if send(&mut stream, refusal, false).is_err() || stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    while let Ok(read @ 1..) = read_some(&mut stream, &mut bytes, deadline) {
        left = left.saturating_sub(read);
        if left == 0 {
            return;
        }
    }
}

/// Turns away a connection for which there is no thread: what it has sent so far is read, without waiting.
pub fn turn_away(mut stream: TcpStream, refusal: &Response) {
    let mut bytes = [0; 4096];
    if send(&mut stream, refusal, false).is_ok() && stream.set_nonblocking(true).is_ok() {
        // Endless talk would keep others out.
        let _ = (0..4).take_while(|_| matches!(stream.read(&mut bytes), Ok(1..))).count();
    }
}

fn send(stream: &mut TcpStream, response: &Response, head_only: bool) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    stream.write_all(&response.bytes(head_only))
}

/// Reads one request; `None` if the client went away.
fn read_request(stream: &mut TcpStream, deadline: Instant) -> Option<Result<Request, Response>> {
    let mut bytes = Vec::new();
    loop {
        match Request::whole(&bytes) {
            Ok(None) => {}
            Ok(Some(request)) => return Some(Ok(request)),
            Err(refusal) => return Some(Err(refusal)),
        }
        if let Err(refusal) = more(stream, &mut bytes, deadline)? {
            return Some(Err(refusal));
        }
    }
}

/// Some more bytes; `None` if no more come.
fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, deadline: Instant) -> Option<Result<(), Response>> {
    let mut part = [0; 4096];
    match read_some(stream, &mut part, deadline) {
        Ok(0) => None,
        Ok(read) => {
            bytes.extend_from_slice(&part[..read]);
            Some(Ok(()))
        }
        Err(error) if is_late(&error) => {
            Some(Err(Response::refusal(Status::TimedOut, "the request did not come within 5 seconds; send it at once")))
        }
        Err(_) => None,
    }
}

/// Waits for bytes until the deadline.
fn read_some(stream: &mut TcpStream, bytes: &mut [u8], deadline: Instant) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(bytes)
}

/// Systems report a time-out in different ways.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}
