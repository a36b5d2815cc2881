//! What a command gets besides its own settings: seed, folder, progress; set up once from the common options.

use std::path::{Path, PathBuf};

use crate::arguments::Common;
use crate::failure::wrong;
use crate::interruption::Interruption;
use crate::shown_progress::ShownProgress;

/// The seed where none is given.
const DEFAULT_SEED: u64 = 1;

/// The surroundings of one command.
pub struct Session {
    /// Shows where the work is and stops it on a signal.
    pub progress: ShownProgress,
    /// `--seed`.
    pub given_seed: Option<u64>,
    /// `--out`.
    pub out: Option<PathBuf>,
    /// `--quiet`.
    pub quiet: bool,
    /// `--json`.
    pub json: bool,
}

impl Session {
    /// Listens to signals and starts the threads.
    pub fn begin(common: Common) -> anyhow::Result<Self> {
        let interruption = Interruption::listen(common.quiet)?;
        if let Some(threads) = common.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build_global().map_err(|error| {
                anyhow::anyhow!("{threads} threads cannot be started ({error}); give fewer with --threads")
            })?;
        }
        let progress = ShownProgress::new(common.quiet, interruption);
        Ok(Self { progress, given_seed: common.seed, out: common.out, quiet: common.quiet, json: common.json })
    }

    /// The seed of whatever is drawn at random.
    pub fn seed(&self) -> u64 {
        self.given_seed.unwrap_or(DEFAULT_SEED)
    }

    /// The folder to write to, made if it is not there.
    pub fn new_folder(&self, default: impl AsRef<Path>) -> anyhow::Result<PathBuf> {
        let folder = self.out_or(default);
        match std::fs::create_dir_all(&folder) {
            Ok(()) => Ok(folder),
            Err(error) => Err(wrong(format!("{}: cannot be made ({error}); give another --out", folder.display()))),
        }
    }

    /// The folder to write to.
    pub fn out_or(&self, default: impl AsRef<Path>) -> PathBuf {
        self.out.clone().unwrap_or_else(|| default.as_ref().to_owned())
    }
}
