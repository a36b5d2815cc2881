//! Plain twins, made of nothing but cards and the betting tree: every deal, every pair of hands, every history one
//! after the other, and what they have learnt in a map.

mod brute_force;
mod cfr;
mod deals;
mod exact_opponent;
mod pairs;
mod programme;
mod resolving;
pub mod spot;

pub use brute_force::BruteForce;
pub use cfr::NaiveCfr;
pub use deals::Textbook;
pub use exact_opponent::NaiveExact;
pub use pairs::{Pairs, outcome};
pub use programme::Programme;
pub use resolving::ResolvedTwin;

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use solver::game::{BettingTree, Child, GameEnd, NodeId};
use solver::train::update_rule::Step;
use std::cmp::Ordering;
use std::collections::HashMap;

use crate::support::MadeBuckets;

/// A decision and the bucket of the one who decides.
pub type InformationSet = (NodeId, u32);
/// A number for each action of some information sets.
pub type Table = HashMap<InformationSet, Vec<f64>>;
/// Probabilities at an information set.
pub type Profile<'p> = dyn Fn(InformationSet) -> Vec<f64> + 'p;

/// The buckets of all rounds of a complete board for one holding.
pub trait Signatures {
    fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32>;
}

impl Signatures for MadeBuckets {
    fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32> {
        (0..self.rules.rounds()).map(|it| self.bucket(it, hole, &board[..self.rules.board_cards(it)])).collect()
    }
}

/// The shares of weights in their sum, all alike where none is positive: regret matching, if they are regrets.
pub fn shares(weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().map(|it| it.max(0.0)).sum();
    weights.iter().map(|it| if total > 0.0 { it.max(0.0) / total } else { 1.0 / weights.len() as f64 }).collect()
}

/// Adds numbers to those of an information set.
pub fn add(table: &mut Table, set: InformationSet, more: impl IntoIterator<Item = f64>) {
    let more: Vec<f64> = more.into_iter().collect();
    let sums = table.entry(set).or_insert_with(|| vec![0.0; more.len()]);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Adds gains to regrets by a rule's step.
pub fn add_gains(regrets: &mut Table, gains: &Table, step: &Step) {
    for (&set, gains) in gains {
        add(regrets, set, gains.iter().map(|gain| step.regret_weight * gain));
        if step.floor {
            regrets.get_mut(&set).unwrap().iter_mut().for_each(|regret| *regret = regret.max(0.0));
        }
    }
}

/// 1 where the first hand wins the showdown, -1 where it loses, 0 for a tie.
pub fn sign(board: CardSet, hole: CardSet, other: CardSet) -> f64 {
    let strength = |hole: CardSet| HandStrength::of(hole.iter().fold(board, |set, card| set.with(card))).number();
    match strength(hole).cmp(&strength(other)) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.0,
        Ordering::Less => -1.0,
    }
}

/// The chips that an end is worth to a player, given the sign of the showdown for it.
pub fn chips(end: GameEnd, player: usize, sign: impl FnOnce() -> f64) -> f64 {
    match end {
        GameEnd::Fold { folder, contributions } if folder == player => -contributions[folder].as_f64(),
        GameEnd::Fold { folder, contributions } => contributions[folder].as_f64(),
        GameEnd::Showdown { contributions, .. } => sign() * contributions[0].as_f64(),
    }
}

/// A deal as the recursion sees it.
pub struct DealtHands {
    /// `[player][round]`
    pub buckets: [Vec<u32>; 2],
    /// 1 where position 0 wins.
    pub sign: f64,
}

/// A deal that is played by a profile, for one player to learn from.
pub struct Played<'a> {
    pub tree: &'a BettingTree,
    pub profile: &'a Profile<'a>,
    pub player: usize,
    pub hands: &'a DealtHands,
}

impl Played<'_> {
    /// Whether it is the player who decides, and the information set of whoever does.
    pub fn at(&self, node: NodeId) -> (bool, InformationSet) {
        let mover = self.tree[node].player;
        (mover == self.player, (node, self.hands.buckets[mover][self.tree[node].round]))
    }

    /// What an end is worth to the player.
    pub fn chips(&self, end: GameEnd) -> f64 {
        chips(end, self.player, || if self.player == 0 { self.hands.sign } else { -self.hands.sign })
    }

    /// The player's counterfactual value of a decision, given the other player's reach; adds up the gains of the
    /// player's actions.
    pub fn gain(&self, node: NodeId, reach: f64, gains: &mut Table) -> f64 {
        let (is_own, set) = self.at(node);
        let strategy = (self.profile)(set);
        let mut values = Vec::new();
        for (&child, &share) in self.tree[node].children.iter().zip(&strategy) {
            let reach = if is_own { reach } else { reach * share };
            values.push(match child {
                Child::Decision(next) => self.gain(next, reach, gains),
                Child::End(end) => reach * self.chips(end),
            });
        }
        if !is_own {
            return values.iter().sum();
        }
        let value: f64 = values.iter().zip(&strategy).map(|(value, share)| value * share).sum();
        add(gains, set, values.iter().map(|after| after - value));
        value
    }

    /// Adds the player's strategy, weighted by the own reach, at all own decisions that the hand can come to.
    pub fn share(&self, node: NodeId, reach: f64, sums: &mut Table) {
        let (is_own, set) = self.at(node);
        // The other player's hand does not matter.
        let strategy = if is_own { (self.profile)(set) } else { vec![1.0; self.tree[node].children.len()] };
        if is_own {
            add(sums, set, strategy.iter().map(|share| reach * share));
        }
        for (child, share) in self.tree[node].children.iter().zip(strategy) {
            if let Child::Decision(next) = *child {
                self.share(next, reach * share, sums);
            }
        }
    }
}
