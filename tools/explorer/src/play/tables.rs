//! The tables that were opened, by the number of their strategy.

use matches::agent::Agent;
use matches::error::MatchError;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::file::fixed_name::make_folder;
use tables::together::progress::Progress;

use super::file_stem::file_stem;
use super::sitting::Sitting;

/// How and where hands are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaySettings {
    /// The folder for logs and hand histories, made when the first hand is dealt.
    pub folder: PathBuf,
    /// The person's name in them.
    pub person: String,
    /// Where cards and dice come from; `None` for another seed each time, so that no hand is known beforehand.
    pub seed: Option<u64>,
}

/// All tables.
pub struct Tables {
    settings: PlaySettings,
    open: Mutex<HashMap<usize, Sitting>>,
}

impl Tables {
    /// No table yet.
    pub fn new(settings: PlaySettings) -> Self {
        Self { settings, open: Mutex::default() }
    }

    /// All tables that are open; one request at a time.
    pub fn open(&self) -> MutexGuard<'_, HashMap<usize, Sitting>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new table, whose files are called as the strategy is shown: two runs may hold strategies of one name.
    pub fn sit_down(&self, agent: Arc<Agent>, name: &str, progress: &dyn Progress) -> Result<Sitting, MatchError> {
        let PlaySettings { folder, person, seed } = &self.settings;
        let file = |ending: &str| folder.join(format!("{}.{ending}", file_stem(name)));
        let paths = ["log", "phhs"].map(file);
        make_folder(folder)?;
        let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        Sitting::begin(agent, person, seed, paths, progress)
    }
}
