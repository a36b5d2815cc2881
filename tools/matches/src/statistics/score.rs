//! Mean, standard error and confidence interval of independent observations.
//!
//! An observation is a pair of seatings on the same cards: a deal played twice, or a board valued both ways.

use serde::{Deserialize, Serialize};

use crate::statistics::student::half_interval95;
use crate::statistics::variance::Variance;

/// A mean and how well it is known, in the unit of the observations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The mean; 0 without observations.
    pub mean: f64,
    /// The sample's standard deviation (n - 1) over the root of n; infinite below two observations.
    pub standard_error: f64,
    /// How many there were.
    pub observations: u64,
}

impl Score {
    /// The score of observations, added up in their order.
    pub fn of(observations: impl ExactSizeIterator<Item = f64> + Clone) -> Self {
        let count = observations.len();
        let n = count as f64;
        let mean = if count == 0 { 0.0 } else { observations.clone().sum::<f64>() / n };
        if count < 2 {
            return Self { mean, standard_error: f64::INFINITY, observations: count as u64 };
        }
        // In two passes: a difference of large sums of squares would lose what the interval is made of.
        let (mut squares, mut rest) = (0.0, 0.0);
        for observation in observations {
            let deviation = observation - mean;
            squares += deviation * deviation;
            rest += deviation;
        }
        // The rest would be zero with an exact mean (Chan, Golub, LeVeque 1983).
        let variance = ((squares - rest * rest / n) / (n - 1.0)).max(0.0);
        Self { mean, standard_error: (variance / n).sqrt(), observations: count as u64 }
    }

    /// Half the width of the 95 % confidence interval, by Student's distribution: wide for a handful of boards.
    pub fn ci95(&self) -> f64 {
        half_interval95(self.observations) * self.standard_error
    }

    /// The variance of the mean, of at least two observations.
    pub(crate) fn variance(&self) -> Variance {
        Variance { value: self.standard_error.powi(2), freedom: (self.observations - 1) as f64 }
    }

    /// The standard deviation of the observations.
    pub fn standard_deviation(&self) -> f64 {
        self.standard_error * (self.observations as f64).sqrt()
    }

    /// The same score in another unit: every observation times `factor`.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { mean: self.mean * factor, standard_error: self.standard_error * factor.abs(), ..self }
    }
}

/// Observations that are whole numbers, such as chips: their sums are exact, so the order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ChipTally {
    count: u64,
    sum: i128,
    squares: i128,
}

impl ChipTally {
    /// Takes one observation.
    #[inline]
    pub fn add(&mut self, chips: i32) {
        self.count += 1;
        self.sum += i128::from(chips);
        self.squares += i128::from(i64::from(chips) * i64::from(chips));
    }

    /// Takes all observations of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The score in chips.
    pub fn score(&self) -> Score {
        let n = self.count as f64;
        let mean = if self.count == 0 { 0.0 } else { self.sum as f64 / n };
        if self.count < 2 {
            return Score { mean, standard_error: f64::INFINITY, observations: self.count };
        }
        // n Σx² - (Σx)² in whole numbers: nothing cancels before the rounding.
        let scaled_variance = i128::from(self.count) * self.squares - self.sum * self.sum;
        let variance = scaled_variance as f64 / (n * (n - 1.0));
        Score { mean, standard_error: (variance / n).sqrt(), observations: self.count }
    }
}
