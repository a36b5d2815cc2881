//! Nodes of any width with distributions drawn at random, a good part of them pure.

use proptest::prelude::*;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};

pub fn any_bits() -> impl Strategy<Value = ProbabilityBits> {
    prop::sample::select(&ProbabilityBits::ALL[..])
}

pub fn any_weights() -> impl Strategy<Value = [f32; 3]> {
    prop::array::uniform3(prop_oneof![Just(0.0f32), 0.0f32..1.0, 0.0f32..1e-3])
}

/// A node of that many actions with a bucket for each of the weights.
pub fn node_of(actions: usize, bits: ProbabilityBits, weights: &[[f32; 3]]) -> NodeStrategy {
    let mut node = NodeStrategy::with_bits(actions, weights.len(), bits).unwrap();
    for (bucket, weights) in weights.iter().enumerate() {
        assert!(node.set(bucket, &weights[..actions]));
    }
    node
}

pub fn eight_bits(actions: usize, buckets: usize) -> Option<NodeStrategy> {
    NodeStrategy::with_bits(actions, buckets, ProbabilityBits::Eight)
}
