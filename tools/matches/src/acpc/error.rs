//! What can go wrong at a dealer's table and in a player's seat: one line each that says what, where and what to do.

use solver::game::GameError;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tables::error::{Failure, Kind, TableError};
use thiserror::Error;

use super::seats::Limit;
use crate::error::MatchError;

/// A match that cannot begin or is not completed.
#[derive(Debug, Error)]
pub enum AcpcError {
    /// A setting that cannot be used.
    #[error("{what}: expected {expected}, found {found}; {advice}")]
    Setting {
        what: &'static str,
        /// What can be used.
        expected: &'static str,
        /// What was given.
        found: String,
        /// What to do.
        advice: &'static str,
    },
    /// A port that cannot be listened to.
    #[error("seat {seat}: cannot listen on {address} ({source}); choose another port with -p, or another --host")]
    Listen {
        seat: usize,
        /// Host and port.
        address: String,
        /// The operating system's answer.
        source: io::Error,
    },
    /// A player that does not connect.
    #[error("seat {seat} ({name}): no player connected within {} ms (--start_timeout){}; start its program, or wait \
        longer", waited.as_millis(), strangers(*strays))]
    NotConnected {
        seat: usize,
        /// Who should have sat there.
        name: String,
        /// How long was waited.
        waited: Duration,
        /// Connections that did not name the version.
        strays: u32,
    },
    /// A player who ended the match.
    #[error("seat {seat} ({name}{}): {fault}; the match ends without a score", place(*hand))]
    Seat {
        seat: usize,
        /// Who sits there.
        name: String,
        /// Position and hand, once the match has begun.
        hand: Option<(usize, u32)>,
        /// What was wrong.
        fault: Fault,
    },
    /// A file that cannot be read or written.
    #[error("{}: cannot be {action} ({source}); check the folder and the space on its disk", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `opened`, `locked`, `read` or `written`.
        action: &'static str,
        /// The operating system's answer.
        source: io::Error,
    },
    /// A file that another match is writing.
    #[error("{}: another match writes this file; wait for its end, or give this match another name or --out",
        path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file that belongs to another match or was changed.
    #[error("{}: line {line}: expected {expected}, found '{found}'; give the files of the same match, or new ones",
        path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        line: u64,
        /// What should be there.
        expected: String,
        /// What is there, shortened.
        found: String,
    },
    /// A name under which nothing is read or written, or that cannot be opened.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A dealer that cannot be reached.
    #[error("{address}: no connection ({source}); start the dealer first and give the port that it prints")]
    Connect {
        /// Host and port.
        address: String,
        /// The operating system's answer.
        source: io::Error,
    },
    /// A dealer that ended the match too early or sent something unexpected.
    #[error("{address}: the dealer {what}; see its own messages")]
    Dealer {
        /// Host and port.
        address: String,
        /// What was wrong.
        what: String,
    },
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The player cannot play.
    #[error(transparent)]
    Agent(#[from] MatchError),
    /// A player that was interrupted.
    #[error("interrupted in hand {hand}; the dealer's log has the finished hands")]
    Left {
        /// The hand that was being played.
        hand: u32,
    },
    /// A dealer that was interrupted.
    #[error("interrupted in hand {hand}; finished hands are in the log, and a match with -T goes on with -a")]
    Interrupted {
        /// The hand that was being played.
        hand: u32,
    },
}

impl Failure for AcpcError {
    fn kind(&self) -> Kind {
        match self {
            Self::Interrupted { .. } | Self::Left { .. } => Kind::Stopped,
            Self::Setting { .. } | Self::OtherMatch { .. } | Self::Busy { .. } | Self::Game(_) => Kind::Input,
            Self::Table(error) => error.kind(),
            Self::Agent(error) => error.kind(),
            _ => Kind::Failed,
        }
    }
}

/// Why a seat ended the match.
#[derive(Debug, Error)]
pub enum Fault {
    /// The connection was closed, or broke.
    #[error("closed the connection")]
    Closed,
    /// No answer in time.
    #[error("no answer within {} ms {limit}", length.as_millis())]
    Late {
        limit: Limit,
        /// How long it is.
        length: Duration,
    },
    /// A line that does not end.
    #[error("sent more than {bytes} bytes without the end of a line")]
    EndlessLine {
        /// The most bytes that a line may have.
        bytes: usize,
    },
    /// No first line.
    #[error("sent no VERSION line within {} ms", waited.as_millis())]
    NoVersion {
        /// How long was waited.
        waited: Duration,
    },
    /// No first line, and no room to wait for it.
    #[error("sent no VERSION line while others came")]
    Crowded,
    /// A first line that does not fit.
    #[error("expected VERSION:2.0.0 as its first line, found '{found}'")]
    WrongVersion {
        /// What came, shortened.
        found: String,
    },
    /// Messages that are not accepted.
    #[error("took no message within {} ms {limit}", length.as_millis())]
    Deaf {
        limit: Limit,
        /// How long it is.
        length: Duration,
    },
    /// The connection failed.
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
