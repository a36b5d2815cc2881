//! The strategy that a word stands for: a strategy file, a bundle, a run folder with one strategy, or `RUN/NAME`.

use std::path::{Path, PathBuf};
use tables::run::folder::{DEFAULT_VARIANT, RunFolder};
use tables::text::written;

use super::agent_loader::built_in;
use super::error::MatchError;

/// What the player is called that a word stands for: a built-in policy by its name, a strategy as [`StrategyPlace::of`]
/// names it.
pub fn player_name(word: &Path) -> Result<String, MatchError> {
    built_in(word).map_or_else(|| Ok(StrategyPlace::of(word)?.name), |policy| Ok(policy.name().to_owned()))
}

/// Where a strategy lies, and what it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyPlace {
    pub name: String,
    /// A strategy file or a bundle.
    pub path: PathBuf,
}

impl StrategyPlace {
    /// The strategy of a word; whether what lies there is one, shows when it is opened.
    pub fn of(word: &Path) -> Result<Self, MatchError> {
        if word.is_dir() {
            return Self::only_one_of(word);
        }
        if word.symlink_metadata().is_ok() {
            return Ok(Self { name: written(word.file_stem().map_or(word, Path::new)), path: word.to_owned() });
        }
        Self::named_in_run(word)
    }

    /// All strategies of a run, sorted by name.
    pub fn all_of(run: &Path) -> Result<Vec<Self>, MatchError> {
        let folder = RunFolder::new(run);
        let found = folder.strategies()?;
        if !found.is_empty() {
            return Ok(found.into_iter().map(|(name, path)| Self { name, path }).collect());
        }
        let trained: Vec<String> = folder.variants()?.into_iter().map(|(name, _)| name).collect();
        Err(match trained.is_empty() {
            true => MatchError::NoRun { path: run.to_owned() },
            false => MatchError::NotExported { run: run.to_owned(), trained },
        })
    }

    /// The only strategy of a run.
    fn only_one_of(run: &Path) -> Result<Self, MatchError> {
        let mut all = Self::all_of(run)?;
        if all.len() > 1 {
            let names = all.into_iter().map(|place| place.name).collect();
            return Err(MatchError::SeveralStrategies { run: run.to_owned(), names });
        }
        Ok(all.swap_remove(0).called_after(run))
    }

    /// A strategy without a name of its own is called after its run.
    fn called_after(self, run: &Path) -> Self {
        let whole = run.canonicalize().unwrap_or_else(|_| run.to_owned());
        match whole.file_name() {
            Some(name) if self.name == DEFAULT_VARIANT => Self { name: written(Path::new(name)), ..self },
            _ => self,
        }
    }

    /// `RUN/NAME`, where no file has such a path.
    fn named_in_run(word: &Path) -> Result<Self, MatchError> {
        let unknown = || match built_in(word) {
            Some(policy) => MatchError::NoStrategyFile { policy },
            None => MatchError::UnknownAgent { name: written(word) },
        };
        let (Some(run), Some(name)) = (word.parent(), word.file_name()) else { return Err(unknown()) };
        let here = run.as_os_str().is_empty();
        let run = if here { Path::new(".") } else { run };
        let name = written(Path::new(name));
        let all = match Self::all_of(run) {
            Ok(all) => all,
            Err(MatchError::NotExported { run, trained }) if trained.contains(&name) => {
                return Err(MatchError::NotExported { run, trained });
            }
            Err(_) => return Err(unknown()),
        };
        let names: Vec<String> = all.iter().map(|place| place.name.clone()).collect();
        match all.into_iter().find(|place| place.name == name) {
            Some(found) => Ok(found.called_after(run)),
            // A bare word is likelier to be a policy's name, mistyped in a run's folder.
            None if here => Err(unknown()),
            None => Err(MatchError::NoSuchStrategy { run: run.to_owned(), name, names }),
        }
    }
}
