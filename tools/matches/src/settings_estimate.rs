//! A number that compares settings, and how well it is known.
//!
//! Two lucks are in it. One is the clusterings': others of the same settings would have given another number. The
//! other is the boards': all players met on the same ones, which favour one setting or another whatever the
//! clustering, so that no comparison of clusterings shows it. The variances of the two are added (two random effects
//! that cross, Searle 1971):
//!
//! - over **clusterings** with the boards as they are: the jackknife (Tukey 1958), which leaves out one number at a
//!   time, with one degree of freedom less than there are numbers;
//! - over **boards** with the clusterings as they are: the standard error of the mean of the boards' numbers.
//!
//! What belongs to a clustering on a board alone is in both, so that the sum errs on the careful side. The degrees of
//! freedom of the sum are Welch's and Satterthwaite's (1946): `(v + w)² / (v² / f + w² / g)`. Tests use that
//! interval.
//!
//! The bootstrap (Efron 1979) draws as many clusterings with replacement; with five its percentiles are too narrow by
//! a third, and it is there for its shape.

use serde::{Deserialize, Serialize};
use solver::dealing::{below, generator_of};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::score::Score;
use crate::significance::RESOLUTION;

/// Draws of the bootstrap.
const DRAWS: usize = 10_000;

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
    /// Estimates of all that `evaluate` gives, which receives how much each clustering counts; `of_boards` has what it
    /// gives for each board with all of them counting alike, where boards are known.
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
        let drawn = |draw: usize| {
            let (mut weights, mut dice) = (vec![0.0; clusterings], generator_of(seed, draw as u64));
            (0..clusterings).for_each(|_| weights[below(&mut dice, clusterings as u64) as usize] += 1.0);
            evaluate(&weights)
        };
        let several = clusterings > 1;
        let jackknife: Vec<Vec<f64>> = (0..clusterings).filter(|_| several).map(without).collect();
        let bootstrap: Vec<Vec<f64>> = (0..DRAWS).filter(|_| several).map(drawn).collect();
        let estimate = |(number, value): (usize, f64)| {
            let over_boards = over_boards(number);
            let over_clusterings = several.then(|| jackknifed(value, jackknife.iter().map(|values| values[number])));
            let both = over_clusterings.map(|score| Luck::sum(score, over_boards));
            let ends = |draws: Vec<f64>| [draws[DRAWS / 40], draws[DRAWS - 1 - DRAWS / 40]];
            Self {
                mbb_per_game: value,
                interval95: both.as_ref().map(Luck::interval95),
                clusterings95: over_clusterings.map(|score| score.ci95()),
                boards95: over_boards.map(|score| score.ci95()),
                bootstrap95: several.then(|| ends(sorted(bootstrap.iter().map(|values| values[number])))),
                p_value: both.as_ref().map(|luck| luck.p_value(value)),
            }
        };
        evaluate(&vec![1.0; clusterings]).into_iter().enumerate().map(estimate).collect()
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// A number whose standard error is the jackknife's, from its values without one observation each.
fn jackknifed(value: f64, without: impl ExactSizeIterator<Item = f64> + Clone) -> Score {
    let count = without.len() as f64;
    let mean = without.clone().sum::<f64>() / count;
    let squares: f64 = without.clone().map(|value| (value - mean).powi(2)).sum();
    let standard_error = (squares * (count - 1.0) / count).sqrt();
    Score { mean: value, standard_error, observations: without.len() as u64 }
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
