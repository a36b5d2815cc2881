//! A public situation before the last interval, the betting that follows with three sizes of bet (10 decisions, 10
//! drops and 9 showdowns), and the game in which each player hides one card, solved by CFR and measured by best
//! responses.
//!
//! Hidden cards are numbered by their place among the unseen ones. Both players' numbers mean the same cards, so that a
//! hand and the opponent's equal one never meet. The update rule is the solver's own.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use rand_xoshiro::rand_core::RngCore;
use solver::boards::card_rules::draw;
use solver::train::update_rule::{Step, UpdateRule};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use crate::stud::model::amount;
use crate::stud::points::Worth;
use crate::stud::rules::{Action, Betting, Seat, Status, TURNS};

/// How the reduced games are solved: a rule whose sums of regrets may fall below zero.
pub(super) const RULE: UpdateRule = UpdateRule::DCFR;

pub type Hands = Vec<f64>;
/// Probabilities of a decision's actions, `[action][hand]`.
pub(crate) type Policy = Vec<Hands>;
/// Policies of both seats, `[seat][decision]`; empty at the other seat's decisions.
pub type Profile = [Vec<Policy>; 2];

#[derive(Clone, Debug)]
pub(super) struct Regrets {
    regrets: Policy,
    strategy_sums: Policy,
}

impl Regrets {
    pub(super) fn new(actions: usize, hands: usize) -> Self {
        let zeros = vec![vec![0.0; hands]; actions];
        Self { regrets: zeros.clone(), strategy_sums: zeros }
    }

    pub(super) fn of_seat(tree: &Tree, seat: Seat, hands: usize) -> Vec<Self> {
        let actions = tree.decisions.iter().map(|it| if it.seat == seat { it.children.len() } else { 0 });
        actions.map(|actions| Self::new(actions, hands)).collect()
    }

    pub(super) fn current(&self) -> Policy {
        in_proportion(&self.regrets)
    }

    /// The average strategy; equal probabilities for hands that never came here.
    pub(super) fn average(&self) -> Policy {
        in_proportion(&self.strategy_sums)
    }

    /// Learns from what each action gained over the strategy, and how likely the player itself was to come here.
    pub(super) fn learn(&mut self, step: &Step, strategy: &[Hands], reach: &[f64], gains: &[Hands]) {
        for action in 0..strategy.len() {
            let sums = self.regrets[action].iter_mut().zip(&mut self.strategy_sums[action]);
            for (hand, (regret, played)) in sums.enumerate() {
                let kept = if *regret > 0.0 { step.keep_positive } else { step.keep_negative };
                *regret = *regret * kept + gains[action][hand] * step.regret_weight;
                *played = *played * step.keep_average + reach[hand] * strategy[action][hand] * step.average_weight;
            }
        }
    }
}

/// Each hand's positive weights as probabilities; equal ones where there are none.
fn in_proportion(weights: &[Hands]) -> Policy {
    let mut policy = weights.to_vec();
    for hand in 0..weights.first().map_or(0, Vec::len) {
        let total: f64 = weights.iter().map(|action| action[hand].max(0.0)).sum();
        let inverse = 1.0 / total;
        for action in &mut policy {
            // Discounts leave sums that are all but zero.
            let is_nothing = total < f64::MIN_POSITIVE;
            action[hand] = if is_nothing { 1.0 / weights.len() as f64 } else { action[hand].max(0.0) * inverse };
        }
    }
    policy
}

/// Who wins against whom, `[first player's card][second player's card]`: +1, 0 and −1 for the first; 0 where the cards
/// are equal.
#[derive(Clone, Debug)]
pub(super) struct Showdowns(Vec<Hands>);

impl Showdowns {
    /// From the worth of each hand, `[seat][card]`.
    pub(super) fn new([first, second]: [&[Worth]; 2]) -> Self {
        let sign = |(one, worth): (usize, &Worth), (other, others): (usize, &Worth)| match worth.cmp(others) {
            _ if one == other => 0.0,
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        };
        let signs = |own| second.iter().enumerate().map(|theirs| sign(own, theirs)).collect();
        Self(first.iter().enumerate().map(signs).collect())
    }

    /// Wins less losses of each of the seat's cards against the opponent's weights.
    fn balance(&self, seat: Seat, weights: &[f64]) -> Hands {
        let sum = |signs: &Hands| signs.iter().zip(weights).map(|(sign, weight)| sign * weight).sum();
        match seat {
            Seat::First => self.0.iter().map(sum).collect(),
            Seat::Second => {
                let mut balance = vec![0.0; weights.len()];
                for (signs, weight) in self.0.iter().zip(weights) {
                    balance.iter_mut().zip(signs).for_each(|(sum, sign)| *sum -= sign * weight);
                }
                balance
            }
        }
    }
}

pub(super) enum Reply<'a> {
    Best,
    Learn(&'a mut [Regrets], Step),
}

#[derive(Clone, Copy)]
pub(super) struct LastTurn<'a> {
    pub(super) tree: &'a Tree,
    pub(super) showdowns: &'a Showdowns,
    pub(super) seat: Seat,
    /// The opponent's policies, `[decision]`; those of the seat itself are not read.
    pub(super) opponent: &'a [Policy],
}

impl LastTurn<'_> {
    /// The value of each hidden card at a decision (0 is the opening), weighted with the opponent's reach.
    pub(super) fn values(&self, number: usize, reply: &mut Reply<'_>, own: &[f64], theirs: &[f64]) -> Hands {
        let Decision { seat: actor, children, .. } = &self.tree.decisions[number];
        let acts = *actor == self.seat;
        let current;
        let policy: Option<&[Hands]> = match reply {
            _ if !acts => Some(&self.opponent[number]),
            Reply::Best => None,
            Reply::Learn(tables, _) => {
                current = tables[number].current();
                Some(&current)
            }
        };
        let mut values: Vec<Hands> = Vec::with_capacity(children.len());
        for (action, child) in children.iter().enumerate() {
            let reach = if acts { own } else { theirs };
            let reached = policy.map(|policy| by_hand(reach, &policy[action], f64::mul));
            let reached = reached.as_deref().unwrap_or(reach);
            let (own, theirs) = if acts { (reached, theirs) } else { (own, reached) };
            values.push(match *child {
                Child::Decision(next) => self.values(next, reply, own, theirs),
                Child::Drop(dropped, paid) => without_showdown(theirs, if dropped == self.seat { -paid } else { paid }),
                Child::Showdown(paid) => {
                    self.showdowns.balance(self.seat, theirs).into_iter().map(|balance| balance * paid).collect()
                }
            });
        }
        let zeros = || vec![0.0; own.len()];
        let Some(policy) = policy else {
            return values.iter().skip(1).fold(values[0].clone(), |best, value| by_hand(&best, value, f64::max));
        };
        if !acts {
            // The opponent's probabilities are in the reaches already.
            return values.iter().fold(zeros(), |sum, value| by_hand(&sum, value, f64::add));
        }
        let mean = values
            .iter()
            .zip(policy)
            .fold(zeros(), |mean, (value, chances)| by_hand(&mean, &by_hand(value, chances, f64::mul), f64::add));
        if let Reply::Learn(tables, step) = reply {
            let gains: Vec<Hands> = values.iter().map(|value| by_hand(value, &mean, f64::sub)).collect();
            tables[number].learn(step, policy, own, &gains);
        }
        mean
    }
}

fn by_hand(one: &[f64], other: &[f64], join: impl Fn(f64, f64) -> f64) -> Hands {
    one.iter().zip(other).map(|(&one, &other)| join(one, other)).collect()
}

/// The worth of every hand when a player drops: all of the opponent's hands count but the equal one.
fn without_showdown(theirs: &[f64], worth: f64) -> Hands {
    let total: f64 = theirs.iter().sum();
    theirs.iter().map(|reach| (total - reach) * worth).collect()
}

#[derive(Clone, Debug)]
pub struct LastTurnGame {
    pub tree: Tree,
    /// What each hidden card makes of a hand, `[seat][card]`.
    pub worths: [Vec<Worth>; 2],
    showdowns: Showdowns,
}

impl LastTurnGame {
    pub fn new(situation: &PublicSituation) -> Self {
        let worths: [Vec<Worth>; 2] =
            situation.open.map(|open| situation.unseen.iter().map(|&card| Worth::of(open.with(card))).collect());
        let showdowns = Showdowns::new(worths.each_ref().map(Vec::as_slice));
        Self { tree: Tree::new(PAID), worths, showdowns }
    }

    pub fn cards(&self) -> usize {
        self.worths[0].len()
    }

    /// Wins and half the ties of each of the first player's cards against all others that the second may hide.
    pub(super) fn equities(&self) -> Hands {
        let others = (self.cards() - 1) as f64;
        let balance = self.showdowns.balance(Seat::First, &vec![1.0; self.cards()]);
        balance.into_iter().map(|balance| (balance + others) / 2.0 / others).collect()
    }

    pub fn solve(&self, iterations: u64) -> Profile {
        let policies =
            |tables: &[Regrets], policy: fn(&Regrets) -> Policy| tables.iter().map(policy).collect::<Vec<_>>();
        let mut tables = Seat::BOTH.map(|seat| Regrets::of_seat(&self.tree, seat, self.cards()));
        for iteration in 1..=iterations {
            let step = RULE.step(iteration, iterations);
            for seat in Seat::BOTH {
                let opponent = policies(&tables[seat.other().index()], Regrets::current);
                self.values(seat, &opponent, &mut Reply::Learn(&mut tables[seat.index()], step));
            }
        }
        tables.map(|tables| policies(&tables, Regrets::average))
    }

    /// What the best response of a seat gains against the other's policies, in chips.
    pub fn best_response(&self, seat: Seat, profile: &Profile) -> f64 {
        self.mean(&self.values(seat, &profile[seat.other().index()], &mut Reply::Best))
    }

    /// What best responses gain over the policies, as a mean of both seats and a share of the pot.
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        Seat::BOTH.map(|seat| self.best_response(seat, profile)).iter().sum::<f64>() / 2.0 / self.tree.pot
    }

    fn values(&self, seat: Seat, opponent: &[Policy], reply: &mut Reply<'_>) -> Hands {
        let every_card = vec![1.0; self.cards()];
        let game = LastTurn { tree: &self.tree, showdowns: &self.showdowns, seat, opponent };
        game.values(0, reply, &every_card, &every_card)
    }

    fn mean(&self, values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / (self.cards() * (self.cards() - 1)) as f64
    }
}

/// What each player has paid before the last interval, in chips: only the ratio to the least bet of 1 matters.
pub(super) const PAID: u64 = 500;

/// Which cards the reduced game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    lowest_rank: u8,
    open: usize,
}

impl Size {
    /// The last turn of stud: six open cards and a hidden one, full deck; 40 cards may be hidden.
    pub const LAST_TURN: Self = Self { lowest_rank: 0, open: 6 };
    /// A deck of nines to aces, four open cards and two hidden ones; 16 cards may be hidden.
    pub const OPENING: Self = Self { lowest_rank: 7, open: 4 };

    pub fn deck(self) -> CardSet {
        Card::all().filter(|card| card.rank() >= self.lowest_rank).collect()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct PublicSituation {
    pub open: [CardSet; 2],
    /// The cards that may be hidden, all equally likely, in ascending order.
    pub unseen: Vec<Card>,
}

impl PublicSituation {
    pub fn random(size: Size, generator: &mut impl RngCore) -> Self {
        let drawn = draw(generator, size.deck(), 2 * size.open);
        let (first, second) = drawn.split_at(size.open);
        Self::new(size.deck(), [CardSet::of(first), CardSet::of(second)])
    }

    /// The situation with these open cards; no card belongs to both.
    pub fn new(deck: CardSet, open: [CardSet; 2]) -> Self {
        Self { open, unseen: (deck - open[0] - open[1]).iter().collect() }
    }

    pub(super) fn unseen_set(&self) -> CardSet {
        CardSet::of(&self.unseen)
    }
}

/// The sizes: shares of the way from the lower to the upper limit. For an opening these are 1, about half the pot, and
/// the pot.
pub(super) const SHARES: [f64; 3] = [0.0, 0.5, 1.0];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Child {
    Decision(usize),
    /// This seat has dropped; the other gains what it had paid.
    Drop(Seat, f64),
    /// The better hand gains this much, which each player has paid.
    Showdown(f64),
}

/// A turn to act. Action 0 is the drop; the others are bets, smallest first.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub seat: Seat,
    /// The opponent's bet as a share of the most it could have been; 0 for the opening.
    pub faced_share: f64,
    pub children: Vec<Child>,
}

/// All decisions in depth-first preorder; the first is the opening.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    pub decisions: Vec<Decision>,
    pub pot: f64,
}

impl Tree {
    /// The last interval after each player has paid this much (at least 2, so that the sizes differ).
    pub fn new(paid: u64) -> Self {
        let betting = Betting::at(TURNS, paid);
        let mut tree = Self { decisions: Vec::new(), pot: betting.pot() as f64 };
        tree.grow(&betting);
        tree
    }

    fn grow(&mut self, betting: &Betting) -> Child {
        let seat = match betting.status() {
            Status::Dropped(seat) => return Child::Drop(seat, betting.paid(seat) as f64),
            Status::Showdown => return Child::Showdown(betting.paid(Seat::First) as f64),
            Status::ToAct(seat) => seat,
        };
        let number = self.decisions.len();
        self.decisions.push(Decision { seat, faced_share: betting.faced_share(), children: Vec::new() });
        let mut bets = SHARES.map(|share| amount(betting.limits(), share)).to_vec();
        bets.dedup();
        for action in std::iter::once(Action::Drop).chain(bets.into_iter().map(Action::Bet)) {
            let mut after = betting.clone();
            after.act(action);
            let child = self.grow(&after);
            self.decisions[number].children.push(child);
        }
        Child::Decision(number)
    }
}
