//! Logs as they are given: the competition's logs and poker hand histories of heads-up limit hold'em, any number of
//! files, by any program.

use solver::game::GameDefinition;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::error::shown;
use super::game::AcpcGame;
use super::hand_log::{LogLine, is_cut};
use super::hand_record::HandRecord;
use super::phh_reader::{begins_history, read_histories};
use crate::error::MatchError;

/// What a line must hold.
const EXPECTED: &str = "a finished hand of heads-up limit hold'em";

/// What a file has to be.
const READABLE: &str = "a log that can be read";

/// A hand with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedHand {
    /// Which of the files it is in.
    pub file: usize,
    /// Its line there, from 1; for a hand history, its first line.
    pub line: usize,
    /// Cards, betting and chips.
    pub record: HandRecord,
}

/// All hands of all files.
#[derive(Clone, Debug)]
pub struct LoggedHands {
    /// The game.
    pub game: AcpcGame,
    /// The files.
    pub files: Vec<PathBuf>,
    /// The hands, file by file.
    pub hands: Vec<LoggedHand>,
    /// Files whose last hand was cut off; the rest of them was read.
    pub cut_off: Vec<PathBuf>,
}

impl LoggedHands {
    /// Reads all files.
    ///
    /// # Errors
    /// [`MatchError::BadLog`] for a file that cannot be read, is given twice, has no hands or has anything other than
    /// hands of heads-up limit hold'em. A last line that was interrupted while it was being written is left out.
    pub fn read(files: &[PathBuf]) -> Result<Self, MatchError> {
        let game = AcpcGame::new(GameDefinition::holdem_limit());
        let mut logs = Self { game, files: files.to_vec(), hands: Vec::new(), cut_off: Vec::new() };
        let mut seen = HashSet::new();
        for (file, path) in files.iter().enumerate() {
            if !seen.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())) {
                return Err(bad(path, None, "different logs", "given twice"));
            }
            let before = logs.hands.len();
            if logs.read_file(file, path)? {
                logs.cut_off.push(path.clone());
            }
            if logs.hands.len() == before {
                return Err(bad(path, None, EXPECTED, "no finished hand in it"));
            }
        }
        Ok(logs)
    }

    /// The players' names, in the order in which they first appear.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        names.extend(names_of(&self.hands).filter(|name| seen.insert(*name)));
        names
    }

    /// Reads a file; returns whether its last hand was cut off.
    fn read_file(&mut self, file: usize, path: &Path) -> Result<bool, MatchError> {
        let before = self.hands.len();
        let bytes =
            std::fs::read(path).map_err(|error| bad(path, None, READABLE, format!("cannot be read ({error})")))?;
        let text = String::from_utf8(bytes).map_err(|_| bad(path, None, READABLE, "is no text"))?;
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        if first.is_some_and(begins_history) {
            let histories = read_histories(&self.game, &text)
                .map_err(|error| bad(path, Some(error.line), EXPECTED, error.problem))?;
            let placed = histories.hands.into_iter().zip(histories.lines);
            self.hands.extend(placed.map(|(record, line)| LoggedHand { file, line, record }));
            return Ok(histories.is_cut_off);
        }
        let mut lines = text.split('\n').enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let is_last = lines.peek().is_none();
            match LogLine::parse(&self.game, line.trim_end_matches('\r')) {
                // A line that was cut off within its last name can still be read, as another player's.
                Some(LogLine::Hand(record)) if is_last && is_cut(&record.names[1], names_of(&self.hands[before..])) => {
                    return Ok(true);
                }
                Some(LogLine::Hand(record)) => self.hands.push(LoggedHand { file, line: number + 1, record }),
                Some(LogLine::Comment | LogLine::Score(_)) => {}
                // Whatever follows the last line's end was interrupted while it was being written.
                None if is_last => return Ok(true),
                None => return Err(bad(path, Some(number + 1), EXPECTED, format!("'{}'", shown(line)))),
            }
        }
        Ok(false)
    }
}

fn names_of(hands: &[LoggedHand]) -> impl Iterator<Item = &str> + Clone {
    hands.iter().flat_map(|hand| &hand.record.names).map(String::as_str)
}

fn bad(path: &Path, line: Option<usize>, expected: &'static str, found: impl Into<String>) -> MatchError {
    let place = line.map_or(String::new(), |line| format!(": line {line}"));
    MatchError::BadLog { place: format!("{}{place}", path.display()), expected, found: found.into() }
}
