//! What a command gets besides its own settings: seed, folder, progress; set up once from the common options.
//!
//! What a command has to say: the same facts as JSON and as plain text.

use evaluator::deck::Deck;
use serde_json::Value;
use std::cell::RefCell;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::together::progress::Cancelled;
use tables::together::ranks::Ranks;

use super::arguments::Common;
use super::failure::{is_interruption, wrong};
use super::interruption::Interruption;
use super::shown_progress::ShownProgress;
use super::terminal::remark;

/// The seed where none is given.
const DEFAULT_SEED: u64 = 1;

/// The most worker threads for each core.
const THREADS_PER_CORE: usize = 4;

/// The surroundings of one command.
pub struct Session {
    /// Shows where the work is and stops it on a signal.
    pub progress: ShownProgress,
    pub given_seed: Option<u64>,
    pub given_deck: Option<Deck>,
    pub out: Option<PathBuf>,
    pub quiet: bool,
    pub json: bool,
    /// The processes that share what can be shared; this one is the first.
    pub ranks: Arc<dyn Ranks>,
    /// Whether the command, if it was interrupted, goes on when it is run again.
    goes_on: RefCell<Option<Box<dyn Fn() -> bool>>>,
}

impl Session {
    /// Listens to signals and starts the threads.
    pub fn begin(common: Common, ranks: Arc<dyn Ranks>) -> anyhow::Result<Self> {
        let interruption = Interruption::listen(common.quiet)?;
        start_threads(&common)?;
        let progress = ShownProgress::new(common.quiet, interruption);
        let Common { seed, deck, out, quiet, json, .. } = common;
        Ok(Self { progress, given_seed: seed, given_deck: deck, out, quiet, json, ranks, goes_on: RefCell::default() })
    }

    /// Registers how a command that resumes checks whether it has kept anything to go on from.
    pub fn goes_on_if(&self, something_is_kept: impl Fn() -> bool + 'static) {
        *self.goes_on.borrow_mut() = Some(Box::new(something_is_kept));
    }

    /// A failure as it is shown: an interruption promises no more than what was kept.
    pub fn explained(&self, error: anyhow::Error) -> anyhow::Error {
        let goes_on = self.goes_on.borrow();
        let Some(something_is_kept) = goes_on.as_ref().filter(|_| is_interruption(&error)) else { return error };
        anyhow::Error::new(Cancelled).context(if something_is_kept() {
            "interrupted; run the same command again to go on"
        } else {
            "interrupted before anything was kept; run the same command again"
        })
    }

    /// Refuses `--out` where nothing is written there: a user who gives it expects a file.
    pub fn refuse_out(&self, what: &str) -> anyhow::Result<()> {
        match &self.out {
            None => Ok(()),
            Some(_) => Err(wrong(format!("--out: {what} writes no file there; leave it out"))),
        }
    }

    /// The seed of whatever is drawn at random.
    pub fn seed(&self) -> u64 {
        self.given_seed.unwrap_or(DEFAULT_SEED)
    }

    /// The deck of what is made.
    pub fn deck(&self) -> Deck {
        self.given_deck.unwrap_or_default()
    }

    /// Refuses a deck that was asked for where the files that are used have another one.
    pub fn require_deck(&self, found: Deck) -> anyhow::Result<()> {
        match self.given_deck {
            Some(given) if given != found => {
                Err(wrong(format!("--deck {given}: the files are of a deck of {found} cards; leave it out")))
            }
            _ => Ok(()),
        }
    }

    /// The folder to write to, made if it is not there.
    pub fn new_folder(&self, default: impl AsRef<Path>) -> anyhow::Result<PathBuf> {
        let folder = self.out_or(default);
        match std::fs::create_dir_all(&folder) {
            Ok(()) => Ok(folder),
            Err(error) => {
                let line = format!("{}: cannot be made ({error}); give another --out", folder.display());
                // A file in the way is a wrong argument, a folder that may not be written a failure.
                let is_in_the_way = matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotADirectory);
                Err(if is_in_the_way { wrong(line) } else { anyhow::anyhow!(line) })
            }
        }
    }

    /// The folder to write to.
    pub fn out_or(&self, default: impl AsRef<Path>) -> PathBuf {
        self.out.clone().unwrap_or_else(|| default.as_ref().to_owned())
    }
}

/// Starts as many worker threads as were asked for.
pub fn start_threads(common: &Common) -> anyhow::Result<()> {
    let Some(asked) = common.threads else { return Ok(()) };
    // More than a few for each core only get in each other's way: a thousand on two cores take eighty times as long.
    let most = THREADS_PER_CORE * std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = most.min(asked as usize);
    if threads < asked as usize && !common.quiet {
        remark(&format!("--threads {asked}: {threads} are used, more would only slow this machine down"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| anyhow::anyhow!("{threads} threads cannot be started ({error}); give fewer with --threads"))
}

/// A command's result.
#[derive(Debug)]
pub struct Document {
    /// The document of `--json`; its keys are a promise of the command line.
    pub json: Value,
    /// The same for people, lines without a last line feed.
    pub text: String,
    /// Why the command ends with [`super::failure::WRONG_INPUT`] although it has something to show.
    pub refusal: Option<String>,
    /// Why it ends with [`super::failure::FAILED`] all the same.
    pub failure: Option<String>,
}

impl Document {
    /// The document of a command that did what it was asked for.
    pub fn new(json: Value, text: String) -> Self {
        Self { json, text, refusal: None, failure: None }
    }
}
