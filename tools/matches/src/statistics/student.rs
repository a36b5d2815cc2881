//! Student's distribution: how much wider an interval is whose spread was estimated from its own observations.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The 97.5 % quantile of the normal distribution: half a 95 % interval in standard errors of a mean of very many
/// observations.
pub const NORMAL_95: f64 = 1.96;
/// From this many observations on, the normal distribution replaces Student's: quantiles differ by 1e-5.
const VERY_MANY: u64 = 200_000;

/// Student's distribution for the mean of a number of observations; `None` where the normal one serves as well, or
/// below two observations.
pub(crate) fn student(observations: u64) -> Option<StudentsT> {
    let freedom = (2..VERY_MANY).contains(&observations).then(|| (observations - 1) as f64)?;
    StudentsT::new(0.0, 1.0, freedom).ok()
}

/// Half a 95 % interval in standard errors of the mean of a number of observations.
pub fn half_interval95(observations: u64) -> f64 {
    student(observations).map_or(NORMAL_95, |student| student.inverse_cdf(0.975))
}
