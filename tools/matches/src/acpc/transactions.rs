//! The transaction file: every action with its times, enough to go on with a match that was cut off.
//!
//! A line is the action, the hand's number, and when the state was sent and the answer came, in seconds since 1970.

use solver::game::{Action, Node};
use std::fmt;
use std::path::Path;
use std::time::Duration;

use super::error::AcpcError;
use super::line_file::LineFile;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub action: Action,
    pub hand: u32,
    /// When the line was sent to the player, since 1970.
    pub sent: Duration,
    /// When the answer came, since 1970.
    pub received: Duration,
}

impl Transaction {
    /// Reads a line without its end; `None` if it is not a transaction.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let [action, hand, sent, received] = words[..] else { return None };
        let mut letters = action.chars();
        let action = Action::from_letter(letters.next()?)?;
        let is_whole = letters.next().is_none();
        let read = Self { action, hand: hand.parse().ok()?, sent: moment(sent)?, received: moment(received)? };
        is_whole.then_some(read)
    }

    /// How long the player took; zero if the clock was turned back.
    pub fn time(&self) -> Duration {
        self.received.saturating_sub(self.sent)
    }
}

fn moment(text: &str) -> Option<Duration> {
    let (seconds, micros) = text.split_once('.')?;
    let micros: u32 = micros.parse().ok().filter(|&micros| micros < 1_000_000)?;
    Some(Duration::new(seconds.parse().ok()?, 1000 * micros))
}

impl fmt::Display for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { action, hand, sent, received } = self;
        let (sent_micros, received_micros) = (sent.subsec_micros(), received.subsec_micros());
        write!(f, "{action} {hand} {}.{sent_micros:06} {}.{received_micros:06}", sent.as_secs(), received.as_secs())
    }
}

/// A transaction file: first its old actions are played again, then new ones are added.
#[derive(Debug)]
pub struct Transactions {
    file: LineFile,
    is_at_end: bool,
}

impl Transactions {
    pub fn create(path: &Path) -> Result<Self, AcpcError> {
        Ok(Self { file: LineFile::create(path, |line| Transaction::parse(line).is_some())?, is_at_end: true })
    }

    pub fn append(path: &Path) -> Result<Self, AcpcError> {
        Ok(Self { file: LineFile::append(path)?, is_at_end: false })
    }

    /// The next old action, which must be legal at this decision of this hand; `None` once all have been played.
    pub(crate) fn next_old(&mut self, hand: u32, decision: &Node) -> Result<Option<Transaction>, AcpcError> {
        if self.is_at_end {
            return Ok(None);
        }
        let Some(line) = self.file.next_line()? else {
            self.is_at_end = true;
            return Ok(None);
        };
        let fits = |old: &Transaction| old.hand == hand && decision.actions.contains(&old.action);
        match Transaction::parse(&line).filter(fits) {
            Some(old) => Ok(Some(old)),
            None => Err(self.file.unexpected(&format!("a legal action of hand {hand} with its times"), line)),
        }
    }

    pub fn write(&mut self, transaction: &Transaction) -> Result<(), AcpcError> {
        self.file.write_line(transaction)
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}
