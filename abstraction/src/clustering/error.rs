//! What can be wrong with a clustering's rows and settings.

use thiserror::Error;

/// Rows or settings that cannot be clustered, or a clustering that was stopped.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ClusteringError {
    /// A number outside its range.
    #[error("{what} is {found}; expected {expected}")]
    Setting {
        /// The setting's name.
        what: &'static str,
        /// The range it must lie in.
        expected: &'static str,
        /// The value given.
        found: String,
    },
    /// Arrays that do not fit together.
    #[error("{what}: expected {expected}, found {found}; give one entry for every row")]
    Shape {
        /// Which array.
        what: &'static str,
        /// The length that follows from the rows.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A vector too large for exact whole-number distances.
    #[error("row {row} has size {found}, the exact range ends at {limit}; use a smaller fixed-point scale")]
    RowTooLarge {
        /// The row's number.
        row: usize,
        /// Its sum or sum of squares.
        found: u64,
        /// The largest size allowed.
        limit: u64,
    },
    /// A row without weight: it has no part in any mean.
    #[error("row {row} has weight zero; leave it out")]
    ZeroWeight {
        /// The row's number.
        row: usize,
    },
    /// Weights whose sum leaves the exact range.
    #[error("the weights sum to {found}; at most {limit} can be summed exactly: divide them by a common factor")]
    TotalWeight {
        /// Their sum.
        found: u128,
        /// The largest sum allowed.
        limit: u64,
    },
    /// The caller's callback asked to stop.
    #[error("interrupted before the end; run the same command again")]
    Interrupted,
    /// The clustering library used for the starting hands refused its input.
    #[error("linfa's k-means failed: {0}")]
    Linfa(String),
}

impl ClusteringError {
    /// Whether the caller stopped it.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}
