//! One decision node's strategy in whole parts of a probability, and its compressed form.
//!
//! How finely a strategy file keeps its probabilities, and the rounding to whole parts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::content::{parts_of, plain_parts, streams};
use super::frames::pack;
use crate::error::TableError;

/// The most actions a node has: fold, call and raises of fourteen sizes.
pub const MAX_ACTIONS: usize = 16;
/// The most actions of a limit game: fold, call, raise.
pub const LIMIT_ACTIONS: usize = 3;
/// Probability 1 in parts of 8 bits, the usual ones.
pub const PARTS: u8 = u8::MAX;

/// The strategy of all buckets at one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeStrategy {
    actions: usize,
    buckets: usize,
    bits: ProbabilityBits,
    /// `[action][bucket]` without the last action, which gets what is left; a bucket's parts never exceed the whole.
    parts: Vec<u16>,
}

impl NodeStrategy {
    /// A node where every bucket takes the last action; `None` unless it has 1 to [`MAX_ACTIONS`] actions.
    pub fn with_bits(actions: usize, buckets: usize, bits: ProbabilityBits) -> Option<Self> {
        Self::with_parts(actions, buckets, bits, |free| Some(vec![0; free.checked_mul(buckets)?]))
    }

    /// A node from the content of its block, [`Self::bytes`]; `None` if the content is not valid for such a node.
    pub fn from_bytes(actions: usize, buckets: usize, bits: ProbabilityBits, content: &[u8]) -> Option<Self> {
        Self::with_parts(actions, buckets, bits, |free| parts_of(content, free, buckets, bits))
    }

    /// The same from a block of the older coding, a byte for each probability but the last action's.
    pub(crate) fn from_plain_bytes(
        actions: usize,
        buckets: usize,
        bits: ProbabilityBits,
        content: &[u8],
    ) -> Option<Self> {
        Self::with_parts(actions, buckets, bits, |free| plain_parts(content, free, buckets, bits))
    }

    fn with_parts(
        actions: usize,
        buckets: usize,
        bits: ProbabilityBits,
        parts: impl FnOnce(usize) -> Option<Vec<u16>>,
    ) -> Option<Self> {
        let free = actions.checked_sub(1).filter(|&free| free < MAX_ACTIONS)?;
        Some(Self { actions, buckets, bits, parts: parts(free)? })
    }

    pub fn actions(&self) -> usize {
        self.actions
    }

    pub fn buckets(&self) -> usize {
        self.buckets
    }

    pub fn bits(&self) -> ProbabilityBits {
        self.bits
    }

    /// Sets a bucket's distribution over the node's actions, quantised by [`quantise`]; false if it does not fit the
    /// node.
    #[must_use]
    pub fn set(&mut self, bucket: usize, probabilities: &[f32]) -> bool {
        self.set_in_steps(bucket, probabilities, self.bits.parts())
    }

    /// As [`Self::set`], rounded to whole numbers of `steps`-th parts only: what matters little compresses better this
    /// way. Also false if `steps` does not divide [`ProbabilityBits::parts`].
    #[must_use]
    pub fn set_in_steps(&mut self, bucket: usize, probabilities: &[f32], steps: u16) -> bool {
        let fits = bucket < self.buckets && probabilities.len() == self.actions;
        if !fits || steps == 0 || !self.bits.parts().is_multiple_of(steps) {
            return false;
        }
        let step = self.bits.parts() / steps;
        let parts = quantise(probabilities, steps);
        for (row, part) in self.parts.chunks_exact_mut(self.buckets).zip(parts) {
            row[bucket] = part * step;
        }
        true
    }

    /// A bucket's parts, zero beyond the node's actions, that sum to [`ProbabilityBits::parts`]; `None` for a bucket
    /// that does not exist.
    #[inline]
    pub fn parts(&self, bucket: usize) -> Option<[u16; MAX_ACTIONS]> {
        if bucket >= self.buckets {
            return None;
        }
        let mut parts = [0; MAX_ACTIONS];
        let mut left = self.bits.parts();
        for (row, part) in self.parts.chunks_exact(self.buckets).zip(&mut parts) {
            *part = row[bucket];
            left -= *part;
        }
        parts[self.actions - 1] = left;
        Some(parts)
    }

    /// The parts of each action but the last, which gets what is left of the whole: one slice per action, one number
    /// per bucket.
    pub fn free_parts(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.parts.chunks_exact(self.buckets.max(1))
    }

    /// A bucket's probabilities, zero beyond the node's actions: its parts divided by [`ProbabilityBits::parts`];
    /// `None` for a bucket that does not exist.
    pub fn probabilities(&self, bucket: usize) -> Option<[f32; MAX_ACTIONS]> {
        Some(self.parts(bucket)?.map(|part| f32::from(part) / f32::from(self.bits.parts())))
    }

    /// The content of the node's block: what its compressed form unpacks to.
    pub fn bytes(&self) -> Vec<u8> {
        self.streams().concat()
    }

    /// The node's block: each stream of its content as one zstd frame that records its content's length.
    pub fn compress(&self) -> Result<Vec<u8>, TableError> {
        let mut block = Vec::new();
        for stream in self.streams() {
            block.extend(compress_block(stream)?);
        }
        Ok(block)
    }

    fn streams(&self) -> Vec<Vec<u8>> {
        if self.parts.is_empty() { Vec::new() } else { streams(&self.parts, self.buckets, self.bits) }
    }
}

/// A block's content compressed as one zstd frame that records its content's length; [`NodeStrategy::compress`] does
/// better.
pub fn compress_block(content: impl AsRef<[u8]>) -> Result<Vec<u8>, TableError> {
    pack(content.as_ref())
        .map_err(|error| TableError::Unfinished { path: "strategy block".into(), problem: error.to_string() })
}

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
    let weights = &mut weights[..actions];
    for (weight, &probability) in weights.iter_mut().zip(probabilities) {
        // Bounded, so that an infinite one cannot turn the sum into NaN.
        *weight = f64::from(probability.clamp(0.0, f32::MAX));
        if weight.is_nan() {
            *weight = 0.0;
        }
    }
    if weights.iter().all(|&weight| weight == 0.0) {
        weights.fill(1.0);
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
