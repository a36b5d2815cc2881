//! The jackknife (Tukey 1958): how far an estimate depends on single observations.

/// The standard error of an estimate, from what it is without each of its observations (or groups of them) in turn; not
/// a number without any.
pub fn jackknife_error(without: &[f64]) -> f64 {
    let count = without.len() as f64;
    let mean = without.iter().sum::<f64>() / count;
    let squares: f64 = without.iter().map(|estimate| (estimate - mean).powi(2)).sum();
    (squares * (count - 1.0) / count).sqrt()
}
