//! Made-up players: buckets by a function of a hand, policies by a function of decision and bucket, and the built-in
//! policies on one bucket.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use solver::boards::{Buckets, CardRules, HandBuckets, OneBucket};
use solver::game::{Action, BettingTree, GameDefinition, Node, NodeId, Place, TreeLayout};
use solver::policy::FixedPolicy;
use solver::policy::fixed::FixedStrategies;
use solver::walk::{ChunkId, HistoryLanes, Player, Real, Row, Strategies};
use std::collections::HashMap;

use super::games::{history_lanes, tree_layout};
use super::mix;
use crate::naive::shares;

/// One number for each round of a game; the last one given goes for those that follow.
fn of_rounds(game: &GameDefinition, counts: &[usize]) -> Vec<usize> {
    (0..game.rounds()).map(|round| counts[round.min(counts.len() - 1)]).collect()
}

/// What a hand is like in a round, whose board cards are given; the rest by the number of buckets is its bucket.
type OfHand = dyn Fn(usize, CardSet, &[Card]) -> u64 + Send + Sync;

/// Buckets by a function of round, hole cards and board.
pub struct MadeBuckets {
    pub rules: CardRules,
    counts: Vec<usize>,
    of_hand: Box<OfHand>,
}

impl MadeBuckets {
    /// `counts`: the buckets of each round, the last number for all that follow.
    pub fn new(
        game: &GameDefinition,
        counts: &[usize],
        of_hand: impl Fn(usize, CardSet, &[Card]) -> u64 + Send + Sync + 'static,
    ) -> Self {
        Self { rules: CardRules::new(game), counts: of_rounds(game, counts), of_hand: Box::new(of_hand) }
    }

    /// Buckets that have nothing to do with strength; they depend on which cards were dealt in the round before.
    pub fn hashed(game: &GameDefinition, counts: &[usize], salt: u64) -> Self {
        let rules = CardRules::new(game);
        Self::new(game, counts, move |round, hole, board| {
            let before = &board[..rules.board_cards(round.saturating_sub(1))];
            let cards = mix(mix(mix(salt ^ hole.bits()) ^ CardSet::of(board).bits()) ^ CardSet::of(before).bits());
            mix(cards ^ round as u64)
        })
    }

    /// The same for hands that differ by the names of suits: a hash of hole cards and each round's board cards.
    pub fn symmetric(game: &GameDefinition, counts: &[usize], salt: u64) -> Self {
        let rules = CardRules::new(game);
        let deck = rules.deck();
        let permutations: Vec<_> = SuitPermutation::all().filter(|it| it.card_set(deck) == deck).collect();
        // Those that make the hole cards least; the board decides between them.
        let of_hole = |hole: CardSet| {
            let least = permutations.iter().map(|it| it.card_set(hole).bits()).min();
            permutations.iter().copied().filter(|it| Some(it.card_set(hole).bits()) == least).collect::<Vec<_>>()
        };
        let by_hole: HashMap<_, _> = rules.holes(CardSet::EMPTY).map(|hole| (hole, of_hole(hole))).collect();
        Self::new(game, counts, move |round, hole, board| {
            let mut sets = vec![hole];
            let mut from = 0;
            for earlier in 0..=round {
                let to = rules.board_cards(earlier);
                sets.push(CardSet::of(&board[from..to]));
                from = to;
            }
            let moved = |it: SuitPermutation| sets.iter().map(move |&set| it.card_set(set).bits());
            let least = by_hole[&hole].iter().min_by(|&&one, &&other| moved(one).cmp(moved(other))).unwrap();
            moved(*least).fold(mix(salt ^ round as u64), |hash, bits| mix(hash ^ bits))
        })
    }

    /// The bucket of a hand on a round's board.
    pub fn bucket(&self, round: usize, hole: CardSet, board: &[Card]) -> u32 {
        ((self.of_hand)(round, hole, board) % self.counts[round] as u64) as u32
    }
}

impl Buckets for MadeBuckets {
    fn count(&self, round: usize) -> usize {
        self.counts[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| self.bucket(round, self.rules.hole(id), board)));
    }
}

impl HandBuckets for MadeBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        Self::bucket(self, round, hole, &board.iter().collect::<Vec<_>>())
    }
}

/// A policy by a function of decision and bucket.
pub struct MadePolicy {
    layout: TreeLayout,
    lanes: HistoryLanes,
    /// `[node][bucket][action]`
    probabilities: Vec<Vec<Vec<f64>>>,
}

impl MadePolicy {
    pub fn new(
        game: &GameDefinition,
        counts: &[usize],
        distribution: impl Fn(usize, usize, &[Action]) -> Vec<f64>,
    ) -> Self {
        let layout = tree_layout(game);
        let counts = of_rounds(game, counts);
        let tree = BettingTree::new(game);
        let of_node = |(number, node): (usize, &Node)| {
            (0..counts[node.round]).map(|bucket| distribution(number, bucket, node.actions)).collect()
        };
        let probabilities = tree.nodes().iter().enumerate().map(of_node).collect();
        Self { lanes: HistoryLanes::new(&layout), layout, probabilities }
    }

    /// Pseudo-random probabilities, a good part of them zero.
    pub fn hashed(game: &GameDefinition, counts: &[usize], seed: u64) -> Self {
        Self::new(game, counts, |node, bucket, actions| {
            let hash = |action| mix(seed ^ mix((node as u64) << 32 | (bucket as u64) << 8 | action as u64));
            shares(&(0..actions.len()).map(|action| (hash(action) % 5) as f64).collect::<Vec<_>>())
        })
    }

    pub fn at(&self, node: NodeId, bucket: u32) -> &[f64] {
        &self.probabilities[node.number()][bucket as usize]
    }

    /// The same policy rounded to parts of 255, as strategy files hold them: the last action gets the rest.
    pub fn in_parts(mut self) -> Self {
        for distribution in self.probabilities.iter_mut().flatten() {
            let mut left = 255.0;
            let last = distribution.len() - 1;
            for (number, probability) in distribution.iter_mut().enumerate() {
                let part = if number == last { left } else { (*probability * 255.0).floor() };
                left -= part;
                *probability = part / 255.0;
            }
        }
        self
    }
}

impl<T: Real> Strategies<T> for MadePolicy {
    fn load(&self, ChunkId { round, chunk }: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[round];
        let shape = lanes.shape(chunk);
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(shape.slots.max(1))) {
            for (node, it) in shape.nodes.iter().enumerate().filter(|(_, it)| it.player == player) {
                for (lane, entry) in lanes.entries[chunk].iter().enumerate() {
                    let Some(entry) = *entry else { continue };
                    let id = self.layout.node_id(Place { round, entry, node });
                    for (action, &probability) in self.at(id, bucket).iter().enumerate() {
                        strategy[it.first_slot + action].0[lane] = T::of(probability);
                    }
                }
            }
        }
    }
}

/// Somebody with buckets and a policy on them.
pub struct Made {
    pub buckets: MadeBuckets,
    pub policy: MadePolicy,
}

impl Made {
    /// A pseudo-random policy on hashed buckets.
    pub fn hashed(game: &GameDefinition, counts: &[usize], seed: u64) -> Self {
        let policy = MadePolicy::hashed(game, counts, 70 + seed);
        Self { buckets: MadeBuckets::hashed(game, counts, seed), policy }
    }

    /// A pseudo-random policy that cannot distinguish suits.
    pub fn symmetric(game: &GameDefinition, counts: &[usize], seed: u64) -> Self {
        Self { buckets: MadeBuckets::symmetric(game, counts, seed), ..Self::hashed(game, counts, seed) }
    }

    /// A built-in policy decision by decision.
    pub fn built_in(game: &GameDefinition, policy: FixedPolicy) -> Self {
        let probabilities = MadePolicy::new(game, &[1], |_, _, actions| policy.probabilities(actions));
        Self { policy: probabilities, ..Self::hashed(game, &[1], 0) }
    }

    pub fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: &self.buckets, strategies: &self.policy }
    }
}

/// A built-in policy as the walks play it, on one bucket.
pub struct BuiltIn(FixedStrategies);

impl BuiltIn {
    pub fn new(game: &GameDefinition, policy: FixedPolicy) -> Self {
        Self(policy.strategies(&history_lanes(game)))
    }

    pub fn all(game: &GameDefinition) -> [Self; 5] {
        FixedPolicy::LIMIT.map(|policy| Self::new(game, policy))
    }

    pub fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: &OneBucket, strategies: &self.0 }
    }
}
