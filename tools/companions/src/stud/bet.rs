//! How much is bet: equations 3.6 to 3.8.

use rand_xoshiro::rand_core::RngCore;

use super::points::POINTS;
use super::rules::Limits;
use crate::streams::normal;

/// Variance of the noise: the text says variance, and 0.1 would be a standard deviation three times smaller.
pub const NOISE_VARIANCE: f64 = 0.1;

/// How much of its limit a player uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// All of it.
    Aggressive,
    /// 0.7 of the upper limit, but never less than the lower one.
    Passive,
}

impl Stakes {
    /// The limits a player keeps to.
    pub fn limits(self, limits: Limits) -> Limits {
        match self {
            Self::Aggressive => limits,
            // 0.7 in whole numbers, rounded down as bets are.
            Self::Passive => Limits { upper: limits.lower.max(limits.upper * 7 / 10), ..limits },
        }
    }
}

/// The noise of equation 3.7: normal with mean 0 and variance [`NOISE_VARIANCE`].
pub fn noise(dice: &mut impl RngCore) -> f64 {
    NOISE_VARIANCE.sqrt() * normal(dice)
}

/// Equation 3.7: the share of the range that is bet, from the estimate and noise of variance [`NOISE_VARIANCE`].
pub fn share_of_estimate(result: f64, noise: f64) -> f64 {
    (0.5 * result + 0.5 + noise).clamp(0.0, 1.0)
}

/// Equation 3.8: the share that a bluff bets, from how strong it looks; no noise.
pub fn share_of_bluff(potential: f64) -> f64 {
    (0.5 * potential / (POINTS - 1) as f64 + 0.5).clamp(0.0, 1.0)
}

/// Equation 3.6, rounded down: the share `a` of the way from the lower to the upper limit.
pub fn amount(limits: Limits, share: f64) -> u64 {
    let range = limits.upper - limits.lower;
    limits.lower + ((share * range as f64) as u64).min(range)
}
