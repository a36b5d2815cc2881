//! Strategy files written by hand, decision by decision.

use serde_json::json;
use solver::game::BettingTree;
use std::path::Path;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};

/// Writes a file with a distribution for every decision of a tree: `weights(node, bucket)`.
pub fn write_strategy(
    path: &Path,
    tree: &BettingTree,
    counts: &[u32],
    bits: ProbabilityBits,
    weights: impl Fn(usize, usize) -> Vec<f32>,
) {
    let description = StrategyDescription {
        recipe: json!({"by": "hand"}),
        parents: Vec::new(),
        buckets_per_round: counts.to_vec(),
        facts: json!({}),
    };
    let mut writer = StrategyWriter::with_bits(description, bits);
    for (number, node) in tree.nodes().iter().enumerate() {
        let buckets = counts[node.round] as usize;
        let actions = weights(number, 0).len();
        let mut strategy = NodeStrategy::with_bits(actions, buckets, bits).unwrap();
        for bucket in 0..buckets {
            assert!(strategy.set(bucket, &weights(number, bucket)));
        }
        let head = StrategyNode { round: node.round as u8, player: node.player as u8, actions: actions as u8 };
        writer.push(head, &strategy.compress().unwrap()).unwrap();
    }
    writer.write(path).unwrap();
}
