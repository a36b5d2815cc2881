//! CFR as the textbooks have it: one deal after the other, one history after the other.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::train::update_rule::Step;

use super::{DealtHands, InformationSet, Played, Signatures, Table, add_gains, shares, sign};

/// Regrets and strategy sums of both players.
pub struct NaiveCfr<'a> {
    tree: BettingTree,
    rules: CardRules,
    buckets: &'a dyn Signatures,
    pub regrets: Table,
    pub strategy_sums: Table,
    /// Regrets by which players act before the last round while a batch of boards is played.
    held: Option<Table>,
    /// How often the gains of the coming iterations count once more in the strategies that follow, and those gains.
    pub prediction: f64,
    seen_ahead: Table,
}

impl<'a> NaiveCfr<'a> {
    pub fn new(game: &GameDefinition, buckets: &'a dyn Signatures) -> Self {
        let (tree, rules) = (BettingTree::new(game), CardRules::new(game));
        let [regrets, strategy_sums, seen_ahead] = Default::default();
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
        (0..2).for_each(|player| self.learn(player, &boards, step));
    }

    /// One board after the other, each with its step, both players in turn; before the last round they act as they
    /// did when the batch began.
    pub fn iterate_batch(&mut self, boards: &[Vec<Card>], steps: &[Step]) {
        self.held = Some(self.regrets.clone());
        for (board, step) in boards.iter().zip(steps) {
            (0..2).for_each(|player| self.learn(player, std::slice::from_ref(board), step));
        }
        self.held = None;
    }

    /// What a player learns from all deals of some boards.
    fn learn(&mut self, player: usize, boards: &[Vec<Card>], step: &Step) {
        let [mut gains, mut sums] = [Table::new(), std::mem::take(&mut self.strategy_sums)];
        let (tree, profile) = (&self.tree, &|set| self.strategy(set));
        for board in boards {
            let on_board = CardSet::of(board);
            for own in self.rules.holes(on_board) {
                let own_buckets = self.buckets.signature(own, board);
                let alone = DealtHands { buckets: [own_buckets.clone(), own_buckets.clone()], sign: 0.0 };
                let alone = Played { tree, profile, player, hands: &alone };
                alone.share(NodeId::ROOT, step.average_weight, &mut sums);
                for other in self.rules.holes(on_board | own) {
                    let mut buckets = [own_buckets.clone(), self.buckets.signature(other, board)];
                    buckets.rotate_left(player);
                    let sign = if player == 0 { sign(on_board, own, other) } else { sign(on_board, other, own) };
                    let hands = &DealtHands { buckets, sign };
                    Played { tree, profile, player, hands }.gain(NodeId::ROOT, 1.0, &mut gains);
                }
            }
        }
        self.strategy_sums = sums;
        add_gains(&mut self.regrets, &gains, step);
        for (set, gains) in gains {
            self.seen_ahead.insert(set, gains.into_iter().map(|gain| gain * self.prediction).collect());
        }
    }

    fn strategy(&self, set: InformationSet) -> Vec<f64> {
        let is_last = self.tree[set.0].round + 1 == self.rules.rounds();
        let regrets = self.held.as_ref().filter(|_| !is_last).unwrap_or(&self.regrets);
        let mut sums = vec![0.0; self.tree[set.0].children.len()];
        for numbers in [regrets, &self.seen_ahead].into_iter().filter_map(|table| table.get(&set)) {
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        shares(&sums)
    }
}
