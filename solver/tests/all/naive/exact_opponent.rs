//! Training against an opponent with exact cards as the textbooks have it: board by board, every holding by itself, the
//! best reply in the last round by comparing what each action is worth.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::game::{Action, BettingTree, Child, GameDefinition, GameEnd, NodeId};
use solver::train::update_rule::Step;

use super::{Table, add, add_gains, chips, shares, sign};
use crate::support::players::MadeBuckets;

/// One number for each holding.
type ByHolding = Vec<f64>;

/// What one side has learnt, and how it sees the cards.
pub struct Side<'a> {
    pub buckets: &'a MadeBuckets,
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
struct Pass<'a> {
    hero: usize,
    board: CardSet,
    holes: Vec<CardSet>,
    /// `[round][holding]`, for the learner and the opponent.
    buckets: [Vec<Vec<u32>>; 2],
    step: &'a Step,
    /// For the learner and the opponent.
    gains: [Table; 2],
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
        let last = self.rules.rounds() - 1;
        let row = |side: &Side<'_>, round: usize| -> Vec<u32> {
            let cards = &board[..self.rules.board_cards(round)];
            holes.iter().map(|&hole| side.buckets.bucket(round, hole, cards)).collect()
        };
        let buckets = [
            (0..=last).map(|round| row(&self.learner, round)).collect(),
            (0..last).map(|round| row(&self.exact, round)).collect(),
        ];
        let certain = vec![1.0; holes.len()];
        let mut pass = Pass { hero, board: CardSet::of(board), holes, buckets, step, gains: Default::default() };
        self.walk(&mut pass, NodeId::ROOT, [certain.clone(), certain]);
        for (side, gains) in [&mut self.learner, &mut self.exact].into_iter().zip(pass.gains) {
            add_gains(&mut side.regrets, &gains, step);
        }
    }

    /// Both positions' values of a decision, each against the other's reach; gains and shares are added up on the way.
    fn walk(&mut self, pass: &mut Pass<'_>, node: NodeId, reach: [ByHolding; 2]) -> [ByHolding; 2] {
        let (mover, round) = (self.tree[node].player, self.tree[node].round);
        let answers = mover != pass.hero && round + 1 == self.rules.rounds();
        let strategies = if answers { self.best(pass, node, &reach[pass.hero]).1 } else { self.strategies(pass, node) };
        let children = self.tree[node].children.clone();
        let mut worths = Vec::new();
        for (action, child) in children.into_iter().enumerate() {
            let mut reach = reach.clone();
            reach[mover].iter_mut().zip(&strategies).for_each(|(reach, shares)| *reach *= shares[action]);
            worths.push(match child {
                Child::Decision(next) => self.walk(pass, next, reach),
                Child::End(end) => [0, 1].map(|player| pass.end(end, player, &reach[1 - player])),
            });
        }
        let mut values = [vec![0.0; pass.holes.len()], vec![0.0; pass.holes.len()]];
        for (action, worth) in worths.iter().enumerate() {
            for (holding, shares) in strategies.iter().enumerate() {
                values[mover][holding] += shares[action] * worth[mover][holding];
                values[1 - mover][holding] += worth[1 - mover][holding];
            }
        }
        if answers {
            return values;
        }
        let side = usize::from(mover != pass.hero);
        for (holding, shares) in strategies.iter().enumerate() {
            let set = (node, pass.buckets[side][round][holding]);
            let gain = |worth: &[ByHolding; 2]| worth[mover][holding] - values[mover][holding];
            add(&mut pass.gains[side], set, worths.iter().map(gain));
            if side == 0 {
                let weight = pass.step.average_weight * reach[mover][holding];
                add(&mut self.strategy_sums, set, shares.iter().map(|share| weight * share));
            }
        }
        values
    }

    /// What the last round is worth to the opponent who answers best from a decision on, and how it acts there.
    fn best(&self, pass: &Pass<'_>, node: NodeId, heros: &[f64]) -> (ByHolding, Vec<Vec<f64>>) {
        let learns = self.tree[node].player == pass.hero;
        let strategies = if learns { self.strategies(pass, node) } else { Vec::new() };
        let worth = |(action, child): (usize, &Child)| {
            let mut heros = heros.to_vec();
            if learns {
                heros.iter_mut().zip(&strategies).for_each(|(reach, shares)| *reach *= shares[action]);
            }
            match *child {
                Child::Decision(next) => self.best(pass, next, &heros).0,
                Child::End(end) => pass.end(end, 1 - pass.hero, &heros),
            }
        };
        let worths: Vec<ByHolding> = self.tree[node].children.iter().enumerate().map(worth).collect();
        let of_holding = |holding: usize| -> Vec<f64> { worths.iter().map(|worth| worth[holding]).collect() };
        let holdings = 0..pass.holes.len();
        if learns {
            return (holdings.map(|holding| of_holding(holding).iter().sum()).collect(), Vec::new());
        }
        // Where two actions are worth the same it checks and calls.
        let patient = self.tree[node].actions.iter().position(|&action| action == Action::Call).unwrap();
        let choose = |worths: Vec<f64>| {
            let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let largest = worths.iter().position(|&worth| worth == most).unwrap();
            let chosen = if worths[patient] == most { patient } else { largest };
            (most, (0..worths.len()).map(|action| f64::from(u8::from(action == chosen))).collect())
        };
        holdings.map(|holding| choose(of_holding(holding))).unzip()
    }

    /// Regret matching for every holding.
    fn strategies(&self, pass: &Pass<'_>, node: NodeId) -> Vec<Vec<f64>> {
        let round = self.tree[node].round;
        let number = usize::from(self.tree[node].player != pass.hero);
        let side = [&self.learner, &self.exact][number];
        let regrets = if round + 1 == self.rules.rounds() { &side.regrets } else { &side.held };
        let nothing = vec![0.0; self.tree[node].children.len()];
        let of_bucket = |&bucket: &u32| shares(regrets.get(&(node, bucket)).unwrap_or(&nothing));
        pass.buckets[number][round].iter().map(of_bucket).collect()
    }
}

impl Pass<'_> {
    /// What an end is worth to a player, against the other's reach.
    fn end(&self, end: GameEnd, player: usize, others: &[f64]) -> ByHolding {
        let worth = |own: CardSet, other: CardSet| chips(end, player, || sign(self.board, own, other));
        let against_all = |&own: &CardSet| {
            let others = self.holes.iter().zip(others).filter(|(other, _)| !own.intersects(**other));
            others.map(|(&other, reach)| reach * worth(own, other)).sum()
        };
        self.holes.iter().map(against_all).collect()
    }
}
