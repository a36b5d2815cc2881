//! One decision node's strategy in a byte per probability, and its compressed form.

use crate::error::TableError;
use std::path::Path;

/// The most actions a node has: fold, call, raise.
pub const MAX_ACTIONS: usize = 3;
/// The sum of a distribution's whole numbers; probability 1 is this many parts.
pub const PARTS: u8 = u8::MAX;
/// How hard zstd tries; fixed, so that equal strategies give equal files with the same zstd.
const COMPRESSION_LEVEL: i32 = 9;

/// The strategy of all buckets at one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeStrategy {
    actions: usize,
    buckets: usize,
    /// `[action][bucket]` in parts of 255, without the last action, which gets what is left.
    parts: Vec<u8>,
}

impl NodeStrategy {
    /// A node where every bucket takes the last action; `None` unless it has 1 to [`MAX_ACTIONS`] actions.
    pub fn new(actions: usize, buckets: usize) -> Option<Self> {
        let rows = actions.checked_sub(1).filter(|&rows| rows < MAX_ACTIONS)?;
        Some(Self { actions, buckets, parts: vec![0; rows.checked_mul(buckets)?] })
    }

    /// A node from the bytes of [`Self::bytes`]; `None` if they are not as many as it has.
    pub fn from_bytes(actions: usize, buckets: usize, bytes: Vec<u8>) -> Option<Self> {
        let rows = actions.checked_sub(1).filter(|&rows| rows < MAX_ACTIONS)?;
        (rows.checked_mul(buckets)? == bytes.len()).then_some(Self { actions, buckets, parts: bytes })
    }

    /// How many actions the node has.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// How many buckets its round has.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Sets a bucket's distribution over the node's actions, quantised by [`quantise`]; false if it does not fit the node.
    #[must_use]
    pub fn set(&mut self, bucket: usize, probabilities: &[f32]) -> bool {
        if bucket >= self.buckets || probabilities.len() != self.actions {
            return false;
        }
        let parts = quantise(probabilities);
        for (row, part) in self.parts.chunks_exact_mut(self.buckets).zip(parts) {
            row[bucket] = part;
        }
        true
    }

    /// A bucket's probabilities, zero beyond the node's actions; `None` for a bucket that does not exist.
    ///
    /// Each is a number of parts divided by 255; from a damaged file they may sum to more than one.
    pub fn probabilities(&self, bucket: usize) -> Option<[f32; MAX_ACTIONS]> {
        if bucket >= self.buckets {
            return None;
        }
        let mut probabilities = [0.0; MAX_ACTIONS];
        let mut left = PARTS;
        for (row, probability) in self.parts.chunks_exact(self.buckets).zip(&mut probabilities) {
            *probability = f32::from(row[bucket]) / f32::from(PARTS);
            left = left.saturating_sub(row[bucket]);
        }
        probabilities[self.actions - 1] = f32::from(left) / f32::from(PARTS);
        Some(probabilities)
    }

    /// The bytes to compress, `[action][bucket]` without the last action.
    pub fn bytes(&self) -> &[u8] {
        &self.parts
    }
}

/// A distribution of up to [`MAX_ACTIONS`] probabilities as whole numbers that sum to 255, by the largest remainder.
///
/// The probabilities are first divided by their sum. Each gets the whole part of 255 p, and what is then missing goes one by
/// one to the largest remainders, the first action at a tie, never to a probability of zero. So 0 and 1 stay exact and no
/// probability moves by 1/255 or more. Negative numbers and NaN count as zero; if all are zero the result is uniform.
pub fn quantise(probabilities: &[f32]) -> [u8; MAX_ACTIONS] {
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
    let mut left = PARTS;
    for action in 0..actions {
        let exact = weights[action] / sum * f64::from(PARTS);
        parts[action] = (exact.floor() as u8).min(left);
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

/// A node's bytes compressed as one zstd frame that says its content's length.
///
/// # Errors
/// [`TableError::Unfinished`] if zstd refuses.
pub fn compress_block(bytes: &[u8]) -> Result<Vec<u8>, TableError> {
    zstd::bulk::compress(bytes, COMPRESSION_LEVEL)
        .map_err(|error| TableError::Unfinished { path: "strategy block".into(), problem: error.to_string() })
}

/// The content of a block of the file at `path`, which must have exactly that many bytes.
pub(crate) fn decompress_block(path: &Path, node: usize, block: &[u8], bytes: usize) -> Result<Vec<u8>, TableError> {
    let what = || format!("block of node {node}");
    let content = zstd::bulk::decompress(block, bytes)
        .map_err(|error| TableError::shape(path, what(), format!("{bytes} compressed bytes"), error))?;
    if content.len() != bytes {
        return Err(TableError::shape(path, what(), format!("{bytes} bytes"), content.len()));
    }
    Ok(content)
}
