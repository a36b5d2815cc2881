//! The bucket files of a training: one for each street, from a folder or named one by one.

use clap::Args;
use evaluator::round::Round;
use std::fs;
use std::path::{Path, PathBuf};
use tables::bucket_set::BucketSet;
use tables::bucket_table::BucketTable;
use tables::run_folder::RunFolder;

use crate::failure::wrong;

/// Which bucket files.
#[derive(Args, Debug)]
pub struct BucketChoice {
    /// A run folder or a folder with .buckets files [default: the run's own]
    #[arg(long, value_name = "DIR")]
    pub buckets: Option<PathBuf>,
    /// The flop's bucket file, where the folder does not say which
    #[arg(long, value_name = "FILE")]
    pub flop: Option<PathBuf>,
    /// The turn's bucket file
    #[arg(long, value_name = "FILE")]
    pub turn: Option<PathBuf>,
    /// The river's bucket file
    #[arg(long, value_name = "FILE")]
    pub river: Option<PathBuf>,
}

impl BucketChoice {
    /// Opens the three files; `run` is the folder where none is given.
    pub fn open(&self, run: &Path) -> anyhow::Result<BucketSet> {
        let folder = self.buckets.as_deref().unwrap_or(run);
        let named = [&self.flop, &self.turn, &self.river];
        let found = if named.iter().all(|file| file.is_some()) { Vec::new() } else { bucket_files(folder)? };
        let choose = |round: Round, named: &Option<PathBuf>| match named {
            Some(file) => Ok(file.clone()),
            None => the_only_one(folder, round, &found),
        };
        let [flop, turn, river] = named;
        Ok(BucketSet::open(&choose(Round::Flop, flop)?, &choose(Round::Turn, turn)?, &choose(Round::River, river)?)?)
    }
}

/// The street's file among those of a folder.
fn the_only_one(folder: &Path, round: Round, found: &[(Round, PathBuf)]) -> anyhow::Result<PathBuf> {
    let files: Vec<&PathBuf> = found.iter().filter(|(of, _)| *of == round).map(|(_, file)| file).collect();
    match files.as_slice() {
        &[file] => Ok(file.clone()),
        [] => Err(wrong(format!(
            "{}: no bucket file of the {round}; make one with 'buckets build {round}' or give --buckets or --{round}",
            folder.display()
        ))),
        several => {
            let names: Vec<String> = several.iter().map(|file| file.display().to_string()).collect();
            Err(wrong(format!(
                "{}: {} bucket files of the {round} ({}); choose one with --{round}",
                folder.display(),
                several.len(),
                names.join(", ")
            )))
        }
    }
}

/// The bucket files of a run folder or a plain folder, each with its street, sorted by path.
fn bucket_files(folder: &Path) -> anyhow::Result<Vec<(Round, PathBuf)>> {
    let refuse = |error| wrong(format!("{}: cannot be read ({error}); check the path", folder.display()));
    let mut files: Vec<PathBuf> = RunFolder::new(folder).bucket_files()?.into_iter().map(|(_, file)| file).collect();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if path.extension().is_some_and(|ending| ending == "buckets") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    // A damaged file in the folder is named rather than passed over: it may be the one that is meant.
    files.into_iter().map(|file| Ok((BucketTable::open(&file)?.round(), file))).collect()
}
