//! Chance and external sampling as the textbooks have them: one deal, one history after the other, regrets in a map.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use solver::boards::{Buckets, CardRules, HandBuckets};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, TreeLayout};
use solver::train::Sampler;
use solver::train::deals::{ActionDice, Deal, Touched};
use solver::train::update_rule::Step;
use std::collections::HashMap;

use crate::naive::{HashedBuckets, sign};

/// A decision and the bucket of the one who decides.
pub type InformationSet = (NodeId, u32);
/// A number for each action of some information sets.
pub type Table = HashMap<InformationSet, Vec<f64>>;

/// A game with an abstraction.
pub struct Textbook<'a> {
    pub tree: BettingTree,
    pub layout: TreeLayout,
    pub rules: CardRules,
    pub buckets: &'a dyn HandBuckets,
    pub sampler: Sampler,
    pub seed: u64,
}

/// What the recursion needs of a deal.
pub struct DealtHands {
    /// `[player][round]`
    pub buckets: [Vec<u32>; 2],
    /// 1 where position 0 wins.
    pub sign: f64,
    pub iteration: u64,
}

/// What a deal teaches.
#[derive(Default)]
pub struct Lesson {
    pub gains: Table,
    pub shares: Table,
}

/// A profile: regrets of both players, where regret matching gives the strategy.
pub type Profile<'p> = dyn Fn(InformationSet) -> Vec<f64> + 'p;

/// Regret matching, action by action.
pub fn strategy_of(regrets: &[f64]) -> Vec<f64> {
    let total: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    regrets.iter().map(|it| if total > 0.0 { it.max(0.0) / total } else { 1.0 / regrets.len() as f64 }).collect()
}

fn add(table: &mut Table, set: InformationSet, more: impl Iterator<Item = f64>) {
    let more: Vec<f64> = more.collect();
    let sums = table.entry(set).or_insert_with(|| vec![0.0; more.len()]);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

impl<'a> Textbook<'a> {
    pub fn new(game: &GameDefinition, buckets: &'a dyn HandBuckets, sampler: Sampler, seed: u64) -> Self {
        let tree = BettingTree::new(game);
        let layout = TreeLayout::new(&tree).unwrap();
        Self { tree, layout, rules: CardRules::new(game), buckets, sampler, seed }
    }

    /// The hands of an iteration.
    pub fn hands_of(&self, iteration: u64) -> DealtHands {
        let deal = Deal::of(&self.rules, self.seed, iteration);
        self.hands([CardSet::of(deal.hole(0)), CardSet::of(deal.hole(1))], deal.board(), iteration)
    }

    pub fn hands(&self, holes: [CardSet; 2], board: &[Card], iteration: u64) -> DealtHands {
        let bucket = |hole: CardSet, round| {
            self.buckets.bucket(round, hole, CardSet::of(&board[..self.rules.board_cards(round)]))
        };
        let buckets = holes.map(|hole| (0..self.rules.rounds()).map(|round| bucket(hole, round)).collect());
        DealtHands { buckets, sign: sign(CardSet::of(board), holes[0], holes[1]), iteration }
    }

    pub fn is_last_round(&self, node: NodeId) -> bool {
        self.tree[node].round + 1 == self.rules.rounds()
    }

    fn set(&self, node: NodeId, hands: &DealtHands) -> InformationSet {
        let decision = &self.tree[node];
        (node, hands.buckets[decision.player][decision.round])
    }

    /// What a deal teaches both players when played with this profile.
    pub fn learn(&self, hands: &DealtHands, profile: &Profile<'_>) -> Lesson {
        let mut lesson = Lesson::default();
        for player in 0..2 {
            if self.sampler == Sampler::External {
                self.traverse(player, NodeId::ROOT, hands, profile, &mut lesson);
            } else {
                self.gain(player, NodeId::ROOT, hands, profile, 1.0, &mut lesson);
                self.share(player, NodeId::ROOT, hands, profile, 1.0, &mut lesson);
            }
        }
        lesson
    }

    /// The end of the game for a player, in chips.
    fn end(&self, child: Child, player: usize, hands: &DealtHands) -> f64 {
        let own_sign = if player == 0 { hands.sign } else { -hands.sign };
        match child {
            Child::End(GameEnd::Fold { folder, contributions }) if folder == player => -contributions[player].as_f64(),
            Child::End(GameEnd::Fold { folder, contributions }) => contributions[folder].as_f64(),
            Child::End(GameEnd::Showdown { contributions }) => own_sign * contributions[0].as_f64(),
            Child::Decision(_) => unreachable!("the game goes on"),
        }
    }

    /// Chance sampling: the player's counterfactual value of a decision, given the other player's reach.
    fn gain(
        &self,
        player: usize,
        node: NodeId,
        hands: &DealtHands,
        profile: &Profile<'_>,
        reach: f64,
        lesson: &mut Lesson,
    ) -> f64 {
        let set = self.set(node, hands);
        let strategy = profile(set);
        let is_own = self.tree[node].player == player;
        let mut values = Vec::new();
        for (&child, &share) in self.tree[node].children.iter().zip(&strategy) {
            let reach = if is_own { reach } else { reach * share };
            values.push(match child {
                Child::Decision(next) => self.gain(player, next, hands, profile, reach, lesson),
                _ => reach * self.end(child, player, hands),
            });
        }
        if !is_own {
            return values.iter().sum();
        }
        let value: f64 = values.iter().zip(&strategy).map(|(value, share)| value * share).sum();
        add(&mut lesson.gains, set, values.iter().map(|after| after - value));
        value
    }

    /// Chance sampling: the player's strategy at all own decisions, weighted by the own reach.
    fn share(
        &self,
        player: usize,
        node: NodeId,
        hands: &DealtHands,
        profile: &Profile<'_>,
        reach: f64,
        lesson: &mut Lesson,
    ) {
        let set = self.set(node, hands);
        let strategy = profile(set);
        let is_own = self.tree[node].player == player;
        if is_own {
            add(&mut lesson.shares, set, strategy.iter().map(|share| reach * share));
        }
        for (child, share) in self.tree[node].children.iter().zip(strategy) {
            if let Child::Decision(next) = *child {
                self.share(player, next, hands, profile, if is_own { reach * share } else { reach }, lesson);
            }
        }
    }

    /// The action that the dice choose at a decision.
    fn throw(&self, node: NodeId, hands: &DealtHands, strategy: &[f64]) -> usize {
        let place = self.layout.place(node);
        let decisions = |round: usize| self.layout.rounds[round].entries * self.layout.rounds[round].template.len();
        let before: usize = (0..place.round).map(decisions).sum();
        let number = before + place.entry * self.layout.rounds[place.round].template.len() + place.node;
        let mark = f64::from(ActionDice::of(self.seed, hands.iteration, self.tree[node].player).at(number as u64));
        let mut cumulative = 0.0;
        for (action, share) in strategy.iter().enumerate() {
            cumulative += share;
            if mark < cumulative {
                return action;
            }
        }
        strategy.len() - 1
    }

    /// External sampling: the traverser's value of a decision.
    fn traverse(
        &self,
        traverser: usize,
        node: NodeId,
        hands: &DealtHands,
        profile: &Profile<'_>,
        lesson: &mut Lesson,
    ) -> f64 {
        let set = self.set(node, hands);
        let strategy = profile(set);
        let value_after = |child: Child, lesson: &mut Lesson| match child {
            Child::Decision(next) => self.traverse(traverser, next, hands, profile, lesson),
            _ => self.end(child, traverser, hands),
        };
        let children = &self.tree[node].children;
        if self.tree[node].player != traverser {
            add(&mut lesson.shares, set, strategy.iter().copied());
            return value_after(children[self.throw(node, hands, &strategy)], lesson);
        }
        let values: Vec<f64> = children.iter().map(|&child| value_after(child, lesson)).collect();
        let value: f64 = values.iter().zip(&strategy).map(|(value, share)| value * share).sum();
        add(&mut lesson.gains, set, values.iter().map(|after| after - value));
        value
    }

    /// Plays one batch from an iteration on: strategies of the rounds before the last stand still in it. Gives back how
    /// many information sets gained and shared.
    pub fn play(&self, first: u64, steps: &[Step], regrets: &mut Table, strategy_sums: &mut Table) -> Touched {
        let mut touched = Touched::default();
        let at_start = regrets.clone();
        for (iteration, step) in (first..).zip(steps) {
            let profile = |set: InformationSet| {
                let table = if self.is_last_round(set.0) { &*regrets } else { &at_start };
                let nothing = vec![0.0; self.tree[set.0].children.len()];
                strategy_of(table.get(&set).unwrap_or(&nothing))
            };
            let lesson = self.learn(&self.hands_of(iteration), &profile);
            touched.regrets += lesson.gains.len() as u64;
            touched.averages += lesson.shares.len() as u64;
            for (set, gains) in lesson.gains {
                add(regrets, set, gains.iter().map(|gain| gain * step.regret_weight));
                if step.floor {
                    regrets.get_mut(&set).unwrap().iter_mut().for_each(|regret| *regret = regret.max(0.0));
                }
            }
            for (set, shares) in lesson.shares {
                add(strategy_sums, set, shares.iter().map(|share| share * step.average_weight));
            }
        }
        touched
    }
}

impl HandBuckets for HashedBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        Self::bucket(self, round, hole, &board.iter().collect::<Vec<_>>())
    }
}

/// Every hand on every set of board cards its own bucket.
pub struct EveryHand {
    rules: CardRules,
    /// `[round][hole cards, board]`
    numbers: Vec<HashMap<[u64; 2], u32>>,
}

impl EveryHand {
    pub fn new(game: &GameDefinition) -> Self {
        let rules = CardRules::new(game);
        let mut numbers = vec![HashMap::new(); rules.rounds()];
        for board in solver::boards::card_rules::all_boards(&rules) {
            for (round, numbers) in numbers.iter_mut().enumerate() {
                let board = CardSet::of(&board[..rules.board_cards(round)]);
                for hole in rules.holes(board) {
                    let next = numbers.len() as u32;
                    numbers.entry([hole.bits(), board.bits()]).or_insert(next);
                }
            }
        }
        Self { rules, numbers }
    }

    fn number(&self, round: usize, hole: CardSet, board: &[Card]) -> u32 {
        self.numbers[round][&[hole.bits(), CardSet::of(board).bits()]]
    }
}

impl Buckets for EveryHand {
    fn count(&self, round: usize) -> usize {
        self.numbers[round].len()
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| self.number(round, self.rules.hole(id), board)));
    }
}

impl HandBuckets for EveryHand {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.numbers[round][&[hole.bits(), board.bits()]]
    }
}
