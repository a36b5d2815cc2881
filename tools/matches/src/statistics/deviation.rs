//! Mean and standard deviation of a few plain numbers.

/// The mean of some values (0 of none), and their standard deviation (n - 1) if there are several.
pub fn mean_and_deviation(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt()))
}
