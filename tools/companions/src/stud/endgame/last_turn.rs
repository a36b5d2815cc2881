//! The last interval when each player hides one card: values of all hidden cards at once, for a best, an own or a
//! learning reply.
//!
//! Hidden cards are numbered by their place among the unseen ones and lie in `C` rows of sixteen. Both players' numbers
//! mean the same cards, so that a hand and the opponent's equal one never meet.

use std::cmp::Ordering;

use super::regret_rows::{HANDS_IN_ROW, HandRow, RegretRows, Step};
use super::tree::{Child, Decision, MAX_ACTIONS, Tree};
use crate::stud::points::Worth;
use crate::stud::rules::Seat;

/// A number for every hidden card.
pub type Hands<const C: usize> = [HandRow; C];
/// Probabilities of a decision's actions, `[action][row]`.
pub type Policy = Vec<HandRow>;

/// A row for each sixteen of `count` hands; what lies beyond is 0.
pub fn hands<const C: usize>(count: usize, value: impl Fn(usize) -> f64) -> Hands<C> {
    std::array::from_fn(|row| {
        let lane = |lane: usize| Some(row * HANDS_IN_ROW + lane).filter(|&hand| hand < count).map_or(0.0, &value);
        HandRow::from(std::array::from_fn(lane))
    })
}

/// The number of one hand in rows of sixteen.
#[inline]
pub fn at(rows: &[HandRow], hand: usize) -> f64 {
    rows[hand / HANDS_IN_ROW].0[hand % HANDS_IN_ROW]
}

/// Who wins against whom: for each seat, `[opponent's card]` a column of +1, 0 and −1 over the own cards; 0 where the
/// cards are equal.
#[derive(Clone, Debug)]
pub struct Showdowns<const C: usize>([Vec<Hands<C>>; 2]);

impl<const C: usize> Showdowns<C> {
    /// From the worth of each hand, `[seat][card]`.
    pub fn new(worths: [&[Worth]; 2]) -> Self {
        let column = |own: &[Worth], card: usize, worth: Worth| {
            hands(own.len(), |mine| match own[mine].cmp(&worth) {
                _ if mine == card => 0.0,
                Ordering::Less => -1.0,
                Ordering::Equal => 0.0,
                Ordering::Greater => 1.0,
            })
        };
        Self([0, 1].map(|seat| {
            let (own, other) = (worths[seat], worths[1 - seat]);
            other.iter().enumerate().map(|(card, &worth)| column(own, card, worth)).collect()
        }))
    }

    /// Wins less losses of each own card against the opponent's weights.
    pub fn balance(&self, seat: Seat, weights: &Hands<C>) -> Hands<C> {
        let mut sum = [HandRow::default(); C];
        for (card, column) in self.0[seat.index()].iter().enumerate() {
            let weight = HandRow::splat(at(weights, card));
            for (sum, &sign) in sum.iter_mut().zip(column) {
                *sum = *sum + sign * weight;
            }
        }
        sum
    }
}

/// What the player whose values are wanted does at its decisions.
pub enum Reply<'a> {
    /// The best action of every hand.
    Best,
    /// These policies, `[decision]`.
    Own(&'a [Policy]),
    /// What its regrets say, `[decision]`; it learns from the values.
    Learn(&'a mut [RegretRows], Step),
}

/// One interval with its cards.
#[derive(Clone, Copy)]
pub struct LastTurn<'a, const C: usize> {
    /// The betting.
    pub tree: &'a Tree,
    /// Who beats whom.
    pub showdowns: &'a Showdowns<C>,
    /// Whose values are wanted.
    pub seat: Seat,
    /// The opponent's policies, `[decision]`; those of the seat itself are not read.
    pub opponent: &'a [Policy],
}

impl<const C: usize> LastTurn<'_, C> {
    /// The value of each hidden card, weighted with the opponent's reach.
    pub fn values(&self, reply: &mut Reply<'_>, own_reach: &Hands<C>, their_reach: &Hands<C>) -> Hands<C> {
        self.decision(0, reply, own_reach, their_reach)
    }

    fn decision(&self, number: usize, reply: &mut Reply<'_>, own: &Hands<C>, theirs: &Hands<C>) -> Hands<C> {
        let Decision { seat: actor, children, .. } = &self.tree.decisions[number];
        let acts = *actor == self.seat;
        let made;
        let policy: Option<&[HandRow]> = match reply {
            _ if !acts => Some(&self.opponent[number]),
            Reply::Best => None,
            Reply::Own(policies) => Some(&policies[number]),
            Reply::Learn(tables, _) => {
                made = tables[number].current();
                Some(&made)
            }
        };
        let after = |reach: &Hands<C>, action: usize| match policy {
            None => *reach,
            Some(policy) => std::array::from_fn(|row| reach[row] * policy[action * C + row]),
        };
        let mut values = [[HandRow::default(); C]; MAX_ACTIONS];
        for (action, (child, value)) in children.iter().zip(&mut values).enumerate() {
            let (own, theirs) = if acts { (after(own, action), *theirs) } else { (*own, after(theirs, action)) };
            *value = match *child {
                Child::Decision(next) => self.decision(next, reply, &own, &theirs),
                Child::Drop(dropped, paid) => {
                    won_without_showdown(&theirs, if dropped == self.seat { -paid } else { paid })
                }
                Child::Showdown(paid) => {
                    self.showdowns.balance(self.seat, &theirs).map(|row| row * HandRow::splat(paid))
                }
            };
        }
        let values = &values[..children.len()];
        match (acts, policy) {
            // The opponent's probabilities are in the reaches already.
            (false, _) => sum(values),
            (true, None) => best(values),
            (true, Some(policy)) => {
                let value = sum_weighted(values, policy);
                if let Reply::Learn(tables, step) = reply {
                    let gain = |it: &Hands<C>| std::array::from_fn::<_, C, _>(|row| it[row] - value[row]);
                    let gains: Vec<HandRow> = values.iter().flat_map(gain).collect();
                    tables[number].learn(step, policy, own, &gains);
                }
                value
            }
        }
    }
}

/// The worth of every hand when a player drops: all of the opponent's hands count but the equal one.
fn won_without_showdown<const C: usize>(theirs: &Hands<C>, worth: f64) -> Hands<C> {
    let total: f64 = theirs.iter().flat_map(|row| row.0).sum();
    theirs.map(|row| (HandRow::splat(total) - row) * HandRow::splat(worth))
}

fn sum<const C: usize>(values: &[Hands<C>]) -> Hands<C> {
    std::array::from_fn(|row| values.iter().fold(HandRow::default(), |sum, value| sum + value[row]))
}

fn sum_weighted<const C: usize>(values: &[Hands<C>], policy: &[HandRow]) -> Hands<C> {
    std::array::from_fn(|row| {
        let actions = values.iter().enumerate();
        actions.fold(HandRow::default(), |sum, (action, value)| sum + value[row] * policy[action * C + row])
    })
}

fn best<const C: usize>(values: &[Hands<C>]) -> Hands<C> {
    let larger =
        |one: HandRow, other: HandRow| HandRow::from(std::array::from_fn(|lane| one.0[lane].max(other.0[lane])));
    values.iter().skip(1).fold(values[0], |best, value| std::array::from_fn(|row| larger(best[row], value[row])))
}
