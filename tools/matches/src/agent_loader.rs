//! Opens agents, each bucket file once however many strategies use it.

use evaluator::round::Round;
use solver::boards::StoredBuckets;
use solver::policy::{FixedPolicy, StoredPolicy};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::buckets::set::BucketSet;
use tables::file::fingerprint::Fingerprint;
use tables::text::written;
use tables::together::progress::Progress;

use crate::agent::{Agent, require_counts};
use crate::error::MatchError;
use crate::strategy_file::StrategyFile;

/// The streets that have bucket files.
const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// The built-in policy that is called so.
pub fn built_in(name_or_path: &Path) -> Option<FixedPolicy> {
    name_or_path.to_str()?.parse().ok()
}

/// Opens agents and keeps their bucket files open for the next ones.
pub struct AgentLoader {
    bucket_folders: Vec<PathBuf>,
    boards_in_order: bool,
    verifies: bool,
    opened: Vec<([Fingerprint; 3], Arc<StoredBuckets>)>,
}

impl AgentLoader {
    /// A loader that looks for bucket files in these folders (run folders, or folders with bucket files) after each
    /// strategy's own run folder.
    pub fn new(bucket_folders: &[PathBuf]) -> Self {
        Self { bucket_folders: bucket_folders.to_vec(), boards_in_order: false, verifies: false, opened: Vec::new() }
    }

    /// The same for a caller that deals whole boards and looks up no single hands: strategies whose buckets depend on
    /// the flop are then opened, too.
    #[must_use]
    pub fn for_boards(self) -> Self {
        Self { boards_in_order: true, ..self }
    }

    /// The same for a long computation: every byte of the bucket files is read against their checksums, which takes
    /// about a second. Strategy files are verified in any case.
    #[must_use]
    pub fn verified(self) -> Self {
        Self { verifies: true, ..self }
    }

    /// Opens a built-in policy by name or a strategy file by path.
    pub fn open(&mut self, name_or_path: impl AsRef<Path>) -> Result<Agent, MatchError> {
        let path = name_or_path.as_ref();
        if let Some(policy) = built_in(path) {
            return Agent::of_fixed(policy);
        }
        if !path.exists() {
            return Err(MatchError::UnknownAgent { name: written(path) });
        }
        self.open_strategy(path)
    }

    /// Opens several: unpacking a large strategy takes seconds, so the work can be stopped between them.
    pub fn open_all(
        &mut self,
        players: &[impl AsRef<Path>],
        progress: &dyn Progress,
    ) -> Result<Vec<Agent>, MatchError> {
        let open = |player| {
            progress.check()?;
            self.open(player)
        };
        players.iter().map(open).collect()
    }

    /// Opens a strategy file.
    pub fn open_strategy(&mut self, path: &Path) -> Result<Agent, MatchError> {
        let file = StrategyFile::open(path)?;
        let [flop, turn, river] = STREETS.map(|street| file.buckets(street));
        let buckets = self.buckets(&file, [flop?, turn?, river?])?;
        let name = written(path.file_stem().map_or(path, Path::new));
        // Before anything is unpacked: a small file may claim very many buckets.
        let counts = file.reader().buckets_per_round().iter().map(|&count| count as usize);
        require_counts(&name, counts.zip(buckets.set().counts()))?;
        let policy = StoredPolicy::read(file.game(), path)?;
        Agent::of_stored(name, policy, buckets)
    }

    /// The abstraction of these three files, from memory if it was asked for before.
    fn buckets(&mut self, file: &StrategyFile<'_>, wanted: [Fingerprint; 3]) -> Result<Arc<StoredBuckets>, MatchError> {
        if let Some((_, buckets)) = self.opened.iter().find(|(fingerprints, _)| *fingerprints == wanted) {
            return Ok(buckets.clone());
        }
        let [flop, turn, river] = STREETS.map(|street| file.find_buckets(street, &self.bucket_folders));
        let set = BucketSet::open(&flop?, &turn?, &river?)?;
        if self.verifies {
            set.verify()?;
        }
        if !self.boards_in_order {
            set.refuse_flop_dependent("hands are looked up here with the board as a set")?;
        }
        let buckets = Arc::new(StoredBuckets::new(set)?);
        self.opened.push((wanted, buckets.clone()));
        Ok(buckets)
    }
}
