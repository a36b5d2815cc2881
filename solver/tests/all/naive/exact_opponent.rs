//! Training against an opponent with exact cards as the textbooks have it: board by board, every pair of holdings by
//! itself, the best reply in the last round by comparing what each action is worth.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::game::{Action, BettingTree, Child, GameDefinition, NodeId};
use solver::train::update_rule::Step;

use super::{DealtHands, InformationSet, Played, Table, add_gains, chips, shares, sign};
use crate::support::MadeBuckets;

/// What one side has learnt, and how it sees the cards.
pub struct Side<'a> {
    buckets: &'a MadeBuckets,
    pub regrets: Table,
    /// Regrets by which it acts before the last round while a batch of boards is played.
    held: Table,
}

/// The learner and its opponent.
pub struct NaiveExact<'a> {
    tree: BettingTree,
    rules: CardRules,
    pub learner: Side<'a>,
    pub exact: Side<'a>,
    pub strategy_sums: Table,
}

/// A board with the learner in one position.
struct Pass {
    hero: usize,
    board: CardSet,
    holes: Vec<CardSet>,
    /// `[position][holding][round]`; in the last round every holding is a bucket to the opponent.
    buckets: [Vec<Vec<u32>>; 2],
}

impl<'a> NaiveExact<'a> {
    pub fn new(game: &GameDefinition, learner: &'a MadeBuckets, exact: &'a MadeBuckets) -> Self {
        let side = |buckets| Side { buckets, regrets: Table::new(), held: Table::new() };
        let (tree, rules) = (BettingTree::new(game), CardRules::new(game));
        Self { tree, rules, learner: side(learner), exact: side(exact), strategy_sums: Table::new() }
    }

    /// Plays boards one after the other, first with the learner in position 0, then in position 1.
    pub fn iterate_batch(&mut self, boards: &[Vec<Card>], steps: &[Step]) {
        for hero in 0..2 {
            for side in [&mut self.learner, &mut self.exact] {
                side.held = side.regrets.clone();
            }
            for (board, step) in boards.iter().zip(steps) {
                self.learn(hero, board, step);
            }
        }
    }

    fn learn(&mut self, hero: usize, board: &[Card], step: &Step) {
        let holes: Vec<CardSet> = self.rules.holes(CardSet::of(board)).collect();
        let bucket = |position: usize, place: usize, round: usize| {
            let side = if position == hero { &self.learner } else { &self.exact };
            let is_apart = position != hero && self.is_last(round);
            let cards = &board[..self.rules.board_cards(round)];
            if is_apart { place as u32 } else { side.buckets.bucket(round, holes[place], cards) }
        };
        let rounds = self.rules.rounds();
        let buckets = [0, 1].map(|position| {
            let of_holding = |place| (0..rounds).map(|round| bucket(position, place, round)).collect();
            (0..holes.len()).map(of_holding).collect()
        });
        let pass = Pass { hero, board: CardSet::of(board), holes, buckets };
        let [mut sums, mut replies] = [std::mem::take(&mut self.strategy_sums), Table::new()];
        self.reply(&pass, NodeId::ROOT, &vec![1.0; pass.holes.len()], &mut replies);
        let (tree, profile) = (&self.tree, &|set| self.strategy(hero, &replies, set));
        let mut gains = [Table::new(), Table::new()];
        for (own, &hole) in pass.holes.iter().enumerate() {
            let deal = |places: [usize; 2], sign| DealtHands {
                buckets: [0, 1].map(|position| pass.buckets[position][places[position]].clone()),
                sign,
            };
            let alone = Played { tree, profile, player: hero, hands: &deal([own; 2], 0.0) };
            alone.share(NodeId::ROOT, step.average_weight, &mut sums);
            for (other, &other_hole) in pass.holes.iter().enumerate().filter(|(_, other)| !hole.intersects(**other)) {
                let hands = &deal([own, other], sign(pass.board, hole, other_hole));
                for (player, gains) in [hero, 1 - hero].into_iter().zip(&mut gains) {
                    Played { tree, profile, player, hands }.gain(NodeId::ROOT, 1.0, gains);
                }
            }
        }
        let [own, mut opponents] = gains;
        opponents.retain(|set, _| !self.is_last(self.tree[set.0].round));
        self.strategy_sums = sums;
        add_gains(&mut self.learner.regrets, &own, step);
        add_gains(&mut self.exact.regrets, &opponents, step);
    }

    fn is_last(&self, round: usize) -> bool {
        round + 1 == self.rules.rounds()
    }

    /// Regret matching, or what the opponent replies in the last round.
    fn strategy(&self, hero: usize, replies: &Table, set: InformationSet) -> Vec<f64> {
        let node = &self.tree[set.0];
        let (side, is_last) = (if node.player == hero { &self.learner } else { &self.exact }, self.is_last(node.round));
        let regrets = if is_last { &side.regrets } else { &side.held };
        let nothing = vec![0.0; node.children.len()];
        let reply = if node.player == hero { None } else { replies.get(&set) };
        reply.cloned().unwrap_or_else(|| shares(regrets.get(&set).unwrap_or(&nothing)))
    }

    /// What a decision is worth to the opponent's holdings, given the learner's reach; lists the opponent's best
    /// replies in the last round.
    fn reply(&self, pass: &Pass, node: NodeId, heros: &[f64], replies: &mut Table) -> Vec<f64> {
        let (learns, round) = (self.tree[node].player == pass.hero, self.tree[node].round);
        let mut worths: Vec<Vec<f64>> = Vec::new();
        for (action, child) in self.tree[node].children.iter().enumerate() {
            let mut heros = heros.to_vec();
            for (reach, buckets) in heros.iter_mut().zip(&pass.buckets[pass.hero]).filter(|_| learns) {
                *reach *= self.strategy(pass.hero, replies, (node, buckets[round]))[action];
            }
            worths.push(match *child {
                Child::Decision(next) => self.reply(pass, next, &heros, replies),
                Child::End(end) => {
                    let others = |own: CardSet| pass.holes.iter().zip(&heros).filter(move |it| !own.intersects(*it.0));
                    let worth = |own, other| chips(end, 1 - pass.hero, || sign(pass.board, own, other));
                    let against_all = |&own| others(own).map(|(&other, reach)| reach * worth(own, other)).sum();
                    pass.holes.iter().map(against_all).collect()
                }
            });
        }
        let of_holding = |holding: usize| -> Vec<f64> { worths.iter().map(|worth| worth[holding]).collect() };
        if learns || !self.is_last(round) {
            return (0..pass.holes.len()).map(|holding| of_holding(holding).iter().sum()).collect();
        }
        // Where two actions are worth the same it checks and calls.
        let patient = self.tree[node].actions.iter().position(|&action| action == Action::Call).unwrap();
        let mut best = |holding: usize| {
            let worths = of_holding(holding);
            let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let largest = worths.iter().position(|&worth| worth == most).unwrap();
            let chosen = if worths[patient] == most { patient } else { largest };
            let reply = (0..worths.len()).map(|action| f64::from(u8::from(action == chosen))).collect();
            replies.insert((node, holding as u32), reply);
            most
        };
        (0..pass.holes.len()).map(&mut best).collect()
    }
}
