//! Finds the bucket file that a strategy was made with: by fingerprint, whatever the file is called.

use evaluator::round::Round;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::set::is_dangling;
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;

use crate::error::MatchError;

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
