//! The files that a match leaves: log, transactions, hand histories.

use std::path::Path;

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
    /// The log.
    pub log: Option<HandLog>,
    /// Every action.
    pub transactions: Option<Transactions>,
    /// The hands as poker hand histories.
    pub phh: Option<PhhFile>,
}

impl MatchFiles {
    /// Opens the files of a match; `stem` is their path without the ending.
    ///
    /// # Errors
    /// [`AcpcError::File`], [`AcpcError::OtherMatch`], [`AcpcError::Setting`].
    pub fn open(stem: &Path, choice: FileChoice, terms: &MatchTerms) -> Result<Self, AcpcError> {
        // Match names may hold dots: an ending is added, never exchanged.
        let path = |ending: &str| {
            let mut path = stem.as_os_str().to_owned();
            path.push(ending);
            std::path::PathBuf::from(path)
        };
        let mut files = Self::default();
        if choice.phh {
            if choice.append {
                let (expected, found) = ("a match from its beginning", "-a".to_owned());
                let advice = "leave out one of them";
                return Err(AcpcError::Setting { what: "--phh", expected, found, advice });
            }
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

    /// Writes a finished hand.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn write_hand(&mut self, terms: &MatchTerms, record: &HandRecord) -> Result<(), AcpcError> {
        if let Some(log) = &mut self.log {
            log.write_hand(record)?;
        }
        if let Some(phh) = &mut self.phh {
            phh.write_hand(&terms.game, record)?;
        }
        Ok(())
    }

    /// Writes the end of the match.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
        self.log.as_mut().map_or(Ok(()), |log| log.write_score(score))
    }
}
