//! Chance and external sampling as the textbooks have them: one deal, one history after the other.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::{CardRules, HandBuckets};
use solver::game::{BettingTree, Child, GameDefinition, NodeId, TreeLayout};
use solver::train::Sampler;
use solver::train::deals::{ActionDice, Deal, Touched};
use solver::train::update_rule::Step;

use super::{DealtHands, InformationSet, Played, Profile, Table, add, add_gains, shares, sign};
use crate::support::tree_layout;

/// A game with an abstraction.
pub struct Textbook<'a> {
    pub tree: BettingTree,
    pub rules: CardRules,
    layout: TreeLayout,
    buckets: &'a dyn HandBuckets,
    sampler: Sampler,
    seed: u64,
}

/// What a deal teaches.
#[derive(Default)]
pub struct Lesson {
    pub gains: Table,
    pub shares: Table,
}

impl<'a> Textbook<'a> {
    pub fn new(game: &GameDefinition, buckets: &'a dyn HandBuckets, sampler: Sampler, seed: u64) -> Self {
        let (tree, rules, layout) = (BettingTree::new(game), CardRules::new(game), tree_layout(game));
        Self { tree, rules, layout, buckets, sampler, seed }
    }

    pub fn hands(&self, holes: [CardSet; 2], board: &[Card]) -> DealtHands {
        let bucket = |hole: CardSet, round| {
            self.buckets.bucket(round, hole, CardSet::of(&board[..self.rules.board_cards(round)]))
        };
        let buckets = holes.map(|hole| (0..self.rules.rounds()).map(|round| bucket(hole, round)).collect());
        DealtHands { buckets, sign: sign(CardSet::of(board), holes[0], holes[1]) }
    }

    /// What a deal, that of an iteration, teaches both players when played with this profile.
    pub fn learn(&self, hands: &DealtHands, iteration: u64, profile: &Profile<'_>) -> Lesson {
        let mut lesson = Lesson::default();
        for player in 0..2 {
            let played = Played { tree: &self.tree, profile, player, hands };
            if self.sampler == Sampler::External {
                self.traverse(&played, iteration, NodeId::ROOT, &mut lesson);
            } else {
                played.gain(NodeId::ROOT, 1.0, &mut lesson.gains);
                played.share(NodeId::ROOT, 1.0, &mut lesson.shares);
            }
        }
        lesson
    }

    /// The action that the dice of an iteration choose at a decision.
    fn throw(&self, node: NodeId, iteration: u64, strategy: &[f64]) -> usize {
        let place = self.layout.place(node);
        let decisions = |round: usize| self.layout.rounds[round].decisions();
        let before: usize = (0..place.round).map(decisions).sum();
        let number = before + place.entry * self.layout.rounds[place.round].only_template().nodes.len() + place.node;
        let mark = f64::from(ActionDice::of(self.seed, iteration, self.tree[node].player).at(number as u64));
        let mut cumulative = 0.0;
        for (action, share) in strategy.iter().enumerate() {
            cumulative += share;
            if mark < cumulative {
                return action;
            }
        }
        strategy.len() - 1
    }

    /// External sampling: the player's value of a decision.
    fn traverse(&self, played: &Played<'_>, iteration: u64, node: NodeId, lesson: &mut Lesson) -> f64 {
        let (is_own, set) = played.at(node);
        let strategy = (played.profile)(set);
        let value_after = |child: Child, lesson: &mut Lesson| match child {
            Child::Decision(next) => self.traverse(played, iteration, next, lesson),
            Child::End(end) => played.chips(end),
        };
        let children = &self.tree[node].children;
        if !is_own {
            add(&mut lesson.shares, set, strategy.iter().copied());
            return value_after(children[self.throw(node, iteration, &strategy)], lesson);
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
                let is_last = self.tree[set.0].round + 1 == self.rules.rounds();
                let regrets = if is_last { &*regrets } else { &at_start }.get(&set);
                regrets.map_or_else(|| shares(&vec![0.0; self.tree[set.0].children.len()]), |regrets| shares(regrets))
            };
            let deal = Deal::of(&self.rules, self.seed, iteration);
            let hands = self.hands([0, 1].map(|player| CardSet::of(deal.hole(player))), deal.board());
            let lesson = self.learn(&hands, iteration, &profile);
            touched.regrets += lesson.gains.len() as u64;
            touched.averages += lesson.shares.len() as u64;
            add_gains(regrets, &lesson.gains, step);
            for (set, shares) in lesson.shares {
                add(strategy_sums, set, shares.iter().map(|share| share * step.average_weight));
            }
        }
        touched
    }
}
