//! What can go wrong at a dealer's table and in a player's seat: one line each that says what, where and what to do.

use solver::game::GameError;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tables::error::{Failure, Kind, TableError};
use thiserror::Error;

use super::seats::Limit;
use crate::error::MatchError;

#[derive(Debug, Error)]
pub enum AcpcError {
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Setting { what: &'static str, expected: &'static str, found: String, advice: &'static str },
    #[error("action: expected {expected}, found {found}; {advice}")]
    Action { expected: String, found: String, advice: &'static str },
    #[error("seat {seat}: cannot listen on {address} ({source}); choose another port with -p, or another --host")]
    Listen { seat: usize, address: String, source: io::Error },
    #[error("seat {seat} ({name}): no player connected within {} ms (--start_timeout){}; start its program, or wait \
        longer", waited.as_millis(), strangers(*strays))]
    NotConnected { seat: usize, name: String, waited: Duration, strays: u32 },
    #[error("seat {seat} ({name}{}): {fault}; the match ends without a score", place(*hand))]
    Seat { seat: usize, name: String, hand: Option<(usize, u32)>, fault: Fault },
    #[error("{}: cannot be {action} ({source}); check the folder and the space on its disk", path.display())]
    File {
        path: PathBuf,
        /// `opened`, `locked`, `read` or `written`.
        action: &'static str,
        source: io::Error,
    },
    #[error("{}: another match writes this file; wait for its end, or give this match another name or --out",
        path.display())]
    Busy { path: PathBuf },
    #[error("{}: line {line}: expected {expected}, found '{found}'; give the files of the same match, or new ones",
        path.display())]
    OtherMatch { path: PathBuf, line: u64, expected: String, found: String },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{address}: no connection ({source}); start the dealer first and give the port that it prints")]
    Connect { address: String, source: io::Error },
    #[error("{address}: the dealer {what}; see its own messages")]
    Dealer { address: String, what: String },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Agent(#[from] MatchError),
    #[error("interrupted in hand {hand}; the dealer's log has the finished hands")]
    Left { hand: u32 },
    #[error("interrupted in hand {hand}; finished hands are in the log, and a match with -T goes on with -a")]
    Interrupted { hand: u32 },
}

impl AcpcError {
    pub(crate) fn setting(
        what: &'static str,
        expected: &'static str,
        found: impl Into<String>,
        advice: &'static str,
    ) -> Self {
        Self::Setting { what, expected, found: found.into(), advice }
    }
}

impl Failure for AcpcError {
    fn kind(&self) -> Kind {
        match self {
            Self::Interrupted { .. } | Self::Left { .. } => Kind::Stopped,
            Self::Setting { .. }
            | Self::Action { .. }
            | Self::OtherMatch { .. }
            | Self::Busy { .. }
            | Self::Game(_) => Kind::Input,
            Self::Table(error) => error.kind(),
            Self::Agent(error) => error.kind(),
            _ => Kind::Failed,
        }
    }
}

#[derive(Debug, Error)]
pub enum Fault {
    #[error("closed the connection")]
    Closed,
    #[error("no answer within {} ms {limit}", length.as_millis())]
    Late { limit: Limit, length: Duration },
    #[error("sent more than {bytes} bytes without the end of a line")]
    EndlessLine { bytes: usize },
    #[error("sent no VERSION line within {} ms", waited.as_millis())]
    NoVersion { waited: Duration },
    #[error("sent no VERSION line while others came")]
    Crowded,
    #[error("expected VERSION:2.0.0 as its first line, found '{found}'")]
    WrongVersion { found: String },
    #[error("took no message within {} ms {limit}", length.as_millis())]
    Deaf { limit: Limit, length: Duration },
    #[error("{0}, which --strict refuses")]
    BadAction(String),
    #[error("the connection failed ({0})")]
    Broken(io::Error),
}

fn strangers(count: u32) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 connection without a VERSION line".to_owned(),
        _ => format!(", {count} connections without a VERSION line"),
    }
}

fn place(hand: Option<(usize, u32)>) -> String {
    hand.map_or(String::new(), |(position, hand)| format!(", position {position} in hand {hand}"))
}

/// A text or line from outside with its control characters escaped: a carriage return becomes `\r`.
pub fn visible(text: impl AsRef<[u8]>) -> String {
    let text = String::from_utf8_lossy(text.as_ref());
    let mut shown = String::new();
    for letter in text.chars() {
        match letter {
            '\'' | '"' => shown.push(letter),
            letter => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// The beginning of a text or line from outside, for a one-line error.
pub(crate) fn shown(text: impl AsRef<[u8]>) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(text.as_ref());
    let mut short = visible(text.chars().take(MOST).collect::<String>());
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}
