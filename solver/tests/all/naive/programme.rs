//! The least exploitable strategy of an abstraction as a linear programme.

use evaluator::card_set::CardSet;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use solver::boards::card_rules::all_boards;
use solver::boards::{Buckets, CardRules, DealtBoard, HandBuckets, LosslessBuckets};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId};
use std::collections::{BTreeMap, HashMap};

use super::{chips, sign};

/// A hand of the opponent and a bucket of the learner in one round.
type Meeting = (u32, u32);

/// The least that a best response wins from a learner in one position: a linear programme in sequence form (Koller,
/// Megiddo and von Stengel 1996). The learner's unknowns say how likely it plays to and takes each of its actions, the
/// opponent's are what each of its hands is worth at each of its decisions.
pub struct Programme {
    tree: BettingTree,
    learner: usize,
    /// By round: in how many deals they meet, and how many more of these the opponent wins than loses.
    meetings: [HashMap<Meeting, [f64; 2]>; 2],
    /// By hand before the board: its hands with one.
    following: Vec<Vec<u32>>,
    deals: f64,
    /// The numbers of the learner's buckets and of the opponent's hands in each round.
    buckets: [u32; 2],
    hands: [u32; 2],
    problem: Problem,
    plays: HashMap<(NodeId, u32, usize), Variable>,
    worths: HashMap<(NodeId, u32), Variable>,
    /// Always 1: the learner who has not acted yet.
    certain: Variable,
}

/// The learner's last action in each round.
type LastActions = [Option<(NodeId, usize)>; 2];

impl Programme {
    /// The programme for a game of two rounds and a learner who remembers: the bucket with the board, halved, is the
    /// one before it.
    pub fn new(definition: &GameDefinition, buckets: &dyn HandBuckets, learner: usize) -> Self {
        let rules = CardRules::new(definition);
        let hands = LosslessBuckets::new(definition).unwrap();
        let mut meetings: [HashMap<Meeting, [f64; 2]>; 2] = Default::default();
        let mut following = vec![Vec::new(); hands.count(0)];
        let mut deals = 0.0;
        for board in all_boards(&rules) {
            let mut dealt = DealtBoard::default();
            dealt.deal(&rules, &hands, &board);
            let ids = dealt.order.ids();
            for (place, &id) in ids.iter().enumerate() {
                let hole = rules.hole(id);
                let hand = [0, 1].map(|round| dealt.row(round).distinct[usize::from(dealt.row(round).of_place[place])]);
                if !following[hand[0] as usize].contains(&hand[1]) {
                    following[hand[0] as usize].push(hand[1]);
                }
                for other in ids.iter().map(|&id| rules.hole(id)).filter(|other| !hole.intersects(*other)) {
                    let wins = sign(CardSet::of(&board), hole, other);
                    for round in 0..2 {
                        let meeting = (
                            hand[round],
                            buckets.bucket(round, other, CardSet::of(&board[..rules.board_cards(round)])),
                        );
                        let [deals, won] = meetings[round].entry(meeting).or_default();
                        (*deals, *won) = (*deals + 1.0, *won + wins);
                    }
                    deals += 1.0;
                }
            }
        }
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let certain = problem.add_var(0.0, (1.0, 1.0));
        Self {
            tree: BettingTree::new(definition),
            learner,
            meetings,
            following,
            deals,
            buckets: [0, 1].map(|round| buckets.count(round) as u32),
            hands: [0, 1].map(|round| hands.count(round) as u32),
            problem,
            certain,
            plays: HashMap::new(),
            worths: HashMap::new(),
        }
    }

    /// What the best response wins a game, in chips.
    pub fn solve(mut self) -> f64 {
        self.list_unknowns();
        // What the opponent's hands are worth together before the first action is to be as little as possible.
        let total = self.problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
        let mut terms = vec![(total, -1.0)];
        for hand in 0..self.following.len() as u32 {
            terms.extend(self.worth(&Child::Decision(NodeId::ROOT), 0, hand, [None; 2]));
        }
        self.constrain(terms, ComparisonOp::Eq);
        self.problem.solve().expect("a bounded programme").objective() / self.deals
    }

    /// A sum that is zero, or no more than that; each unknown may stand in it several times.
    fn constrain(&mut self, terms: Vec<(Variable, f64)>, operator: ComparisonOp) {
        let mut sums: BTreeMap<usize, (Variable, f64)> = BTreeMap::new();
        for (variable, coefficient) in terms {
            sums.entry(variable.idx()).or_insert((variable, 0.0)).1 += coefficient;
        }
        let terms: Vec<(Variable, f64)> = sums.into_values().collect();
        self.problem.add_constraint(terms.as_slice(), operator, 0.0);
    }

    /// Unknowns for every information set of either side, and what holds between them.
    fn list_unknowns(&mut self) {
        for (number, node) in (0..).map(NodeId).zip(self.tree.nodes()) {
            if node.player == self.learner {
                for bucket in 0..self.buckets[node.round] {
                    for action in 0..node.children.len() {
                        self.plays.insert((number, bucket, action), self.problem.add_var(0.0, (0.0, 1.0)));
                    }
                }
            } else {
                for hand in 0..self.hands[node.round] {
                    let worth = self.problem.add_var(0.0, (f64::NEG_INFINITY, f64::INFINITY));
                    self.worths.insert((number, hand), worth);
                }
            }
        }
        self.bind(&Child::Decision(NodeId::ROOT), [None; 2]);
    }

    /// Binds the unknowns at a decision and below it, given the learner's last action on the way there in each round.
    fn bind(&mut self, child: &Child, last: LastActions) {
        let Child::Decision(node) = *child else { return };
        let (round, is_learners) = (self.tree[node].round, self.tree[node].player == self.learner);
        let children = self.tree[node].children.clone();
        for (action, child) in children.iter().enumerate() {
            let mut after = last;
            if is_learners {
                after[round] = Some((node, action));
            }
            self.bind(child, after);
            // A hand of the opponent is worth no less than any of its actions.
            for hand in (0..self.hands[round]).filter(|_| !is_learners) {
                let mut terms = self.worth(child, round, hand, last);
                terms.push((self.worths[&(node, hand)], -1.0));
                self.constrain(terms, ComparisonOp::Le);
            }
        }
        // How likely the learner takes one of its actions is how likely it came there.
        for bucket in (0..self.buckets[round]).filter(|_| is_learners) {
            let actions = 0..children.len();
            let mut terms: Vec<_> = actions.map(|action| (self.plays[&(node, bucket, action)], 1.0)).collect();
            terms.push((self.play(last, round, bucket), -1.0));
            self.constrain(terms, ComparisonOp::Eq);
        }
    }

    /// The unknown of the learner's last action with a bucket of a round.
    fn play(&self, last: LastActions, round: usize, bucket: u32) -> Variable {
        let acted = (0..=round).rev().find_map(|round| last[round].map(|action| (round, action)));
        acted.map_or(self.certain, |(then, (node, action))| {
            let bucket = if then == round { bucket } else { bucket / 2 };
            self.plays[&(node, bucket, action)]
        })
    }

    /// What comes after an action is worth to a hand of the opponent, down to its next decision.
    fn worth(&self, child: &Child, before: usize, hand: u32, last: LastActions) -> Vec<(Variable, f64)> {
        match *child {
            Child::Decision(node) => {
                let round = self.tree[node].round;
                let hands = if round > before { self.following[hand as usize].clone() } else { vec![hand] };
                let mut terms = Vec::new();
                for hand in hands {
                    if self.tree[node].player != self.learner {
                        terms.push((self.worths[&(node, hand)], 1.0));
                        continue;
                    }
                    for (action, child) in self.tree[node].children.iter().enumerate() {
                        let mut last = last;
                        last[round] = Some((node, action));
                        terms.extend(self.worth(child, round, hand, last));
                    }
                }
                terms
            }
            Child::End(end) => {
                let of_meeting = |bucket: u32, [deals, won]: [f64; 2]| {
                    let times = if matches!(end, GameEnd::Fold { .. }) { deals } else { 1.0 };
                    (self.play(last, before, bucket), times * chips(end, 1 - self.learner, || won))
                };
                let meetings = self.meetings[before].iter().filter(|((of, _), _)| *of == hand);
                meetings.map(|(&(_, bucket), &meeting)| of_meeting(bucket, meeting)).collect()
            }
        }
    }
}
