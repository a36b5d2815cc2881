//! The bucket files that a checkpoint names, found again by their fingerprints.

use evaluator::round::Round;
use matches::strategy_file::find_bucket_file;
use solver::boards::FineBuckets;
use solver::run::checkpoint::CheckpointOrigin;
use solver::train::Opponent;
use std::path::{Path, PathBuf};
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::run::folder::RunFolder;

use crate::error::StudyError;

/// Where the bucket files of a checkpoint are looked for: in its own run, then in other folders.
pub struct NamedBuckets<'a> {
    pub checkpoint: &'a Path,
    /// What it says about itself.
    pub origin: &'a CheckpointOrigin,
    /// The run it lies in.
    pub run: &'a RunFolder,
    /// The other folders.
    pub folders: &'a [PathBuf],
}

impl NamedBuckets<'_> {
    /// The files of the strategy that is trained.
    pub fn learner(&self) -> Result<BucketSet, StudyError> {
        let find = |street: Round| match self.find(street.name(), street)? {
            Some(file) => Ok(file),
            None => Err(self.unnamed(street.name())),
        };
        Ok(BucketSet::open(&find(Round::Flop)?, &find(Round::Turn)?, &find(Round::River)?)?)
    }

    /// Those of its opponent, if that is one with exact cards.
    pub fn opponent(&self) -> Result<Option<FineBuckets>, StudyError> {
        if self.origin.settings.opponent == Opponent::Itself {
            return Ok(None);
        }
        let turn = self.find("opponent_turn", Round::Turn)?.ok_or_else(|| self.unnamed("opponent's turn"))?;
        let flop = self.find("opponent_flop", Round::Flop)?;
        let flop = flop.as_deref().map(BucketTable::open).transpose()?;
        Ok(Some(FineBuckets::new(flop, BucketTable::open(&turn)?)?))
    }

    fn find(&self, name: &str, street: Round) -> Result<Option<PathBuf>, StudyError> {
        let Some(parent) = self.origin.parents.iter().find(|parent| parent.name == name) else { return Ok(None) };
        let runs = std::slice::from_ref(self.run);
        Ok(Some(find_bucket_file(self.checkpoint, street, parent.fingerprint, runs, self.folders)?))
    }

    fn unnamed(&self, what: &str) -> StudyError {
        let problem = format!("names no {what} bucket file; train again");
        StudyError::Folder { path: self.checkpoint.to_owned(), problem }
    }
}
