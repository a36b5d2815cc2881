//! Which differences are more than chance: p-values, and their correction for the number of questions asked.
//!
//! How many observations would decide a question that the present ones have left open: a rough answer, since the spread
//! and the difference are themselves known only roughly.

use serde::{Deserialize, Serialize};
use statrs::distribution::ContinuousCDF;
use statrs::function::erf::erfc;

use super::score::{Score, student};

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
