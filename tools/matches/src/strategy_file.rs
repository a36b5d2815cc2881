//! A strategy file as players need it: made for hold'em, with the bucket files it names.
//!
//! Finds the bucket file that a strategy was made with: by fingerprint, whatever the file is called.
//!
//! What tells policies apart where finished work is kept for them.

use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::GameDefinition;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::set::is_dangling;
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::{Fingerprint, checksum};
use tables::run::folder::RunFolder;
use tables::strategy::reader::StrategyReader;
use tables::text::written;

use super::agent::built_in;
use super::error::MatchError;

/// An open strategy for heads-up limit hold'em.
pub struct StrategyFile<'p> {
    path: &'p Path,
    reader: StrategyReader,
    game: GameDefinition,
}

impl<'p> StrategyFile<'p> {
    pub fn open(path: &'p Path) -> Result<Self, MatchError> {
        let reader = StrategyReader::open(path)?;
        let game = GameDefinition::holdem_limit();
        // What cannot be indexed is null there, never a panic.
        let text = reader.recipe().get("game").and_then(|game| game.as_str());
        if text != Some(game.to_acpc_text().as_str()) {
            let found = text.map_or("no game in its recipe".to_owned(), described);
            return Err(MatchError::WrongGame { path: path.to_owned(), found });
        }
        Ok(Self { path, reader, game })
    }

    pub fn path(&self) -> &Path {
        self.path
    }

    pub fn game(&self) -> &GameDefinition {
        &self.game
    }

    pub fn reader(&self) -> &StrategyReader {
        &self.reader
    }

    /// The bucket file that it names for a street.
    pub fn buckets(&self, street: Round) -> Result<Fingerprint, MatchError> {
        let parent = self.reader.file().header().parents.iter().find(|parent| parent.name == street.name());
        parent
            .map(|parent| parent.fingerprint)
            .ok_or_else(|| MatchError::NoParent { path: self.path.to_owned(), street })
    }

    /// Where that bucket file lies: in the strategy's own run, in the run of the file that the strategy links to, or in
    /// one of these folders.
    pub fn find_buckets(&self, street: Round, folders: &[PathBuf]) -> Result<PathBuf, MatchError> {
        let mut runs = vec![RunFolder::new(run_of(self.path))];
        if let Ok(real) = self.path.canonicalize() {
            let is_another = |run: &PathBuf| runs[0].root().canonicalize().ok().as_ref() != Some(run);
            runs.extend(Some(run_of(&real)).filter(is_another).map(RunFolder::new));
        }
        find_bucket_file(self.path, street, self.buckets(street)?, &runs, folders)
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

/// A few words of a game's text for a one-line error.
fn described(game: &str) -> String {
    let words = game.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = words.chars().take(60).collect();
    if short.len() < words.len() {
        short.push('…');
    }
    format!("'{short}'")
}

/// The bucket file of a street with that fingerprint: first in the strategy's own run, or those it may have come from,
/// then in the other folders, which may be run folders or hold bucket files themselves.
///
/// Files that cannot be read are passed over: they may have nothing to do with this strategy.
pub fn find_bucket_file(
    strategy: &Path,
    street: Round,
    expected: Fingerprint,
    runs: &[RunFolder],
    folders: &[PathBuf],
) -> Result<PathBuf, MatchError> {
    let mut other = None;
    let mut dangling: Option<PathBuf> = None;
    let mut matches = |path: &Path| {
        let Ok(table) = BucketTable::open(path) else {
            // The file named after the street is the likeliest.
            let is_named =
                |path: &Path| path.file_name().is_some_and(|it| it.to_string_lossy().contains(street.name()));
            if is_dangling(path) && dangling.as_deref().is_none_or(|other| is_named(path) && !is_named(other)) {
                dangling = Some(path.to_owned());
            }
            return false;
        };
        if table.round() != street {
            return false;
        }
        let found = table.fingerprint();
        if found != expected && other.is_none() {
            other = Some((path.to_owned(), found));
        }
        found == expected
    };
    for run in runs {
        for (_, path) in run.bucket_files()? {
            if matches(&path) {
                return Ok(path);
            }
        }
    }
    for folder in folders {
        for path in bucket_files_of(folder)? {
            if matches(&path) {
                return Ok(path);
            }
        }
    }
    let mut searched: Vec<PathBuf> = runs.iter().map(|run| run.root().join("buckets")).collect();
    searched.extend_from_slice(folders);
    let found = other.map(Box::new);
    Err(MatchError::NoBuckets { path: strategy.to_owned(), street, expected, searched, found, dangling })
}

/// The bucket files in a folder and, if it is a run folder, in its run.
fn bucket_files_of(folder: &Path) -> Result<Vec<PathBuf>, MatchError> {
    let refuse = |source| MatchError::Folder { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if path.extension().is_some_and(|ending| ending == "buckets") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files.extend(RunFolder::new(folder).bucket_files()?.into_iter().map(|(_, path)| path));
    Ok(files)
}

/// Built-in policies by name, files by fingerprint and contents.
pub fn policy_identity(policy: impl AsRef<Path>) -> Result<Value, MatchError> {
    match built_in(policy.as_ref()) {
        Some(_) => Ok(json!({ "policy": written(policy.as_ref()) })),
        None => strategy_identity(policy.as_ref()),
    }
}

/// A strategy file by fingerprint and contents.
pub fn strategy_identity(path: &Path) -> Result<Value, MatchError> {
    let reader = StrategyReader::open(path)?;
    let (file, bytes) = (reader.file(), reader.file().map().bytes());
    Ok(json!({ "fingerprint": file.fingerprint(), "checksum": checksum(bytes) }))
}
