//! Hand-made strategies with abstractions in memory, for tests that need players who look at their cards.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use matches::agent::Agent;
use serde_json::json;
use solver::boards::{Buckets, HandBuckets, hand_index};
use solver::game::{Action, BettingTree, GameDefinition};
use solver::policy::StoredPolicy;
use std::path::Path;
use std::sync::Arc;
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::strategy::block::{NodeStrategy, ProbabilityBits, compress_block};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};

/// Hands fall into buckets by a hash of their index: an abstraction without sense, but of cards.
pub struct HashedBuckets {
    pub count: usize,
}

impl HandBuckets for HashedBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(round, hole, board))
    }

    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        let hash = (hand.0 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (round.number() as u64) << 60;
        ((u128::from(hash) * self.count as u128) >> 64) as u32
    }
}

impl Buckets for HashedBuckets {
    fn count(&self, _round: usize) -> usize {
        self.count
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        let (round, board) = (Round::ALL[round], CardSet::of(board));
        row.clear();
        row.extend(order.holdings().map(|hole| self.bucket_at(round, BoardFirst::of(round).index(hole, board))));
    }
}

/// Writes a strategy file of a game: `weights` gives the weights of a node's actions for a bucket.
pub fn write_strategy(
    path: &Path,
    game: &GameDefinition,
    parents: Vec<Parent>,
    buckets_per_round: &[u32],
    weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Fingerprint {
    write_strategy_of_bits(path, ProbabilityBits::Eight, game, parents, buckets_per_round, weights)
}

/// The same with probabilities of a given number of bits.
pub fn write_strategy_of_bits(
    path: &Path,
    bits: ProbabilityBits,
    game: &GameDefinition,
    parents: Vec<Parent>,
    buckets_per_round: &[u32],
    mut weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Fingerprint {
    let tree = BettingTree::new(game);
    let recipe = json!({"game": game.to_acpc_text(), "algorithm": "made by hand"});
    let buckets = buckets_per_round.to_vec();
    let description = StrategyDescription { recipe, parents, buckets_per_round: buckets, facts: json!({}) };
    let mut writer = StrategyWriter::with_bits(description, bits);
    for (number, node) in tree.nodes().iter().enumerate() {
        let buckets = buckets_per_round[node.round] as usize;
        let mut strategy = NodeStrategy::with_bits(node.actions.len(), buckets, bits).unwrap();
        for bucket in 0..buckets {
            assert!(strategy.set(bucket, &weights(number, bucket, node.actions)));
        }
        let head =
            StrategyNode { round: node.round as u8, player: node.player as u8, actions: node.actions.len() as u8 };
        writer.push(head, &compress_block(strategy.bytes()).unwrap()).unwrap();
    }
    writer.write(path).unwrap()
}

/// An agent with such weights and its abstraction.
pub fn made_agent(
    name: &str,
    buckets: Arc<dyn HandBuckets>,
    weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Agent {
    made_agent_of_bits(name, ProbabilityBits::Eight, buckets, weights)
}

/// The same with probabilities of a given number of bits.
pub fn made_agent_of_bits(
    name: &str,
    bits: ProbabilityBits,
    buckets: Arc<dyn HandBuckets>,
    weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Agent {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.strategy");
    let game = GameDefinition::holdem_limit();
    let counts: Vec<u32> = (0..4).map(|round| buckets.count(round) as u32).collect();
    write_strategy_of_bits(&path, bits, &game, vec![], &counts, weights);
    Agent::of_stored(name, StoredPolicy::read(&game, &path).unwrap(), buckets).unwrap()
}

/// An agent that takes legal actions with weights drawn for each node and bucket, and folds seldom.
pub fn erratic_agent(name: &str, buckets: usize, salt: u64) -> Agent {
    erratic_agent_with(name, Arc::new(HashedBuckets { count: buckets }), salt, ProbabilityBits::Eight)
}

/// The same with a given abstraction and number of bits.
pub fn erratic_agent_with(name: &str, buckets: Arc<dyn HandBuckets>, salt: u64, bits: ProbabilityBits) -> Agent {
    made_agent_of_bits(name, bits, buckets, |node, bucket, actions| {
        let weight = |action: &Action| {
            let number = (salt * 1_000_003 + node as u64) * 65_537 + (bucket * 3) as u64 + *action as u64;
            let hash = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let chance = ((hash ^ hash >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f32 / (1 << 24) as f32;
            if *action == Action::Fold { 0.3 * chance } else { chance }
        };
        actions.iter().map(weight).collect()
    })
}
