//! Strategy files written by hand, decision by decision, for the tests of all crates.
#![allow(dead_code, reason = "no crate writes all kinds")]

use serde_json::json;
use solver::game::{BettingTree, GameDefinition, Node};
use solver::policy::FixedPolicy;
use std::path::Path;
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};

/// Writes a file with a distribution for every decision of a game: `weights((number, node), bucket)`.
pub fn write_strategy(
    path: &Path,
    game: &GameDefinition,
    counts: &[u32],
    bits: ProbabilityBits,
    weights: impl FnMut((usize, &Node), usize) -> Vec<f32>,
) {
    write_strategy_of(path, game, Vec::new(), counts, bits, weights);
}

/// The same with the files that it rests on.
pub fn write_strategy_of(
    path: &Path,
    game: &GameDefinition,
    parents: Vec<Parent>,
    counts: &[u32],
    bits: ProbabilityBits,
    mut weights: impl FnMut((usize, &Node), usize) -> Vec<f32>,
) -> Fingerprint {
    let recipe = json!({"game": game.to_acpc_text(), "by": "hand"});
    let description = StrategyDescription { recipe, parents, buckets_per_round: counts.to_vec(), facts: json!({}) };
    let mut writer = StrategyWriter::with_bits(description, bits);
    for (number, node) in BettingTree::new(game).nodes().iter().enumerate() {
        let buckets = counts[node.round] as usize;
        let actions = weights((number, node), 0).len();
        let mut strategy = NodeStrategy::with_bits(actions, buckets, bits).unwrap();
        for bucket in 0..buckets {
            assert!(strategy.set(bucket, &weights((number, node), bucket)));
        }
        let head = StrategyNode { round: node.round as u8, player: node.player as u8, actions: actions as u8 };
        writer.push(head, &strategy.compress().unwrap()).unwrap();
    }
    writer.write(path).unwrap()
}

/// The same with what a built-in policy does at every decision.
pub fn write_built_in(path: &Path, game: &GameDefinition, counts: &[u32], policy: FixedPolicy) {
    write_strategy(path, game, counts, ProbabilityBits::Eight, |(_, node), _| {
        policy.probabilities(node.actions).iter().map(|&it| it as f32).collect()
    });
}
