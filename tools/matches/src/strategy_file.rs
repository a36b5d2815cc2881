//! A strategy file as players need it: made for hold'em, with the bucket files it names.

use evaluator::round::Round;
use solver::game::GameDefinition;
use std::path::{Path, PathBuf};
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;
use tables::strategy::reader::StrategyReader;

use crate::bucket_files::find_bucket_file;
use crate::error::MatchError;

/// An open strategy for heads-up limit hold'em.
pub struct StrategyFile<'p> {
    path: &'p Path,
    reader: StrategyReader,
    game: GameDefinition,
}

impl<'p> StrategyFile<'p> {
    /// Opens a file.
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

    /// Its path.
    pub fn path(&self) -> &Path {
        self.path
    }

    /// The game it is made for.
    pub fn game(&self) -> &GameDefinition {
        &self.game
    }

    /// Its probabilities.
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
