//! How far apart two feature vectors are: whole numbers, so that every processor finds the same nearest centre.
//!
//! Earth mover's distance (EMD) of histograms over one line of bins.
//!
//! Moving one unit of mass by one bin costs one. On a line the least cost is the sum over bins of the absolute
//! difference of the cumulative histograms (Vallender 1974), here with total mass one, so that the unit is *bins*.
//!
//! Squared Euclidean distance of vectors whose axes carry their weights.
//!
//! A weighted distance `sum of w[i] (a[i] - b[i])^2` is the plain one after each axis is multiplied by `sqrt(w[i])`
//! and by one common scale; the features do that once, rounding to whole numbers.

use serde::{Deserialize, Serialize};

/// Vectors may have at most this many dimensions, so that rounding a mean cannot push a centre past the exact range.
pub(crate) const MOST_DIMENSIONS: usize = 1_024;

/// The distance a clustering minimises.
///
/// Both are computed on `u16` coordinates and stay below 2^24, where `f32` holds every whole number: a vector unit of
/// any width, in any order of summation, with or without fused multiply-add, finds the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Distance {
    /// Earth mover's distance in one dimension: the sum of absolute differences of cumulative histograms.
    ///
    /// Divided by the cumulative total it is in bins.
    #[serde(rename = "emd")]
    EarthMover,
    /// The *squared* Euclidean distance of vectors whose axes are already scaled by the roots of their weights.
    ///
    /// Divided by the square of the scale it is in squared units of the feature.
    #[serde(rename = "l2")]
    Euclidean,
}

impl Distance {
    /// The distance of two vectors of one length: a sum of absolute differences, or a sum of squares.
    #[inline]
    pub fn between(self, a: &[u16], b: &[u16]) -> u32 {
        match self {
            Self::EarthMover => fixed_point(a, b),
            Self::Euclidean => squared(a, b),
        }
    }

    /// How far another centre may be from a vector's own centre and still be as near to the vector.
    ///
    /// Let `x` lie at `distance` from its centre `a`. By the triangle inequality a centre `c` with
    /// `between(a, c) > reach(distance)` is strictly farther from `x` than `a` is: twice the distance, and four times
    /// the squared one. Exact in whole numbers; no root is taken.
    #[inline]
    pub fn reach(self, distance: u32) -> u32 {
        match self {
            Self::EarthMover => 2 * distance,
            Self::Euclidean => 4 * distance,
        }
    }

    /// The largest [`size`](Self::size) that a vector may have within the exact range.
    pub fn largest_size(self) -> u64 {
        match self {
            // The kernel's score is a distance plus a vector's sum, at most three such sums: below 2^24.
            Self::EarthMover => 1 << 22,
            // A mean is rounded by half a unit per axis: 2^18 are reserved for what that adds to a centre's square.
            Self::Euclidean => (1 << 23) - (1 << 18),
        }
    }

    /// The size of a vector for the exact range: its sum, or its sum of squares.
    #[inline]
    pub fn size(self, row: &[u16]) -> u64 {
        match self {
            Self::EarthMover => row.iter().map(|&value| u64::from(value)).sum(),
            Self::Euclidean => row.iter().map(|&value| u64::from(value) * u64::from(value)).sum(),
        }
    }
}

tables::words!(Distance, "a distance", { EarthMover => "emd", Euclidean => "l2" });

/// The sum of absolute differences of two cumulative histograms that end in the same total: EMD in bins times that.
#[inline]
fn fixed_point(a: &[u16], b: &[u16]) -> u32 {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b))).sum()
}

/// The sum of squared differences of two vectors of one length, below 2^24 for vectors within the exact range.
#[inline]
fn squared(a: &[u16], b: &[u16]) -> u32 {
    debug_assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let difference = u32::from(a.abs_diff(b));
            difference.wrapping_mul(difference)
        })
        .fold(0, u32::wrapping_add)
}
