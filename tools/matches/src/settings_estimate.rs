//! A number that compares settings, and how well it is known.
//!
//! There are two kinds of luck in it. One is the clusterings': others of the same settings would have given another
//! number. The other is the boards': all players met on the same ones, which favour one setting or another whatever the
//! clustering, so that no comparison of clusterings shows it. The variances of the two are added (two random effects
//! that cross, Searle 1971):
//!
//! - over **clusterings** with the boards as they are: the jackknife (Tukey 1958), which leaves out one number at a
//!   time, with one degree of freedom less than there are numbers;
//! - over **boards** with the clusterings as they are: the standard error of the mean of the boards' numbers.
//!
//! What belongs to a clustering on a board alone is in both, so that the sum errs on the careful side. The degrees of
//! freedom of the sum are Welch's and Satterthwaite's (1946): `(v + w)² / (v² / f + w² / g)`. Tests use that interval.
//!
//! The bootstrap (Efron 1979) draws as many clusterings with replacement; with five its percentiles are too narrow by a
//! third, and it is there for its shape.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::bootstrap::{percentiles95, resampled};
use crate::statistics::score::Score;
use crate::statistics::significance::RESOLUTION;
use solver::measure::exploitability::sampled_seats::jackknife_error;

/// A number in mbb/g with its intervals; what it takes two clusterings to know is not there for a single one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsEstimate {
    /// The number.
    pub mbb_per_game: f64,
    /// Half the 95 % interval over other clusterings and other boards.
    pub interval95: Option<f64>,
    /// Half the 95 % interval over other clusterings on these boards, by the jackknife.
    pub clusterings95: Option<f64>,
    /// Half the 95 % interval over other boards with these clusterings; none where single boards are not known.
    pub boards95: Option<f64>,
    /// Both ends of the 95 % percentile interval over other clusterings on these boards, by the bootstrap.
    pub bootstrap95: Option<[f64; 2]>,
    /// Two-sided, of the interval over both.
    pub p_value: Option<f64>,
}

impl SettingsEstimate {
    /// Estimates of all that `evaluate` gives for the weights of the clusterings; `of_boards` has what it gives for
    /// each board with equal weights, where boards are known.
    pub(crate) fn all(
        clusterings: usize,
        evaluate: impl Fn(&[f64]) -> Vec<f64>,
        of_boards: &[Vec<f64>],
        seed: u64,
    ) -> Vec<Self> {
        let over_boards =
            |number: usize| (of_boards.len() > 1).then(|| Score::of(of_boards.iter().map(|values| values[number])));
        let without = |left_out: usize| {
            let weights: Vec<f64> = (0..clusterings).map(|it| if it == left_out { 0.0 } else { 1.0 }).collect();
            evaluate(&weights)
        };
        let several = clusterings > 1;
        let jackknife: Vec<Vec<f64>> = (0..clusterings).filter(|_| several).map(without).collect();
        let bootstrap = if several { resampled(clusterings, &evaluate, seed) } else { Vec::new() };
        let estimate = |(number, value): (usize, f64)| {
            let over_boards = over_boards(number);
            let over_clusterings = several.then(|| {
                let without: Vec<f64> = jackknife.iter().map(|values| values[number]).collect();
                let standard_error = jackknife_error(&without);
                Score { mean: value, standard_error, observations: clusterings as u64 }
            });
            let both = over_clusterings.map(|score| Luck::sum(score, over_boards));
            Self {
                mbb_per_game: value,
                interval95: both.as_ref().map(Luck::interval95),
                clusterings95: over_clusterings.map(|score| score.ci95()),
                boards95: over_boards.map(|score| score.ci95()),
                bootstrap95: several.then(|| percentiles95(bootstrap.iter().map(|values| values[number]))),
                p_value: both.as_ref().map(|luck| luck.p_value(value)),
            }
        };
        evaluate(&vec![1.0; clusterings]).into_iter().enumerate().map(estimate).collect()
    }
}

/// A standard error, and Student's distribution for it.
struct Luck {
    standard_error: f64,
    student: StudentsT,
}

impl Luck {
    /// The luck of at least two clusterings and that of the boards together.
    fn sum(clusterings: Score, boards: Option<Score>) -> Self {
        let freedom = |score: &Score| (score.observations - 1) as f64;
        let variance = |score: &Score| score.standard_error.powi(2);
        let scores: Vec<Score> = std::iter::once(clusterings).chain(boards).collect();
        let total: f64 = scores.iter().map(variance).sum();
        let shares: f64 = scores.iter().map(|score| variance(score).powi(2) / freedom(score)).sum();
        let freedom = if shares > 0.0 { total.powi(2) / shares } else { freedom(&clusterings) };
        let student = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
        Self { standard_error: total.sqrt(), student }
    }

    fn interval95(&self) -> f64 {
        self.student.inverse_cdf(0.975) * self.standard_error
    }

    /// Of a value against zero; one that may be rounding and nothing else says nothing.
    fn p_value(&self, value: f64) -> f64 {
        if value.abs() < RESOLUTION { 1.0 } else { 2.0 * self.student.cdf(-(value / self.standard_error).abs()) }
    }
}
