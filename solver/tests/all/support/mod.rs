//! What the tests make: games, players and their tables, files, observers; and how numbers are compared.

mod bucket_files;
mod games;
mod measured;
mod players;
mod runs;
mod strategy_files;
mod training_tables;

pub use crate::observer::StopAfter;
pub use bucket_files::{BUCKETS, BucketFiles, FIRST_BUCKETS, bucket_of_class, class_of_hand, cluster_of_flop};
pub use games::{
    RULES, game_of, games_that_cannot_be_walked, history_lanes, limit_game, no_limit_game, reduced_games, tree_layout,
    without_limit,
};
pub use measured::Measured;
pub use players::{BuiltIn, Made, MadeBuckets};
pub use runs::{Outcome, Run, arrays, settings, train};
pub use strategy_files::{write_built_in, write_strategy};
pub use training_tables::{CellPlace, Tables, compare_cells, information_sets, partly_averaged};

use solver::error::SolverError;
use std::path::PathBuf;
use tables::error::Failure;
use tempfile::TempDir;

/// Well-mixed bits of a number (the finaliser of splitmix64).
pub fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The sum of squared deviations in units of the expected count: about the degrees of freedom, one less than the cells.
pub fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// The mean of observations, and their standard deviation.
pub fn mean_and_spread(observations: &[f64]) -> (f64, f64) {
    let count = observations.len() as f64;
    let mean = observations.iter().sum::<f64>() / count;
    let squares: f64 = observations.iter().map(|it| (it - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

/// The same number but for a share of its size, or of 1 where it is smaller.
pub fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
}

/// A folder for a test, and some paths in it.
pub fn scratch<const N: usize>(names: [&str; N]) -> (TempDir, [PathBuf; N]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = names.map(|name| folder.path().join(name));
    (folder, paths)
}

/// Does some work in a pool of threads.
pub fn on_threads<R: Send>(count: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap().install(work)
}

/// An error of the user that names what does not fit; gives its text.
pub fn assert_unfit<T>(outcome: Result<T, SolverError>, what: &str) -> String {
    let Err(error) = outcome else { panic!("no error") };
    assert!(matches!(&error, SolverError::Unfit { what: found, .. } if *found == what), "{error}");
    assert!(error.is_input_error());
    error.to_string()
}
