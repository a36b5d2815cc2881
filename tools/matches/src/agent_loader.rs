//! Opens agents, each bucket file once however many strategies use it.

use evaluator::round::Round;
use solver::game::GameDefinition;
use solver::policy::{FixedPolicy, StoredPolicy};
use solver::stored_buckets::StoredBuckets;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::bucket_set::BucketSet;
use tables::fingerprint::Fingerprint;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::strategy_reader::StrategyReader;

use crate::agent::Agent;
use crate::bucket_files::find_bucket_file;
use crate::error::MatchError;

/// The streets that have bucket files.
const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// Opens agents and keeps their bucket files open for the next ones.
pub struct AgentLoader {
    bucket_folders: Vec<PathBuf>,
    opened: Vec<([Fingerprint; 3], Arc<StoredBuckets>)>,
}

impl AgentLoader {
    /// A loader that looks for bucket files in these folders (run folders, or folders with bucket files) after each
    /// strategy's own run folder.
    pub fn new(bucket_folders: &[PathBuf]) -> Self {
        Self { bucket_folders: bucket_folders.to_vec(), opened: Vec::new() }
    }

    /// Opens a built-in policy by name or a strategy file by path.
    ///
    /// # Errors
    /// [`MatchError::UnknownAgent`], [`MatchError::WrongGame`], [`MatchError::NoParent`], [`MatchError::NoBuckets`],
    /// [`MatchError::UnfitBuckets`], [`MatchError::Folder`], and what reading the files gives.
    pub fn open(&mut self, name_or_path: &str) -> Result<Agent, MatchError> {
        if let Ok(policy) = name_or_path.parse::<FixedPolicy>() {
            return Agent::of_fixed(policy);
        }
        let path = Path::new(name_or_path);
        if !path.exists() {
            return Err(MatchError::UnknownAgent { name: name_or_path.to_owned() });
        }
        self.open_strategy(path)
    }

    /// Opens several: unpacking large strategies takes seconds each, between which it is heard whether to stop.
    ///
    /// # Errors
    /// As [`Self::open`], or an interruption.
    pub fn open_all(&mut self, players: &[&str], progress: &dyn Progress) -> Result<Vec<Agent>, MatchError> {
        let open = |player: &&str| {
            progress.check()?;
            self.open(player)
        };
        players.iter().map(open).collect()
    }

    /// Opens a strategy file.
    ///
    /// # Errors
    /// As [`Self::open`], without [`MatchError::UnknownAgent`].
    pub fn open_strategy(&mut self, path: &Path) -> Result<Agent, MatchError> {
        let reader = StrategyReader::open(path)?;
        let game = GameDefinition::holdem_limit();
        // What cannot be indexed is null there, never a panic.
        let text = reader.recipe().get("game").and_then(|game| game.as_str());
        if text != Some(game.to_acpc_text().as_str()) {
            let found = text.map_or("no game in its recipe".to_owned(), described);
            return Err(MatchError::WrongGame { path: path.to_owned(), found });
        }
        let mut fingerprints = Vec::with_capacity(STREETS.len());
        for street in STREETS {
            let parent = reader.file().header().parents.iter().find(|parent| parent.name == street.name());
            let Some(parent) = parent else {
                return Err(MatchError::NoParent { path: path.to_owned(), street });
            };
            fingerprints.push(parent.fingerprint);
        }
        let fingerprints = [fingerprints[0], fingerprints[1], fingerprints[2]];
        let buckets = self.buckets(path, fingerprints)?;
        let policy = StoredPolicy::read(&game, path)?;
        let name = path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into());
        Agent::of_stored(name, policy, buckets)
    }

    /// The abstraction of these three files, from memory if it was asked for before.
    fn buckets(&mut self, strategy: &Path, wanted: [Fingerprint; 3]) -> Result<Arc<StoredBuckets>, MatchError> {
        if let Some((_, buckets)) = self.opened.iter().find(|(fingerprints, _)| *fingerprints == wanted) {
            return Ok(buckets.clone());
        }
        let run = RunFolder::new(run_of(strategy));
        let find =
            |street: usize| find_bucket_file(strategy, STREETS[street], wanted[street], &run, &self.bucket_folders);
        let set = BucketSet::open(&find(0)?, &find(1)?, &find(2)?)?;
        let buckets = Arc::new(StoredBuckets::new(set)?);
        self.opened.push((wanted, buckets.clone()));
        Ok(buckets)
    }
}

/// The run folder of `RUN/strategies/X.strategy`.
fn run_of(strategy: &Path) -> PathBuf {
    let folder = strategy.parent().unwrap_or(Path::new(""));
    // "", "." and ".." have no name that could be taken off.
    match (folder.file_name(), folder.parent()) {
        (Some(_), Some(run)) => run.to_owned(),
        _ => folder.join(".."),
    }
}

/// A few words of a game's text for an error of one line.
fn described(game: &str) -> String {
    let words = game.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = words.chars().take(60).collect();
    if short.len() < words.len() {
        short.push('…');
    }
    format!("'{short}'")
}
