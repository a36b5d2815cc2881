//! A connection that carries lines: bounded memory, a deadline for every wait, and regular checks for a request to
//! stop.

use std::io::{
    ErrorKind, Read, Write, {self},
};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::time::{Duration, Instant};
use tables::together::progress::Progress;

use super::error::Fault;

/// The longest line that is read, its end included: in a deep no-limit game a hand may have thousands of least raises.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// The longest wait before checking for a request to stop.
const LOOK_AROUND: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub enum Ended {
    /// The other side closed the connection, perhaps within a line.
    Closed,
    /// The deadline passed.
    Late,
    /// More than [`MAX_LINE_BYTES`] without the end of a line.
    EndlessLine,
    Cancelled,
    Broken(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Broken(error),
        }
    }
}

/// A connected stream and the bytes that were read from it but not yet asked for.
#[derive(Debug)]
pub struct LineConnection {
    stream: TcpStream,
    buffer: Box<[u8; MAX_LINE_BYTES]>,
    /// The next line begins here; up to `scanned` there is no end of it; up to `end` there are bytes.
    start: usize,
    scanned: usize,
    end: usize,
    /// The stream's own time-out, changed only where it must be.
    wait: Duration,
}

impl LineConnection {
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK_AROUND))?;
        stream.set_write_timeout(Some(LOOK_AROUND))?;
        let buffer = Box::new([0; MAX_LINE_BYTES]);
        Ok(Self { stream, buffer, start: 0, scanned: 0, end: 0, wait: LOOK_AROUND })
    }

    /// The next line without its end (LF or CR LF).
    pub fn read_line(&mut self, until: Option<Instant>, progress: &dyn Progress) -> Result<&[u8], Ended> {
        let line = loop {
            let left = time_left(until, progress)?;
            if let Some(line) = self.take_line() {
                break line;
            }
            self.fill(left)?;
        };
        let line = &self.buffer[line];
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line if it is there already; [`None`] while it is not.
    pub(crate) fn poll_line(&mut self) -> Result<Option<&[u8]>, Ended> {
        self.stream.set_nonblocking(true)?;
        let looked = self.look();
        self.stream.set_nonblocking(false)?;
        Ok(looked?.map(|line| {
            let line = &self.buffer[line];
            line.strip_suffix(b"\r").unwrap_or(line)
        }))
    }

    /// Takes the next line out of what has come, reading more as long as there is more.
    fn look(&mut self) -> Result<Option<Range<usize>>, Ended> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(Some(line));
            }
            let before = self.end - self.start;
            self.fill(None)?;
            if self.end - self.start == before {
                return Ok(None);
            }
        }
    }

    fn take_line(&mut self) -> Option<Range<usize>> {
        let found = self.buffer[self.scanned..self.end].iter().position(|&byte| byte == b'\n');
        let Some(offset) = found else {
            self.scanned = self.end;
            return None;
        };
        let line = self.start..self.scanned + offset;
        self.start = line.end + 1;
        self.scanned = self.start;
        Some(line)
    }

    /// Reads what there is, or waits a little for it.
    fn fill(&mut self, left: Option<Duration>) -> Result<(), Ended> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            (self.start, self.scanned) = (0, self.end);
        }
        if self.end == MAX_LINE_BYTES {
            return Err(Ended::EndlessLine);
        }
        // A time-out of zero would mean none at all.
        let wait = left.map_or(LOOK_AROUND, |left| left.clamp(Duration::from_millis(1), LOOK_AROUND));
        if wait != self.wait {
            self.stream.set_read_timeout(Some(wait))?;
            self.wait = wait;
        }
        match self.stream.read(&mut self.buffer[self.end..]) {
            Ok(0) => Err(Ended::Closed),
            Ok(count) => {
                self.end += count;
                Ok(())
            }
            Err(error) if is_pause(&error) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub fn send(&mut self, mut bytes: &[u8], until: Option<Instant>, progress: &dyn Progress) -> Result<(), Ended> {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(0) => return Err(Ended::Closed),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_pause(&error) => {
                    time_left(until, progress)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Ends the connection so that what was sent still arrives: unread bytes would make the system reset it.
    pub fn close(mut self) {
        const MOST_READS: usize = 64;
        if self.stream.shutdown(Shutdown::Write).is_ok() && self.stream.set_nonblocking(true).is_ok() {
            for _ in 0..MOST_READS {
                if !matches!(self.stream.read(&mut self.buffer[..]), Ok(1..)) {
                    break;
                }
            }
        }
    }
}

impl Ended {
    /// The fault of a seat that kept the dealer waiting; `None` if the caller wanted to stop.
    pub fn fault(self, late: impl FnOnce() -> Fault) -> Option<Fault> {
        match self {
            Self::Closed => Some(Fault::Closed),
            Self::Late => Some(late()),
            Self::EndlessLine => Some(Fault::EndlessLine { bytes: MAX_LINE_BYTES }),
            Self::Cancelled => None,
            Self::Broken(error) => Some(Fault::Broken(error)),
        }
    }
}

fn time_left(until: Option<Instant>, progress: &dyn Progress) -> Result<Option<Duration>, Ended> {
    if progress.cancelled() {
        return Err(Ended::Cancelled);
    }
    let Some(until) = until else { return Ok(None) };
    match until.checked_duration_since(Instant::now()) {
        Some(left) if !left.is_zero() => Ok(Some(left)),
        _ => Err(Ended::Late),
    }
}

/// Whether a read or write only lasted too long, or was interrupted by a signal.
fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
