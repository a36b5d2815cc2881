//! Means and tests: what is more than chance. Means come from `matches::statistics`, distributions from statrs.

use matches::statistics::score::Score;
use statrs::distribution::{ContinuousCDF, FisherSnedecor, StudentsT};

pub fn score(observations: &[f64]) -> Score {
    Score::of(observations.iter().copied())
}

/// The sample's variance (n - 1) behind a score; infinite below two observations.
pub fn variance(score: &Score) -> f64 {
    score.standard_error.powi(2) * score.observations as f64
}

/// The standard error of a share of `observations` observations (binomial).
pub fn share_error(share: f64, observations: f64) -> f64 {
    (share * (1.0 - share) / observations).sqrt()
}

pub(crate) fn t_of(observations: &[f64]) -> f64 {
    let score = score(observations);
    score.mean / score.standard_error
}

/// How often chance alone would part two means as far if they were one, variances unknown and unequal; two-sided, 1
/// where nothing can be said.
///
/// Welch, "The generalization of 'Student's' problem when several different population variances are involved" (1947).
pub fn welch(first: &Score, second: &Score) -> f64 {
    let parts = [first, second].map(|score| (score.standard_error.powi(2), score.observations as f64 - 1.0));
    let square = parts[0].0 + parts[1].0;
    let statistic = (first.mean - second.mean) / square.sqrt();
    let freedom = square * square / parts.iter().map(|(square, freedom)| square * square / freedom).sum::<f64>();
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if statistic.is_finite() => 2.0 * student.cdf(-statistic.abs()),
        _ => 1.0,
    }
}

/// By how many standard errors two shares differ, by the normal approximation with the pooled share.
pub fn two_proportions((hits, of): (f64, f64), (other_hits, of_others): (f64, f64)) -> f64 {
    let pooled = (hits + other_hits) / (of + of_others);
    let spread = (pooled * (1.0 - pooled) * (1.0 / of + 1.0 / of_others)).sqrt();
    (hits / of - other_hits / of_others) / spread
}

/// How often Fisher's F with these degrees of freedom reaches the ratio; one-sided, 1 where nothing can be said.
pub fn f_at_least(ratio: f64, upper_freedom: f64, lower_freedom: f64) -> f64 {
    match FisherSnedecor::new(upper_freedom, lower_freedom) {
        Ok(fisher) if ratio.is_finite() && ratio >= 0.0 => fisher.sf(ratio),
        _ => 1.0,
    }
}
