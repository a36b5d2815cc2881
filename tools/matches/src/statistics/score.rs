//! Mean, standard error and confidence interval of independent observations.
//!
//! An observation is a pair of seatings on the same cards: a deal played twice, or a board valued both ways.
//!
//! Mean and standard deviation of a few plain numbers.
//!
//! Student's distribution: how much wider an interval is whose spread was estimated from its own observations.
//!
//! A share counted over games, such as folds among actions, with a standard error that allows for actions of one game
//! being dependent.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::crossed::Variance;

/// A mean and how well it is known, in the unit of the observations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The mean; 0 without observations.
    pub mean: f64,
    /// The sample's standard deviation (n - 1) over the root of n; infinite below two observations.
    pub standard_error: f64,
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
    #[inline]
    pub fn add(&mut self, chips: i32) {
        self.count += 1;
        self.sum += i128::from(chips);
        self.squares += i128::from(i64::from(chips) * i64::from(chips));
    }

    pub fn sum(&self) -> i64 {
        self.sum as i64
    }

    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

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

/// The mean of some values (0 of none), and their standard deviation (n - 1) if there are several.
pub fn mean_and_deviation(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt()))
}

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

/// Sums over games of a part and of what it is a part of.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Ratio {
    part: f64,
    whole: f64,
    part_squares: f64,
    products: f64,
    whole_squares: f64,
    games: u64,
}

impl Ratio {
    /// Takes one game's counts; a game without either changes nothing.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.part += part;
        self.whole += whole;
        self.part_squares += part * part;
        self.products += part * whole;
        self.whole_squares += whole * whole;
        self.games += u64::from(part != 0.0 || whole != 0.0);
    }

    pub fn merge(&mut self, other: &Self) {
        self.part += other.part;
        self.whole += other.whole;
        self.part_squares += other.part_squares;
        self.products += other.products;
        self.whole_squares += other.whole_squares;
        self.games += other.games;
    }

    /// The share; `None` where there was nothing to be a part of.
    pub fn share(&self) -> Option<f64> {
        (self.whole != 0.0).then(|| self.part / self.whole)
    }

    /// Its standard error by the linearised estimator of a ratio (Cochran, "Sampling techniques", 6.4); games are
    /// independent, actions within a game need not be. `None` where there is no share.
    pub fn standard_error(&self) -> Option<f64> {
        let share = self.share()?;
        let squares = self.part_squares - 2.0 * share * self.products + share * share * self.whole_squares;
        Some(squares.max(0.0).sqrt() / self.whole.abs())
    }

    /// Half its 95 % interval, by Student's distribution over games; `None` for fewer than two of them.
    pub fn half_interval95(&self) -> Option<f64> {
        let games = self.games as f64;
        let widened = (games / (games - 1.0)).sqrt() * half_interval95(self.games);
        self.standard_error().filter(|_| self.games > 1).map(|error| widened * error)
    }

    /// What it is a part of.
    pub fn whole(&self) -> f64 {
        self.whole
    }
}
