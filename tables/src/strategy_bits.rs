//! How finely a strategy file keeps its probabilities, and the rounding to whole parts.

use crate::strategy_block::MAX_ACTIONS;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The bits of a stored probability. A whole is 2^bits − 1 parts; a part at fewer bits is a whole number of parts at
/// more bits (255 = 17 · 15, 65,535 = 257 · 255).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum ProbabilityBits {
    /// Parts of 15.
    Four,
    /// Parts of 255.
    #[default]
    Eight,
    /// Parts of 65,535.
    Sixteen,
}

impl ProbabilityBits {
    /// All of them, the coarsest first.
    pub const ALL: [Self; 3] = [Self::Four, Self::Eight, Self::Sixteen];

    /// The number of bits: 4, 8 or 16.
    pub const fn number(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// The sum of a distribution's whole numbers; probability 1 is this many parts.
    pub const fn parts(self) -> u16 {
        match self {
            Self::Four => 15,
            Self::Eight => 255,
            Self::Sixteen => u16::MAX,
        }
    }
}

impl TryFrom<u32> for ProbabilityBits {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|bits| bits.number() == number)
            .ok_or_else(|| format!("probabilities are kept in 4, 8 or 16 bits, not in {number}"))
    }
}

impl From<ProbabilityBits> for u32 {
    fn from(bits: ProbabilityBits) -> Self {
        bits.number()
    }
}

impl fmt::Display for ProbabilityBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for ProbabilityBits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number: u32 = text.parse().map_err(|_| format!("'{text}' is no number of bits; give 4, 8 or 16"))?;
        Self::try_from(number)
    }
}

/// A distribution of up to [`MAX_ACTIONS`] probabilities as whole numbers that sum to `whole`, by the largest
/// remainder.
///
/// The probabilities are first divided by their sum. Each gets the whole part of `whole` · p, and what is then
/// missing goes one by one to the largest remainders, the first action at a tie, never to a probability of zero. So 0
/// and 1 stay exact and no probability moves by a part or more. Negative numbers and NaN count as zero; if all are
/// zero the result is uniform.
pub fn quantise(probabilities: &[f32], whole: u16) -> [u16; MAX_ACTIONS] {
    let actions = probabilities.len().min(MAX_ACTIONS);
    let mut weights = [0.0f64; MAX_ACTIONS];
    for (weight, &probability) in weights.iter_mut().zip(probabilities) {
        // Bounded, so that an infinite one cannot turn the sum into NaN.
        *weight = f64::from(probability.clamp(0.0, f32::MAX));
        if weight.is_nan() {
            *weight = 0.0;
        }
    }
    if weights.iter().all(|&weight| weight == 0.0) {
        weights[..actions].fill(1.0);
    }
    let sum: f64 = weights.iter().sum();
    let mut parts = [0; MAX_ACTIONS];
    let mut remainders = [0.0f64; MAX_ACTIONS];
    let mut left = whole;
    for action in 0..actions {
        let exact = weights[action] / sum * f64::from(whole);
        parts[action] = (exact.floor() as u16).min(left);
        left -= parts[action];
        remainders[action] = exact - exact.floor();
    }
    while left > 0 && actions > 0 {
        let mut best = None;
        for action in (0..actions).filter(|&action| weights[action] > 0.0) {
            if best.is_none_or(|best: usize| remainders[action] > remainders[best]) {
                best = Some(action);
            }
        }
        let Some(best) = best else { break };
        parts[best] += 1;
        remainders[best] -= 1.0;
        left -= 1;
    }
    parts
}
