//! Squared Euclidean distance of vectors whose axes carry their weights.
//!
//! A weighted distance `sum of w[i] (a[i] - b[i])^2` is the plain one after each axis is multiplied by `sqrt(w[i])`
//! and by one common scale; the features do that once, rounding to whole numbers.

/// The sum of squared differences of two vectors of one length, below 2^24 for vectors within the exact range.
#[inline]
pub fn squared(a: &[u16], b: &[u16]) -> u32 {
    debug_assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let difference = u32::from(a.abs_diff(b));
            difference.wrapping_mul(difference)
        })
        .fold(0, u32::wrapping_add)
}

/// `sum of weights[i] (a[i] - b[i])^2` in floating point: what the whole numbers stand for, before any scaling.
pub fn weighted_squared(weights: &[f64], a: &[f64], b: &[f64]) -> f64 {
    weights.iter().zip(a.iter().zip(b)).map(|(weight, (a, b))| weight * (a - b) * (a - b)).sum()
}
