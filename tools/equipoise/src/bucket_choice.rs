//! The bucket files of a training: one for each street, from a folder or named one by one.

use clap::Args;
use evaluator::round::Round;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::set::{BucketSet, is_dangling};
use tables::buckets::table::BucketTable;
use tables::run::folder::RunFolder;

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

/// What a study says about the files: the names of those of one variant, and what to do where there are none.
#[derive(Default)]
pub struct OfStudy<'a> {
    /// The variant's files of flop, turn and river; none where the study has no such variant.
    pub names: [Option<&'a str>; 3],
    /// The command that makes the study's files.
    pub command: Option<String>,
    /// The study's variants, to choose from.
    pub variants: Vec<&'a str>,
}

impl OfStudy<'_> {
    /// How to get a street's missing file.
    fn cure(&self, round: Round) -> String {
        let Some(command) = &self.command else { return format!("make one with 'equipoise buckets build {round}'") };
        // A new name needs buckets of its own; for a mistyped one, the existing names are shown.
        let is_known = self.names.iter().any(Option::is_some) || self.variants.is_empty();
        let variants =
            if is_known { String::new() } else { format!(" (its variants are {})", self.variants.join(", ")) };
        format!("'{command}' makes all that the study needs{variants}")
    }
}

impl BucketChoice {
    /// Opens the three files; `run` is the folder where none is given.
    pub fn open(&self, run: &Path, study: &OfStudy<'_>) -> anyhow::Result<BucketSet> {
        let folder = self.folder(run);
        let named = [&self.flop, &self.turn, &self.river];
        let mut files = Vec::new();
        for (round, (named, known)) in Round::ALL.into_iter().skip(1).zip(named.into_iter().zip(study.names)) {
            let known = || known.and_then(|name| file_called(folder, name));
            files.push(match named.clone().or_else(known) {
                Some(file) => file,
                None => the_only_one(folder, round, study)?,
            });
        }
        Ok(BucketSet::open(&files[0], &files[1], &files[2])?)
    }

    /// The folder that is searched.
    pub fn folder<'a>(&'a self, run: &'a Path) -> &'a Path {
        self.buckets.as_deref().unwrap_or(run)
    }
}

/// The bucket file of that name in a run folder or a plain folder, if it is there.
pub fn file_called(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = folder.join(format!("{name}.buckets"));
    RunFolder::new(folder).buckets(name).into_iter().chain([plain]).find(|file| file.exists())
}

/// The street's file among those of a folder.
fn the_only_one(folder: &Path, round: Round, study: &OfStudy<'_>) -> anyhow::Result<PathBuf> {
    let files: Vec<PathBuf> = if folder.exists() {
        bucket_files(folder)?.into_iter().filter(|(of, _)| *of == round).map(|(_, file)| file).collect()
    } else {
        Vec::new()
    };
    let link = if files.is_empty() { dangling_link(folder, round) } else { None };
    if let Some(link) = link {
        let (target, link) = (link.read_link().unwrap_or_default(), link.display());
        let target = target.display();
        return Err(wrong(format!(
            "{link}: a link to {target}, where nothing is; give the folder that the buckets moved to with --buckets"
        )));
    }
    let (place, missing) = (folder.display(), if folder.exists() { "" } else { "no such folder, and so " });
    match files.as_slice() {
        [file] => Ok(file.clone()),
        [] => {
            let called = study.names[round.number() - 1].map_or(String::new(), |name| format!(" ('{name}.buckets')"));
            let make = study.cure(round);
            Err(wrong(format!(
                "{place}: {missing}no bucket file of the {round}{called}; {make}, or give --buckets or --{round}"
            )))
        }
        several => {
            let names: Vec<String> = several.iter().map(|file| file.display().to_string()).collect();
            let variants = match study.variants.as_slice() {
                [] => String::new(),
                variants => format!(", or give a --variant of the study: {}", variants.join(", ")),
            };
            Err(wrong(format!(
                "{place}: {} bucket files of the {round} ({}); choose one with --{round}{variants}",
                several.len(),
                names.join(", ")
            )))
        }
    }
}

/// A link in a run folder to a bucket file that is not there any more, perhaps the street's.
fn dangling_link(folder: &Path, round: Round) -> Option<PathBuf> {
    let links = RunFolder::new(folder).bucket_files().unwrap_or_default();
    let links: Vec<(String, PathBuf)> = links.into_iter().filter(|(_, path)| is_dangling(path)).collect();
    let named = links.iter().position(|(name, _)| name.contains(round.name()));
    links.into_iter().nth(named.unwrap_or(0)).map(|(_, path)| path)
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
    // Links that lead nowhere only matter where a street has no other file.
    files.retain(|file| !is_dangling(file));
    // A damaged file in the folder is named rather than passed over: it may be the one that is meant.
    files.into_iter().map(|file| Ok((BucketTable::open(&file)?.round(), file))).collect()
}
