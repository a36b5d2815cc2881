//! Bucket files by fingerprint: in the run of what was made with them, then in the places that a user names.

use evaluator::round::Round;
use std::path::{Path, PathBuf};
use tables::buckets::set::{bucket_files_at, is_dangling};
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;

use super::error::MatchError;

/// The run folder of `RUN/strategies/X.strategy`.
pub(crate) fn run_of(strategy: &Path) -> PathBuf {
    let folder = strategy.parent().unwrap_or(Path::new(""));
    // "", "." and ".." have no name that could be taken off.
    match (folder.file_name(), folder.parent()) {
        (Some(_), Some(run)) => run.to_owned(),
        _ => folder.join(".."),
    }
}

/// The bucket file of a street with that fingerprint: first in the strategy's own run, or those it may have come from,
/// then in other places: bucket files, run folders, or folders that hold bucket files themselves.
///
/// Files of folders that cannot be read are passed over: they may have nothing to do with this strategy.
pub fn find_bucket_file(
    strategy: &Path,
    street: Round,
    expected: Fingerprint,
    runs: &[RunFolder],
    places: &[PathBuf],
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
    for place in places {
        if place.is_file() {
            // A file that was named is meant to be read.
            BucketTable::open(place)?;
        }
        let refuse = |source| MatchError::Folder { path: place.clone(), source };
        for path in bucket_files_at(place).map_err(refuse)? {
            if matches(&path) {
                return Ok(path);
            }
        }
    }
    let mut searched: Vec<PathBuf> = runs.iter().map(|run| run.root().join("buckets")).collect();
    searched.extend_from_slice(places);
    let found = other.map(Box::new);
    Err(MatchError::NoBuckets { path: strategy.to_owned(), street, expected, searched, found, dangling })
}
