//! The files that a match leaves: log, transactions, hand histories.
//!
//! What is agreed before a match: game, hands, seed, names, seats and time.

use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use tables::file::fixed_name::open_to_append;
use tables::text::is_invisible;

use super::error::{AcpcError, shown};
use super::hand_log::{HandLog, HandRecord, Score};
use super::match_state::AcpcGame;
use super::phh::PhhFile;
use super::seats::TimeLimits;
use super::transactions::Transactions;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileChoice {
    /// `<name>.log`.
    pub log: bool,
    /// `<name>.tlog`.
    pub transactions: bool,
    /// `<name>.phhs`.
    pub phh: bool,
    /// Go on with log and transactions that are there.
    pub append: bool,
}

#[derive(Debug, Default)]
pub struct MatchFiles {
    pub log: Option<HandLog>,
    pub transactions: Option<Transactions>,
    /// The hands as poker hand histories.
    pub phh: Option<PhhFile>,
    /// Held until the match is over: another one of this name would write into its lines.
    _locks: Vec<File>,
}

impl MatchFiles {
    /// Opens the files of a match; `stem` is their path without the ending.
    pub fn open(stem: &Path, choice: FileChoice, terms: &MatchTerms) -> Result<Self, AcpcError> {
        // Match names may contain dots: an ending is appended, never replaced.
        let path = |ending: &str| {
            let mut path = stem.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        };
        if choice.phh && choice.append {
            let (expected, found) = ("a match from its beginning", "-a".to_owned());
            let advice = "leave out one of them";
            return Err(AcpcError::Setting { what: "--phh", expected, found, advice });
        }
        if choice.phh {
            // Before any file is made.
            PhhFile::check(&terms.game)?;
        }
        let endings = [(choice.log, ".log"), (choice.transactions, ".tlog"), (choice.phh, ".phhs")];
        let wanted = endings.iter().filter(|(is_wanted, _)| *is_wanted);
        let locks: Result<_, _> = wanted.map(|(_, ending)| lock(&path(ending))).collect();
        let mut files = Self { _locks: locks?, ..Self::default() };
        if choice.phh {
            files.phh = Some(PhhFile::create(&path(".phhs"), &terms.game)?);
        }
        if choice.log {
            let open = if choice.append { HandLog::append } else { HandLog::create };
            files.log = Some(open(&path(".log"), terms)?);
        }
        if choice.transactions {
            let open = if choice.append { Transactions::append } else { Transactions::create };
            files.transactions = Some(open(&path(".tlog"))?);
        }
        Ok(files)
    }

    /// Opens files to add the hands of a new sitting after those they hold, and returns the number after their last
    /// hand. A last hand that was cut off while it was being written is removed; in the hand histories it is written
    /// again if the log has it.
    pub fn extend(log: Option<&Path>, phh: Option<&Path>, terms: &MatchTerms) -> Result<(Self, u32), AcpcError> {
        if log.is_some() && log == phh {
            let (expected, advice) = ("another file than the log's", "give another one");
            let found = log.map_or(String::new(), |path| path.display().to_string());
            return Err(AcpcError::Setting { what: "--phh", expected, found, advice });
        }
        let locks: Result<_, _> = [log, phh].into_iter().flatten().map(lock).collect();
        let mut files = Self { _locks: locks?, ..Self::default() };
        files.phh = phh.map(|path| PhhFile::extend(path, &terms.game)).transpose()?;
        files.log = log.map(|path| HandLog::extend(path, terms)).transpose()?;
        if let (Some(last), Some(phh)) = (files.log.as_ref().and_then(HandLog::last), &mut files.phh) {
            phh.complete(&terms.game, last)?;
        }
        let of_log = files.log.as_ref().map_or(0, HandLog::next_hand);
        let of_phh = files.phh.as_ref().map_or(0, PhhFile::next_hand);
        Ok((files, of_log.max(of_phh)))
    }

    /// Writes a finished hand into all files, or into none of them.
    pub fn write_hand(&mut self, terms: &MatchTerms, record: &HandRecord) -> Result<(), AcpcError> {
        let before = self.log.as_ref().map(HandLog::length);
        if let Some(log) = &mut self.log {
            log.write_hand(record)?;
        }
        let Some(phh) = &mut self.phh else { return Ok(()) };
        phh.write_hand(&terms.game, record).inspect_err(|_| {
            if let (Some(log), Some(before)) = (&mut self.log, before) {
                log.cut_to(before);
            }
        })
    }

    pub(crate) fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
        self.log.as_mut().map_or(Ok(()), |log| log.write_score(score))
    }
}

/// Locks a file, creating it if it does not exist; the lock ends with the handle or its process.
fn lock(path: &Path) -> Result<File, AcpcError> {
    let file = open_to_append(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(AcpcError::Busy { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(AcpcError::File { path: path.to_owned(), action: "locked", source }),
    }
}

/// The most bytes of a player's name: lines that are read back have a limit.
const LONGEST_NAME: usize = 255;

#[derive(Clone, Debug)]
pub struct MatchTerms {
    /// The match's name, without a folder.
    pub match_name: String,
    /// The game as it was asked for: a name or a path.
    pub game_name: String,
    pub game: AcpcGame,
    /// How many hands; at least 1.
    pub hands: u32,
    pub seed: u32,
    /// Who sits where; seat 0 is in position 0 in the first hand.
    pub names: [String; 2],
    /// Whether the seats keep their positions; otherwise these change with every hand.
    pub fixed_seats: bool,
    pub limits: TimeLimits,
}

impl MatchTerms {
    /// Checks that the log can carry all names, and tell the players apart.
    pub fn check(&self) -> Result<(), AcpcError> {
        if self.hands == 0 {
            let (expected, advice) = ("at least one", "say how many hands are to be played");
            return Err(AcpcError::Setting { what: "hands", expected, found: "0".to_owned(), advice });
        }
        for name in &self.names {
            let is_long = name.len() > LONGEST_NAME;
            if is_long
                || name.trim() != name
                || name.is_empty()
                || name.contains([':', '|'])
                || name.contains(is_invisible)
            {
                let expected = "a name of at most 255 bytes without ':', '|', line breaks, invisible letters and \
                                spaces at its ends, since logs are divided by them";
                let advice = "give another name";
                return Err(AcpcError::Setting {
                    what: "player's name",
                    expected,
                    found: format!("'{}'", shown(name)),
                    advice,
                });
            }
        }
        if self.names[0] == self.names[1] {
            let (expected, found) = ("two different names", format!("'{}' twice", shown(&self.names[0])));
            let advice = "give another name to one of them: their hands could not be told apart";
            return Err(AcpcError::Setting { what: "players' names", expected, found, advice });
        }
        for (what, text) in [("match name", &self.match_name), ("game file", &self.game_name)] {
            if text.is_empty() || text.contains(char::is_control) {
                let (expected, advice) = ("one line of text", "give another name");
                return Err(AcpcError::Setting { what, expected, found: format!("'{}'", shown(text)), advice });
            }
        }
        Ok(())
    }

    /// The seat (0 or 1) in a position of a hand; the reverse mapping is the same.
    pub(crate) fn seat_in(&self, position: usize, hand: u32) -> usize {
        if self.fixed_seats { position } else { (position + hand as usize) % 2 }
    }

    /// The name of each position in a hand.
    pub fn names_in(&self, hand: u32) -> [&str; 2] {
        [0, 1].map(|position| self.names[self.seat_in(position, hand)].as_str())
    }
}

/// The comment lines at the head of a log, without the last line's end.
impl fmt::Display for MatchTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { match_name, game_name, hands, seed, limits, .. } = self;
        writeln!(f, "# name/game/hands/seed {match_name} {game_name} {hands} {seed}")?;
        writeln!(f, "#--t_response {}", limits.response.as_millis())?;
        writeln!(f, "#--t_hand {}", limits.hand.as_millis())?;
        write!(f, "#--t_per_hand {}", limits.per_hand.as_millis())
    }
}
