//! The files that a match leaves: log, transactions, hand histories.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use tables::file::fixed_name::open_to_append;

use super::error::AcpcError;
use super::hand_log::HandLog;
use super::hand_record::{HandRecord, Score};
use super::match_terms::MatchTerms;
use super::phh::PhhFile;
use super::transactions::Transactions;

/// Which files are wanted.
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

/// The open files of a match.
#[derive(Debug, Default)]
pub struct MatchFiles {
    pub log: Option<HandLog>,
    /// Every action.
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

    /// Writes the end of the match.
    pub fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
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
