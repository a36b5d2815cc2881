//! What a clustering begins with: distinct feature vectors with the number of deals each stands for, the settings, and
//! what can be wrong with either.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tables::error::{Failure, Kind};
use thiserror::Error;

use crate::distance::{Distance, MOST_DIMENSIONS};

/// The largest number of clusters; the time it takes to choose them grows with its square.
pub const MOST_CLUSTERS: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Centre {
    /// The weighted mean, rounded to the nearest whole number: the mean histogram of J13 and GS14. It minimises the
    /// sum of squares, not the earth mover's cost, which may rise when centres move to their means.
    Mean,
    /// The weighted median of each coordinate: of all centres the one with the least earth mover's cost. It does not
    /// minimise the sum of squares of [`Distance::Euclidean`], which may rise when centres move to their medians.
    Median,
}

impl Centre {
    /// The centre that minimises the cost of a distance, so that every iteration improves it.
    pub const fn usual(distance: Distance) -> Self {
        match distance {
            Distance::EarthMover => Self::Median,
            Distance::Euclidean => Self::Mean,
        }
    }
}

tables::words!(Centre, "a centre", { Mean => "mean", Median => "median" });

/// How to cluster. Start from [`KMeansSettings::new`] and change what is needed; a fit checks them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KMeansSettings {
    /// How many clusters, 1 to 1,048,576; fewer come out if there are fewer distinct rows.
    pub count: usize,
    pub distance: Distance,
    pub centre: Centre,
    /// Decides the seeding; the same seed gives the same clusters.
    pub seed: u64,
    /// How many times to start anew, at least 1; the least cost is kept.
    pub restarts: u32,
    /// At most this many iterations a restart, at least 1. Filling clusters emptied in the last one may add a few.
    pub max_iterations: usize,
    /// Stop when an iteration improves the cost by no more than this share of it, 0 to below 1.
    pub tolerance: f64,
    /// Run the iterations on a weighted sample of about this many rows, then assign all rows once; all rows if `None`.
    pub sample_rows: Option<usize>,
    /// Where rows are made again for every iteration: at most this many passes over all rows, at least 1. With a
    /// single one all rows go to the centres of the sample, as with [`Self::sample_rows`] where they fit in memory.
    pub most_passes: usize,
    /// Draw the first centres from a weighted sample of about this many rows; from all if `None`.
    pub seeding_rows: Option<usize>,
    /// The distance that counts as 1 in reported costs: the cumulative total for costs in bins, the square of the
    /// scale for mean squared distances.
    pub unit: f64,
}

impl KMeansSettings {
    /// One restart with the distance's usual centres, stopping at improvements of 0.01 %, seeds from about 20 rows a
    /// cluster.
    pub fn new(count: usize, distance: Distance, seed: u64) -> Self {
        Self {
            count,
            distance,
            centre: Centre::usual(distance),
            seed,
            restarts: 1,
            max_iterations: 1_000,
            tolerance: 1e-4,
            sample_rows: None,
            most_passes: usize::MAX,
            seeding_rows: Some((20 * count).max(50_000)),
            unit: 1.0,
        }
    }

    pub fn check(&self) -> Result<(), ClusteringError> {
        let number = |rows: Option<usize>| rows.map_or("all".to_owned(), |rows| rows.to_string());
        let in_range = [
            ("count", "1 to 1048576", (1..=MOST_CLUSTERS).contains(&self.count), self.count.to_string()),
            ("restarts", "at least 1", self.restarts >= 1, self.restarts.to_string()),
            ("max_iterations", "at least 1", self.max_iterations >= 1, self.max_iterations.to_string()),
            ("most_passes", "at least 1", self.most_passes >= 1, self.most_passes.to_string()),
            ("tolerance", "0 to below 1", (0.0..1.0).contains(&self.tolerance), self.tolerance.to_string()),
            ("unit", "a positive number", self.unit > 0.0 && self.unit.is_finite(), self.unit.to_string()),
            (
                "sample_rows",
                "at least 20 times count",
                self.sample_rows.is_none_or(|rows| rows >= 20 * self.count),
                number(self.sample_rows),
            ),
            (
                "seeding_rows",
                "at least count",
                self.seeding_rows.is_none_or(|rows| rows >= self.count),
                number(self.seeding_rows),
            ),
        ];
        match in_range.into_iter().find(|&(_, _, valid, _)| !valid) {
            Some((what, expected, _, found)) => Err(ClusteringError::Setting { what, expected, found }),
            None => Ok(()),
        }
    }
}

/// The largest sum of weights: with coordinates below 2^16 and distances below 2^24 every product-sum fits 64 bits.
pub(crate) const LARGEST_TOTAL_WEIGHT: u64 = 1 << 39;

/// Vectors of `u16` coordinates, `[row][dimension]`, each with a weight (raw deals), borrowed from the features.
///
/// Rows should be distinct (the same vector twice is clustered correctly but costs time).
#[derive(Clone, Copy, Debug)]
pub struct WeightedRows<'a> {
    dimensions: usize,
    values: &'a [u16],
    weights: &'a [u64],
    total_weight: u64,
}

impl<'a> WeightedRows<'a> {
    pub fn new(dimensions: usize, values: &'a [u16], weights: &'a [u64]) -> Result<Self, ClusteringError> {
        if dimensions == 0 || dimensions > MOST_DIMENSIONS {
            let (what, expected) = ("the number of dimensions", "1 to 1024");
            return Err(ClusteringError::Setting { what, expected, found: dimensions.to_string() });
        }
        if weights.is_empty() || weights.len() >= u32::MAX as usize {
            let (what, expected) = ("the number of rows", "1 to 4294967294");
            return Err(ClusteringError::Setting { what, expected, found: weights.len().to_string() });
        }
        if values.len() != weights.len() * dimensions {
            let (what, expected) = ("values", weights.len() * dimensions);
            return Err(ClusteringError::Shape { what, expected, found: values.len() });
        }
        if let Some(row) = weights.iter().position(|&weight| weight == 0) {
            return Err(ClusteringError::ZeroWeight { row });
        }
        let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
        match u64::try_from(sum) {
            Ok(total_weight) if total_weight <= LARGEST_TOTAL_WEIGHT => {
                Ok(Self { dimensions, values, weights, total_weight })
            }
            _ => Err(ClusteringError::TotalWeight { found: sum, limit: LARGEST_TOTAL_WEIGHT }),
        }
    }

    pub(super) fn part(&self, rows: Range<usize>) -> Self {
        let weights = &self.weights[rows.clone()];
        let values = &self.values[rows.start * self.dimensions..rows.end * self.dimensions];
        Self { values, weights, total_weight: weights.iter().sum(), ..*self }
    }

    /// Checks that every row lies in the distance's exact range.
    pub fn check_range(&self, distance: Distance) -> Result<(), ClusteringError> {
        let limit = distance.largest_size();
        let too_large = self
            .values
            .par_chunks_exact(self.dimensions)
            .enumerate()
            .map(|(row, values)| (row, distance.size(values)))
            .find_first(|&(_, size)| size > limit);
        match too_large {
            Some((row, found)) => Err(ClusteringError::RowTooLarge { row, found, limit }),
            None => Ok(()),
        }
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    #[inline]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    #[inline]
    pub fn row(&self, row: usize) -> &'a [u16] {
        &self.values[row * self.dimensions..][..self.dimensions]
    }

    #[inline]
    pub fn weight(&self, row: usize) -> u64 {
        self.weights[row]
    }

    pub fn values(&self) -> &'a [u16] {
        self.values
    }

    pub fn weights(&self) -> &'a [u64] {
        self.weights
    }

    pub fn total_weight(&self) -> u64 {
        self.total_weight
    }
}

/// Rows or settings that cannot be clustered, or a clustering that was stopped.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ClusteringError {
    #[error("{what} is {found}; expected {expected}")]
    Setting { what: &'static str, expected: &'static str, found: String },
    #[error("{what}: expected {expected}, found {found}; give one entry for every row")]
    Shape { what: &'static str, expected: usize, found: usize },
    #[error("row {row} has size {found}, the exact range ends at {limit}; use a smaller fixed-point scale")]
    RowTooLarge { row: usize, found: u64, limit: u64 },
    #[error("row {row} has weight zero; leave it out")]
    ZeroWeight { row: usize },
    #[error("the weights sum to {found}; at most {limit} can be summed exactly: divide them by a common factor")]
    TotalWeight { found: u128, limit: u64 },
    #[error("interrupted before the end; run the same command again")]
    Interrupted,
    #[error("linfa's k-means failed: {0}")]
    Linfa(String),
}

impl Failure for ClusteringError {
    fn kind(&self) -> Kind {
        match self {
            Self::Interrupted => Kind::Stopped,
            _ => Kind::Input,
        }
    }
}
