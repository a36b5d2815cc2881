//! Distinct feature vectors with the number of deals each stands for: what is clustered.

use rayon::prelude::*;
use std::ops::Range;

use super::settings::ClusteringError;
use crate::distance::{Distance, MOST_DIMENSIONS};

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
    /// Puts `[row][dimension]` values and one weight a row together.
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

    /// Some of the rows.
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

    /// One row's coordinates.
    #[inline]
    pub fn row(&self, row: usize) -> &'a [u16] {
        &self.values[row * self.dimensions..][..self.dimensions]
    }

    /// One row's weight, at least 1.
    #[inline]
    pub fn weight(&self, row: usize) -> u64 {
        self.weights[row]
    }

    /// All coordinates, `[row][dimension]`.
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
