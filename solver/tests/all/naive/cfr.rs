//! CFR as the textbooks have it: one deal after the other, one history after the other, regrets in a map.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId};
use solver::train::update_rule::Step;
use std::collections::HashMap;

use super::{HashedBuckets, sign};

/// The buckets of all rounds of a complete board for one holding.
pub trait Signatures {
    fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32>;
}

impl Signatures for HashedBuckets {
    fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32> {
        HashedBuckets::signature(self, hole, board)
    }
}

/// A decision and the bucket of the one who decides.
pub type InformationSet = (NodeId, u32);

/// Regrets and strategy sums of both players.
pub struct NaiveCfr<'a> {
    tree: BettingTree,
    rules: CardRules,
    buckets: &'a dyn Signatures,
    pub regrets: HashMap<InformationSet, Vec<f64>>,
    pub strategy_sums: HashMap<InformationSet, Vec<f64>>,
    /// Regrets by which players act before the last round while a batch of boards is played.
    held: Option<HashMap<InformationSet, Vec<f64>>>,
    /// How often the gains of the coming iterations count once more in the strategies that follow, and those gains.
    pub prediction: f64,
    seen_ahead: HashMap<InformationSet, Vec<f64>>,
}

/// A deal as the recursion sees it: everybody's buckets round by round, and who wins.
struct Deal {
    buckets: [Vec<u32>; 2],
    sign: f64,
}

impl<'a> NaiveCfr<'a> {
    pub fn new(game: &GameDefinition, buckets: &'a dyn Signatures) -> Self {
        let (tree, rules) = (BettingTree::new(game), CardRules::new(game));
        let (regrets, strategy_sums, seen_ahead) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { tree, rules, buckets, regrets, strategy_sums, held: None, prediction: 0.0, seen_ahead }
    }

    /// One iteration: discounts, then both players one after the other over all deals.
    pub fn iterate(&mut self, step: &Step) {
        for regret in self.regrets.values_mut().flatten() {
            *regret *= if *regret > 0.0 { step.keep_positive } else { step.keep_negative };
        }
        self.seen_ahead.values_mut().flatten().for_each(|gain| *gain *= step.keep_positive);
        self.strategy_sums.values_mut().flatten().for_each(|sum| *sum *= step.keep_average);
        let boards = all_boards(&self.rules);
        for player in 0..2 {
            self.learn(player, &boards, step);
        }
    }

    /// One board after the other, each with its step, both players in turn; before the last round they act as they
    /// did when the batch began.
    pub fn iterate_batch(&mut self, boards: &[Vec<Card>], steps: &[Step]) {
        self.held = Some(self.regrets.clone());
        for (board, step) in boards.iter().zip(steps) {
            for player in 0..2 {
                self.learn(player, std::slice::from_ref(board), step);
            }
        }
        self.held = None;
    }

    /// What a player learns from all deals of some boards.
    fn learn(&mut self, player: usize, boards: &[Vec<Card>], step: &Step) {
        let mut gains = HashMap::new();
        for board in boards {
            let on_board = CardSet::of(board);
            let holes: Vec<CardSet> = self.rules.holes(on_board).collect();
            for &own in &holes {
                let own_buckets = self.buckets.signature(own, board);
                self.add_strategy(player, NodeId::ROOT, &own_buckets, step.average_weight);
                for &other in holes.iter().filter(|it| !own.intersects(**it)) {
                    let mut buckets = [own_buckets.clone(), self.buckets.signature(other, board)];
                    buckets.rotate_left(player);
                    let deal = Deal { buckets, sign: sign(on_board, own, other) };
                    self.gain(player, NodeId::ROOT, &deal, 1.0, &mut gains);
                }
            }
        }
        for (set, gains) in gains {
            let regrets = self.regrets.entry(set).or_insert_with(|| vec![0.0; gains.len()]);
            for (regret, gain) in regrets.iter_mut().zip(&gains) {
                *regret += step.regret_weight * gain;
                if step.floor {
                    *regret = regret.max(0.0);
                }
            }
            self.seen_ahead.insert(set, gains.into_iter().map(|gain| gain * self.prediction).collect());
        }
    }

    fn strategy(&self, set: InformationSet) -> Vec<f64> {
        let actions = self.tree[set.0].children.len();
        let is_last = self.tree[set.0].round + 1 == self.rules.rounds();
        let regrets = self.held.as_ref().filter(|_| !is_last).unwrap_or(&self.regrets);
        let mut regrets = regrets.get(&set).cloned().unwrap_or_else(|| vec![0.0; actions]);
        if let Some(gains) = self.seen_ahead.get(&set) {
            regrets.iter_mut().zip(gains).for_each(|(regret, gain)| *regret += gain);
        }
        let total: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
        regrets.iter().map(|it| if total > 0.0 { it.max(0.0) / total } else { 1.0 / actions as f64 }).collect()
    }

    /// Adds the player's strategy, weighted by the own reach, at all own decisions that a hand can come to.
    fn add_strategy(&mut self, player: usize, node: NodeId, buckets: &[u32], reach: f64) {
        let mover = self.tree[node].player;
        let set = (node, buckets[self.tree[node].round]);
        let strategy = self.strategy(set);
        if mover == player {
            let sums = self.strategy_sums.entry(set).or_insert_with(|| vec![0.0; strategy.len()]);
            sums.iter_mut().zip(&strategy).for_each(|(sum, share)| *sum += reach * share);
        }
        for (action, share) in strategy.into_iter().enumerate() {
            if let Child::Decision(next) = self.tree[node].children[action] {
                let reach = if mover == player { reach * share } else { reach };
                self.add_strategy(player, next, buckets, reach);
            }
        }
    }

    /// The player's counterfactual value of a decision, given the other player's reach; gains go into the map.
    fn gain(
        &self,
        player: usize,
        node: NodeId,
        deal: &Deal,
        reach: f64,
        gains: &mut HashMap<InformationSet, Vec<f64>>,
    ) -> f64 {
        let mover = self.tree[node].player;
        let set = (node, deal.buckets[mover][self.tree[node].round]);
        let strategy = self.strategy(set);
        let values: Vec<f64> = self.tree[node]
            .children
            .iter()
            .zip(&strategy)
            .map(|(child, share)| {
                let reach = if mover == player { reach } else { reach * share };
                match *child {
                    Child::Decision(next) => self.gain(player, next, deal, reach, gains),
                    Child::End(GameEnd::Fold { folder, contributions }) => {
                        let chips = contributions[folder].as_f64() * reach;
                        if folder == player { -chips } else { chips }
                    }
                    Child::End(GameEnd::Showdown { contributions }) => deal.sign * contributions[0].as_f64() * reach,
                }
            })
            .collect();
        if mover != player {
            return values.iter().sum();
        }
        let value = values.iter().zip(&strategy).map(|(value, share)| value * share).sum();
        let sums = gains.entry(set).or_insert_with(|| vec![0.0; values.len()]);
        sums.iter_mut().zip(&values).for_each(|(sum, after)| *sum += after - value);
        value
    }
}
