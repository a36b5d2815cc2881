//! Where everything of a run lies: the only place that knows file names.
//!
//! ```text
//! study.toml                          the study as it was run
//! lock                                the process at work
//! part-<k>-of-<n>                     the process that does one part, if the work was divided
//! opponent_clusters/<name>.clusters   starting hands in clusters
//! buckets/<name>.buckets              one street's buckets
//! buckets/<name>.clustering           the state of their interrupted clustering
//! training/<variant>/checkpoint       regrets and strategy sums
//! training/<variant>/curve.json       what was measured on the way
//! strategies/<variant>.strategy       compressed strategies
//! strategies/<variant>+<form>.strategy  the same in another form, such as default+current+16bit
//! stages/<name>.json                  what is done
//! stages/<name>.part                  what an interrupted stage has found so far
//! stability.json                      buckets compared with those of other seeds
//! quality.json                        sizes and costs of all buckets
//! league.json, exploitability.json    of a study's only training; with several league-<training>.json and so on
//! report.html, pictures/<name>.svg
//! ```
//!
//! Where a best response, an exact match or a survey keeps its finished flops, which may be in any folder, is said
//! here, too: [`finished_flops`].

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::lock::RunLock;
use crate::error::{Action, TableError};
use crate::file::fingerprint::Fingerprint;
use crate::file::fixed_name::{make_folder, make_folder_inside};
use crate::file::sibling::remove_all_abandoned;
use crate::together::ranks::JobPart;

/// The variant of a training that is given no name.
pub const DEFAULT_VARIANT: &str = "default";

/// The folders in a run's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subfolder {
    OpponentClusters,
    Buckets,
    Training,
    Strategies,
    Stages,
    Pictures,
}

crate::text::names!(Subfolder, {
    OpponentClusters => "opponent_clusters",
    Buckets => "buckets",
    Training => "training",
    Strategies => "strategies",
    Stages => "stages",
    Pictures => "pictures",
});

/// A kind of files with names of their own: their folder, what an error calls the name, and how the file's name ends.
type Named = (Subfolder, &'static str, &'static str);

const CLUSTERS: Named = (Subfolder::OpponentClusters, "opponent cluster file", ".clusters");
const BUCKETS: Named = (Subfolder::Buckets, "bucket file", ".buckets");
const CLUSTERING: Named = (Subfolder::Buckets, "clustering", ".clustering");
const VARIANT: Named = (Subfolder::Training, "variant", "");
const STRATEGY: Named = (Subfolder::Strategies, "variant", ".strategy");
const STAGE: Named = (Subfolder::Stages, "stage", ".json");
const STAGE_PART: Named = (Subfolder::Stages, "part of a stage", ".part");

macro_rules! getters {
    ({ $($named:ident: $kind:ident),+ $(,)? }, { $($single:ident: $file:literal),+ $(,)? }) => {
        impl RunFolder {
            $(pub fn $named(&self, name: &str) -> Result<PathBuf, TableError> {
                self.named($kind, name)
            })+

            $(pub fn $single(&self) -> PathBuf {
                self.root.join($file)
            })+
        }
    };
}

getters!(
    {
        opponent_clusters: CLUSTERS,
        buckets: BUCKETS,
        clustering: CLUSTERING,
        strategy: STRATEGY,
        stage: STAGE,
        stage_part: STAGE_PART,
    },
    { study: "study.toml", stability: "stability.json", league: "league.json" }
);

/// A run's folder; nothing is touched until a method that says so is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFolder {
    root: PathBuf,
    /// Where the report goes, if not into the folder itself.
    report_root: Option<PathBuf>,
}

impl RunFolder {
    /// The run in that folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), report_root: None }
    }

    /// The same run, its report in another folder: the page, its pictures and the file of bucket quality.
    #[must_use]
    pub fn with_report_in(self, folder: impl Into<PathBuf>) -> Self {
        Self { report_root: Some(folder.into()), ..self }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes the folder and all those in it, takes its lock and clears away what killed processes left half-written.
    pub fn lock(&self) -> Result<RunLock, TableError> {
        self.lock_for(Subfolder::ALL)
    }

    /// Like [`Self::lock`], for a process that does one part of the work while others do other parts: it has its part
    /// to itself, and no process has the whole folder meanwhile.
    pub fn lock_part(&self, part: JobPart) -> Result<[RunLock; 2], TableError> {
        make_folder(&self.root)?;
        let shared = RunLock::take_shared(&self.root.join("lock"), &self.root)?;
        let own = part_lock(&self.root, part);
        let own = RunLock::take(&own, &own)?;
        // What looks abandoned may be another part's file at work: nothing is cleared away.
        for &subfolder in Subfolder::ALL {
            make_folder_inside(&self.subfolder(subfolder))?;
        }
        Ok([shared, own])
    }

    /// Like [`Self::lock`], for work that writes to only some of the run's folders: the others are not made.
    pub fn lock_for(&self, subfolders: &[Subfolder]) -> Result<RunLock, TableError> {
        make_folder(&self.root)?;
        let lock = RunLock::take(&self.root.join("lock"), &self.root)?;
        remove_all_abandoned(&self.root);
        for &subfolder in subfolders {
            make_folder_inside(&self.subfolder(subfolder))?;
        }
        for &subfolder in Subfolder::ALL {
            remove_all_abandoned(&self.subfolder(subfolder));
        }
        for (variant, _) in self.variants()? {
            remove_all_abandoned(&self.subfolder(Subfolder::Training).join(variant));
        }
        Ok(lock)
    }

    /// Makes the folders of the report and its pictures.
    pub fn begin_report(&self) -> Result<(), TableError> {
        make_folder(self.report_root())?;
        make_folder_inside(&self.report_root().join(Subfolder::Pictures.name()))
    }

    fn report_root(&self) -> &Path {
        self.report_root.as_deref().unwrap_or(&self.root)
    }

    /// Makes the folder of a variant's training, and gives the place of its checkpoint.
    pub fn begin_training(&self, variant: &str) -> Result<PathBuf, TableError> {
        make_folder_inside(&self.named(VARIANT, variant)?)?;
        self.checkpoint(variant)
    }

    /// The checkpoint of a variant's training.
    pub fn checkpoint(&self, variant: &str) -> Result<PathBuf, TableError> {
        Ok(self.named(VARIANT, variant)?.join("checkpoint"))
    }

    /// What was measured during a variant's training.
    pub fn training_curve(&self, variant: &str) -> Result<PathBuf, TableError> {
        Ok(self.checkpoint(variant)?.with_file_name("curve.json"))
    }

    /// A variant's strategy in another form than the usual one, described by words such as `current` and `16bit`;
    /// without words the usual one. No variant can have such a name, and [`Self::strategies`] does not list them.
    pub fn strategy_form(&self, variant: &str, words: &[String]) -> Result<PathBuf, TableError> {
        let usual = self.strategy(variant)?;
        if words.is_empty() {
            return Ok(usual);
        }
        for word in words {
            file_name("form of a strategy", word, "")?;
        }
        Ok(usual.with_file_name(format!("{variant}+{}.strategy", words.join("+"))))
    }

    pub fn picture(&self, name: &str) -> Result<PathBuf, TableError> {
        Ok(self.report_root().join(Subfolder::Pictures.name()).join(file_name("picture", name, ".svg")?))
    }

    /// The results of all against all after the named training, or after the only one.
    pub fn league_of(&self, training: Option<&str>) -> Result<PathBuf, TableError> {
        training.map_or(Ok(self.league()), |name| {
            Ok(self.root.join(file_name("training", &format!("league-{name}"), ".json")?))
        })
    }

    /// What was recorded on every board of a league, in addition to its results.
    pub fn league_boards(&self, training: Option<&str>) -> Result<PathBuf, TableError> {
        Ok(self.league_of(training)?.with_extension("boards"))
    }

    /// What best responses win from the strategies of the named training, or of the only one.
    pub fn exploitability(&self, training: Option<&str>) -> Result<PathBuf, TableError> {
        let name = training.map_or("exploitability".to_owned(), |name| format!("exploitability-{name}"));
        Ok(self.root.join(file_name("training", &name, ".json")?))
    }

    /// Sizes and costs of all buckets.
    pub fn quality(&self) -> PathBuf {
        self.report_root().join("quality.json")
    }

    pub fn report(&self) -> PathBuf {
        self.report_root().join("report.html")
    }

    /// The existing strategies: variant and file, numbers in names by their size, as studies count up: C6 before C10.
    pub fn strategies(&self) -> Result<Vec<(String, PathBuf)>, TableError> {
        let mut found = self.list(STRATEGY)?;
        found.sort_by(|(one, _), (other, _)| words_and_numbers(one).cmp(&words_and_numbers(other)));
        Ok(found)
    }

    /// The existing bucket files: name and file, sorted by name.
    pub fn bucket_files(&self) -> Result<Vec<(String, PathBuf)>, TableError> {
        self.list(BUCKETS)
    }

    /// The existing opponent clusters: name and file, sorted by name.
    pub fn opponent_cluster_files(&self) -> Result<Vec<(String, PathBuf)>, TableError> {
        self.list(CLUSTERS)
    }

    /// The variants whose training was begun: variant and folder, sorted by variant.
    pub fn variants(&self) -> Result<Vec<(String, PathBuf)>, TableError> {
        Ok(self.list(VARIANT)?.into_iter().filter(|(_, path)| path.is_dir()).collect())
    }

    /// The run of a word that may name one of its trainings: `RUN`, or `RUN/NAME`.
    pub fn of_training(word: &Path) -> Result<(Self, Option<String>), TableError> {
        let run = Self::new(word);
        if run.variants()?.is_empty()
            && let (Some(parent), Some(name)) = (word.parent(), word.file_name().and_then(|name| name.to_str()))
        {
            let parent = Self::new(if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
            if parent.variants()?.iter().any(|(variant, _)| variant == name) {
                return Ok((parent, Some(name.to_owned())));
            }
        }
        Ok((run, None))
    }

    /// Whether any stage has left something from which a later run of the same study continues; what cannot be read
    /// counts as nothing.
    pub fn holds_work(&self) -> bool {
        let kept = [CLUSTERS, BUCKETS, CLUSTERING, STRATEGY, STAGE_PART];
        let has_kept = kept.iter().any(|&kind| self.list(kind).is_ok_and(|found| !found.is_empty()));
        let is_begun = |(_, folder): &(String, PathBuf)| folder.join("checkpoint").exists();
        has_kept || self.variants().is_ok_and(|variants| variants.iter().any(is_begun))
    }

    fn subfolder(&self, subfolder: Subfolder) -> PathBuf {
        self.root.join(subfolder.name())
    }

    fn named(&self, (subfolder, what, ending): Named, name: &str) -> Result<PathBuf, TableError> {
        Ok(self.subfolder(subfolder).join(file_name(what, name, ending)?))
    }

    fn list(&self, (subfolder, _, ending): Named) -> Result<Vec<(String, PathBuf)>, TableError> {
        list(&self.subfolder(subfolder), ending)
    }
}

fn file_name(what: &'static str, name: &str, ending: &str) -> Result<String, TableError> {
    if !is_name(name) {
        return Err(TableError::Name { what, name: name.chars().take(120).collect() });
    }
    Ok(format!("{name}{ending}"))
}

/// Names come from study files: a name must not leave the folder, be hidden in it or differ between systems.
fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (1..=100).contains(&name.len()) && name.bytes().all(plain) && name.as_bytes()[0].is_ascii_alphanumeric()
}

/// The folder in which a best response, an exact match or a survey keeps its finished flops: one for each policy, side
/// by side.
pub fn finished_flops(folder: &Path, measured: Fingerprint) -> PathBuf {
    folder.join(measured.to_string())
}

/// The file in such a folder with the values of one flop for one of two players: `flop` is its cards without spaces,
/// `ending` the kind of values.
pub fn finished_flop(folder: &Path, flop: &str, player: usize, ending: &str) -> PathBuf {
    folder.join(format!("{flop}_position{player}.{ending}"))
}

/// The lock of one part of the work in such a folder; it stays there, so that the parts are known afterwards.
pub fn part_lock(folder: &Path, part: JobPart) -> PathBuf {
    folder.join(format!("part-{}-of-{}", part.number(), part.of()))
}

/// The number of parts the work in such a folder was divided into; `None` if undivided, or if the numbers differ.
pub fn part_count(folder: &Path) -> Option<u64> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let parts = names.filter_map(|name| {
        let (number, of) = name.to_str()?.strip_prefix("part-")?.split_once("-of-")?;
        JobPart::new(number.parse().ok()?, of.parse().ok()?)
    });
    let mut numbers: Vec<u64> = parts.map(JobPart::of).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.first().copied().filter(|_| numbers.len() == 1)
}

/// A name in pieces, each a word and the number after it, if any.
fn words_and_numbers(name: &str) -> Vec<(&str, Option<u64>)> {
    let (mut pieces, mut rest) = (Vec::new(), name);
    while !rest.is_empty() {
        let (word, after) = rest.split_at(rest.find(|it: char| it.is_ascii_digit()).unwrap_or(rest.len()));
        let (number, after) = after.split_at(after.find(|it: char| !it.is_ascii_digit()).unwrap_or(after.len()));
        pieces.push((word, number.parse().ok()));
        rest = after;
    }
    pieces
}

fn list(folder: &Path, ending: &str) -> Result<Vec<(String, PathBuf)>, TableError> {
    let refuse = |error| TableError::io(folder, Action::Open, error);
    let entries = match fs::read_dir(folder) {
        // Nothing is in a folder that is not there, nor in a file.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries.map_err(refuse)?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(refuse)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(ending));
        if let Some(name) = name.filter(|name| is_name(name)) {
            found.push((name.to_string(), path.clone()));
        }
    }
    found.sort();
    Ok(found)
}
