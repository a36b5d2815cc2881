//! Mean, standard error and confidence interval of independent observations, and which differences are not chance.
//!
//! An observation is a pair of seatings on the same cards: a deal played twice, or a board valued both ways.
//!
//! A share counted over games, such as folds among actions, with a standard error that allows for actions of one game
//! being dependent.
//!
//! Significance: p-values, and their correction for the number of questions asked.
//!
//! How many observations would decide a question that the present ones have left open: a rough answer, since the spread
//! and the difference are themselves known only roughly.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

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

/// What is called significant: a corrected p-value below this.
pub const LEVEL: f64 = 0.05;

/// Two players, or what belongs to them, against each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    pub first: String,
    pub second: String,
    /// The first's less the second's, in thousandths of a big blind per game.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval, not corrected; infinite (`null` in JSON) for a single observation.
    #[serde(deserialize_with = "number_or_infinity")]
    pub ci95: f64,
    /// Two-sided: how often chance alone would give as much or more if there were no difference.
    pub p_value: f64,
    /// Corrected for the number of comparisons by [`holm`].
    pub p_corrected: f64,
    pub significant: bool,
}

/// JSON has no infinity: it is written as `null`.
fn number_or_infinity<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}

/// Compares pairs by the scores of their differences, all with one correction.
pub fn compare(pairs: impl IntoIterator<Item = (String, String, Score)>) -> Vec<Comparison> {
    let comparison = |(first, second, score): (String, String, Score)| Comparison {
        first,
        second,
        mbb_per_game: score.mean,
        ci95: score.ci95(),
        p_value: p_value(&score),
        p_corrected: 1.0,
        significant: false,
    };
    let mut comparisons: Vec<Comparison> = pairs.into_iter().map(comparison).collect();
    let corrected = holm(&comparisons.iter().map(|it| it.p_value).collect::<Vec<_>>());
    for (comparison, corrected) in comparisons.iter_mut().zip(corrected) {
        comparison.p_corrected = corrected;
        comparison.significant = corrected < LEVEL;
    }
    comparisons
}

/// Values of matches are worked out in single precision: what is smaller, in mbb/g, may be rounding and nothing else.
pub const RESOLUTION: f64 = 1e-3;

/// Two-sided p-value of a mean in mbb/g against zero, by Student's distribution. A mean without spread is certain; one
/// below [`RESOLUTION`] or of a single observation says nothing.
pub fn p_value(score: &Score) -> f64 {
    if score.mean.abs() < RESOLUTION || score.standard_error.is_infinite() {
        return 1.0;
    }
    let z = (score.mean / score.standard_error).abs();
    match student(score.observations) {
        Some(student) if z.is_finite() => 2.0 * student.cdf(-z),
        _ => erfc(z / std::f64::consts::SQRT_2),
    }
}

/// Corrects p-values for their number so that the chance of even one false "significant" stays at the level, however
/// they depend on each other: the smallest is multiplied by their number, the next one by one less and so on, none
/// becomes smaller than one before it or larger than 1.
///
/// Holm, "A simple sequentially rejective multiple test procedure" (1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &number) in order.iter().enumerate() {
        largest = largest.max((p_values.len() - rank) as f64 * p_values[number]).min(1.0);
        corrected[number] = largest;
    }
    corrected
}

/// Nobody makes more clusterings than this; boards and deals are asked for in parts of it.
const MOST: u64 = 1_000;

/// How many observations would decide a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    InAll(u64),
    /// More than this many, or more of something else.
    MoreThan(u64),
    /// There are too few of them to say.
    NotKnown,
}

impl Needed {
    /// The fewest, not below `least`, that are enough; more are enough as well.
    pub(crate) fn first(least: u64, is_enough: impl Fn(u64) -> bool) -> Self {
        let most = least.max(MOST);
        if !is_enough(most) {
            return Self::MoreThan(most);
        }
        let (mut too_few, mut enough) = (least.saturating_sub(1), most);
        while too_few + 1 < enough {
            let middle = too_few + (enough - too_few) / 2;
            if is_enough(middle) { enough = middle } else { too_few = middle }
        }
        Self::InAll(enough)
    }

    /// How many observations would distinguish a mean of this size from zero, given the spread found; its p-value is
    /// multiplied by the number of `pairs`, as for the clearest of them (Holm's first step).
    pub fn of(found: &Score, pairs: usize) -> Self {
        if found.observations < 2 || !found.standard_error.is_finite() {
            return Self::NotKnown;
        }
        let spread = found.standard_deviation();
        let is_enough = |observations: u64| {
            let standard_error = spread / (observations as f64).sqrt();
            let score = Score { standard_error, observations, ..*found };
            p_value(&score) * (pairs as f64) < LEVEL
        };
        // In multiples of what there is: boards are cheap.
        match Self::first(1, |times| is_enough(times.saturating_mul(found.observations))) {
            Self::InAll(times) => Self::InAll(times.saturating_mul(found.observations)),
            Self::MoreThan(times) => Self::MoreThan(times.saturating_mul(found.observations)),
            Self::NotKnown => Self::NotKnown,
        }
    }
}
