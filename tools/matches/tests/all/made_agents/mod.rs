//! Hand-made strategies with abstractions in memory, for tests that need players who look at their cards.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use matches::agent::Agent;
use solver::boards::{Buckets, HandBuckets, hand_index};
use solver::game::{Action, GameDefinition, Node};
use solver::policy::StoredPolicy;
use std::path::Path;
use std::sync::Arc;
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::strategy::block::ProbabilityBits;

#[path = "../../../../../solver/tests/all/support/strategy_files.rs"]
mod strategy_files;
use strategy_files::write_strategy_of;

/// Hands fall into buckets by a hash of their index: an abstraction without sense, but of cards.
pub struct HashedBuckets {
    pub deck: Deck,
    pub count: usize,
}

impl HashedBuckets {
    /// Of the full deck.
    pub fn new(count: usize) -> Self {
        Self { deck: Deck::FULL, count }
    }
}

impl HandBuckets for HashedBuckets {
    fn deck(&self) -> Deck {
        self.deck
    }

    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(self.deck, round, hole, board))
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
        row.extend(
            order.holdings().map(|hole| self.bucket_at(round, BoardFirst::of(self.deck, round).index(hole, board))),
        );
    }
}

/// Does some work in a pool of threads.
pub fn on_threads<R: Send>(count: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap().install(work)
}

/// Writes a strategy file of a game: `weights` gives the weights of a node's actions for a bucket.
pub fn write_strategy(
    path: &Path,
    game: &GameDefinition,
    parents: Vec<Parent>,
    counts: &[u32],
    mut weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Fingerprint {
    let weights = |(number, node): (usize, &Node), bucket: usize| weights(number, bucket, node.actions);
    write_strategy_of(path, game, parents, counts, ProbabilityBits::Eight, weights)
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
    mut weights: impl FnMut(usize, usize, &[Action]) -> Vec<f32>,
) -> Agent {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.strategy");
    let game = GameDefinition::holdem_limit_on(buckets.deck());
    let counts: Vec<u32> = (0..4).map(|round| buckets.count(round) as u32).collect();
    let weights = |(number, node): (usize, &Node), bucket: usize| weights(number, bucket, node.actions);
    write_strategy_of(&path, &game, vec![], &counts, bits, weights);
    Agent::of_stored(name, &game, StoredPolicy::read(&game, &path).unwrap(), buckets).unwrap()
}

/// An agent that takes legal actions with weights drawn for each node and bucket, and folds seldom.
pub fn erratic_agent(name: &str, buckets: usize, salt: u64) -> Agent {
    erratic_agent_with(name, Arc::new(HashedBuckets::new(buckets)), salt, ProbabilityBits::Eight)
}

/// The same with a given abstraction and number of bits.
pub fn erratic_agent_with(name: &str, buckets: Arc<dyn HandBuckets>, salt: u64, bits: ProbabilityBits) -> Agent {
    made_agent_of_bits(name, bits, buckets, |node, bucket, actions| {
        let weight = |action: &Action| {
            let number = (salt * 1_000_003 + node as u64) * 65_537 + (bucket * 3) as u64 + action.column() as u64;
            let hash = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let chance = ((hash ^ hash >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f32 / (1 << 24) as f32;
            if *action == Action::Fold { 0.3 * chance } else { chance }
        };
        actions.iter().map(weight).collect()
    })
}
