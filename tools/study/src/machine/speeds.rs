//! How fast this machine was found to be, kept between plans: measuring takes some ten core-seconds.
//!
//! One JSON file, which the caller places. It is believed only if the same version of this program wrote it on the
//! same machine, with as many threads; anything else is measured again and written over.

use rayon::current_num_threads;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tables::file::reading::read_text;
use tables::file::sibling::write_text_atomically;

use super::clock::{machine_name, processor_name};

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

/// Seconds of pieces of work on this machine, by what they are.
#[derive(Default)]
pub struct Speeds {
    /// Where they are kept, if anywhere.
    file: Option<PathBuf>,
    measured: BTreeMap<String, f64>,
    /// Whether something was measured that the file does not have.
    is_news: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    machine: Machine,
    seconds: BTreeMap<String, f64>,
}

/// What the speeds depend on besides the work.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Machine {
    name: String,
    processor: String,
    threads: usize,
    version: String,
}

impl Machine {
    fn this() -> Self {
        // A build without optimisation is another program.
        let build = if cfg!(debug_assertions) { "-debug" } else { "" };
        Self {
            name: machine_name(),
            processor: processor_name(),
            threads: current_num_threads(),
            version: format!("{}{build}", env!("CARGO_PKG_VERSION")),
        }
    }
}

impl Speeds {
    /// Those that are kept in a file, as far as they are this machine's; `anew` measures all of them again.
    pub fn kept_in(file: PathBuf, anew: bool) -> Self {
        let measured = if anew { None } else { read(&file) };
        Self { file: Some(file), measured: measured.unwrap_or_default(), is_news: false }
    }

    /// Where they are kept, if anything was known before.
    pub fn source(&self) -> Option<&Path> {
        self.file.as_deref().filter(|_| !self.measured.is_empty() && !self.is_news)
    }

    pub(crate) fn known(&self, work: &str) -> Option<f64> {
        self.measured.get(work).copied()
    }

    pub(crate) fn note(&mut self, work: String, seconds: f64) {
        self.measured.insert(work, seconds);
        self.is_news = true;
    }

    /// Keeps what was measured. A cache that cannot be written is no failure: the next plan measures again.
    pub(crate) fn keep(&self) {
        let Some(file) = self.file.as_ref().filter(|_| self.is_news) else { return };
        let kept = Kept { machine: Machine::this(), seconds: self.measured.clone() };
        let text = serde_json::to_string_pretty(&kept).unwrap_or_default();
        if file.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()) {
            let _ = write_text_atomically(file, &text);
        }
    }
}

/// What a file has, if it is whole and of this machine.
fn read(file: &Path) -> Option<BTreeMap<String, f64>> {
    let kept: Kept = serde_json::from_str(&read_text(file, MOST_BYTES).ok()?).ok()?;
    let is_sound = kept.seconds.values().all(|seconds| seconds.is_finite() && *seconds >= 0.0);
    (is_sound && kept.machine == Machine::this()).then_some(kept.seconds)
}
