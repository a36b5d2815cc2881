//! The log of a match: comment lines, one line for each finished hand, the score. It can be read at any time.

use std::collections::HashSet;
use std::path::Path;

use super::error::AcpcError;
use super::game::AcpcGame;
use super::hand_record::{HandRecord, Score};
use super::line_file::LineFile;
use super::match_terms::MatchTerms;

/// A log being written.
#[derive(Debug)]
pub struct HandLog {
    file: LineFile,
    /// Hands with smaller numbers are in it already.
    next_hand: u32,
    /// The last of them.
    last: Option<HandRecord>,
}

impl HandLog {
    /// A new log with its comment lines, or one of an earlier match anew.
    pub fn create(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::create(path, is_first_line)?;
        file.write_line(terms)?;
        Ok(Self { file, next_hand: 0, last: None })
    }

    /// A log to be continued: comment lines again, as the competition's dealer writes them, then the hands that follow.
    pub fn append(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::append(path)?;
        let expected = terms.to_string();
        let expected = expected.lines().next().unwrap_or_default();
        let mut next_hand = 0;
        while let Some(line) = file.next_line()? {
            match LogLine::parse(&terms.game, &line) {
                Some(LogLine::Comment) if line.starts_with("# name/") && line != expected => {
                    return Err(file.unexpected(expected, line));
                }
                // Other players, or the same ones in other seats: their money would be added to these players' score.
                Some(LogLine::Hand(record)) if record.names != terms.names_in(record.hand) => {
                    let [first, second] = terms.names_in(record.hand);
                    return Err(file.unexpected(&format!("a hand of {first}|{second}"), line));
                }
                Some(LogLine::Hand(record)) => next_hand = next_hand.max(record.hand.saturating_add(1)),
                Some(LogLine::Score(_)) => return Err(file.unexpected("a match that is not over", line)),
                Some(LogLine::Comment) => {}
                None => return Err(file.unexpected("a line of this game's log", line)),
            }
        }
        file.write_line(terms)?;
        Ok(Self { file, next_hand, last: None })
    }

    /// A log to add hands to, whoever played the hands already there: new hands are numbered from [`Self::next_hand`].
    /// No finished hand is lost, whether or not its line has an end; only an incomplete last line is removed.
    pub fn extend(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::extend(path)?;
        let (mut next_hand, mut last) = (0, None);
        let mut names = HashSet::new();
        let is_whole = |names: &HashSet<String>, line: &str| match LogLine::parse(&terms.game, line) {
            Some(LogLine::Hand(record)) => !is_cut(&record.names[1], names.iter().map(String::as_str)),
            parsed => parsed.is_some(),
        };
        while let Some(line) = file.next_line_or_whole(|line| is_whole(&names, line))? {
            match LogLine::parse(&terms.game, &line) {
                Some(LogLine::Hand(record)) => {
                    next_hand = next_hand.max(record.hand.saturating_add(1));
                    names.extend(record.names.clone());
                    last = Some(record);
                }
                Some(LogLine::Comment | LogLine::Score(_)) => {}
                None => return Err(file.unexpected("a line of this game's log", line)),
            }
        }
        file.write_line(terms)?;
        Ok(Self { file, next_hand, last })
    }

    /// The last hand that was there already.
    pub fn last(&self) -> Option<&HandRecord> {
        self.last.as_ref()
    }

    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// Takes back what was added after it had so many bytes.
    pub fn cut_to(&mut self, length: u64) {
        self.file.cut_to(length);
    }

    /// The number after that of the last hand that was there already.
    pub fn next_hand(&self) -> u32 {
        self.next_hand
    }

    /// Adds a hand, unless it was there already.
    pub fn write_hand(&mut self, record: &HandRecord) -> Result<(), AcpcError> {
        if record.hand < self.next_hand { Ok(()) } else { self.file.write_line(record) }
    }

    /// Adds the last line.
    pub fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
        self.file.write_line(score)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Whether a log can begin with a line.
fn is_first_line(line: &str) -> bool {
    ["# name/game/hands/seed ", "STATE:", "SCORE:"].iter().any(|start| line.starts_with(start))
}

/// Whether a name at the end of a line was cut off: no known name is equal to it, but one begins with it.
pub(super) fn is_cut<'a>(name: &str, mut others: impl Iterator<Item = &'a str> + Clone) -> bool {
    others.clone().all(|known| known != name) && others.any(|known| known.starts_with(name))
}

/// A line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogLine {
    /// A remark, or nothing.
    Comment,
    /// A finished hand.
    Hand(HandRecord),
    /// The end of a match.
    Score(Score),
}

impl LogLine {
    /// Reads a line without its end; `None` for what does not belong in a log of this game.
    pub fn parse(game: &AcpcGame, line: &str) -> Option<Self> {
        if line.is_empty() || line.starts_with('#') {
            return Some(Self::Comment);
        }
        let hand = HandRecord::parse(game, line).map(Self::Hand);
        hand.or_else(|| Score::parse(line).map(Self::Score))
    }
}
