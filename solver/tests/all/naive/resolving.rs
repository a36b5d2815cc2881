//! A river solved again as the method is written down: one history, one holding after the other, in plain recursion.

use evaluator::card_set::CardSet;
use solver::game::{BettingTree, Child, NodeId};
use solver::train::UpdateRule;
use std::collections::HashMap;

use super::{Table, add, add_gains, chips, shares, sign};

/// One history of a river.
pub struct ResolvedTwin<'a> {
    pub tree: &'a BettingTree,
    /// The first decision.
    pub root: NodeId,
    pub resolver: usize,
    pub board: CardSet,
    pub holes: Vec<CardSet>,
    /// Which of the holdings play alike.
    pub cohorts: Vec<u32>,
    /// `[player][holding]`: how the blueprint brings them.
    pub reach: [Vec<f64>; 2],
    pub pot: f64,
    pub blueprint: &'a dyn Fn(NodeId, usize) -> Vec<f64>,
}

pub type Profile<'p> = dyn Fn(NodeId, usize) -> Vec<f64> + 'p;

impl ResolvedTwin<'_> {
    /// Both players' holdings, on average one of each.
    fn ranges(&self) -> [Vec<f64>; 2] {
        [self.resolver, 1 - self.resolver].map(|player| {
            let sum: f64 = self.reach[player].iter().sum();
            let times = if sum > 0.0 { self.holes.len() as f64 / sum } else { 0.0 };
            self.reach[player].iter().map(|reach| reach * times).collect()
        })
    }

    /// Which part of the pot a best response wins from the resolver with the blueprint's range.
    pub fn worth(&self, resolver: &Profile<'_>) -> f64 {
        let [own, range] = self.ranges();
        let best = self.best(self.root, &own, resolver);
        let meetings = |hole: usize| range[hole] * self.met(hole).map(|other| own[other]).sum::<f64>();
        let all: f64 = (0..self.holes.len()).map(meetings).sum();
        best.iter().zip(&range).map(|(best, range)| best * range).sum::<f64>() / (all * self.pot)
    }

    /// How the resolver plays each of its decisions, `[holding]`; nothing where the blueprint stays.
    pub fn solve(&self, iterations: u64) -> HashMap<NodeId, Vec<Vec<f64>>> {
        let opponent = 1 - self.resolver;
        let [own, range] = self.ranges();
        let met: Vec<f64> = (0..self.holes.len()).map(|hole| self.met(hole).map(|other| own[other]).sum()).collect();
        let before = self.best(self.root, &own, self.blueprint);
        let (mut regrets, mut averages) = ([Table::new(), Table::new()], Table::new());
        let mut multipliers = vec![0.0; self.holes.len()];
        for iteration in 1..=iterations {
            let step = UpdateRule::DCFR.step(iteration, iterations);
            let mut learn = |player: usize, weights: &[f64]| {
                let mut gains = Table::new();
                let now = {
                    let profile = |node, hole| self.matched(&regrets, node, hole);
                    self.value(self.root, player, weights, &profile, &mut gains)
                };
                for regret in regrets[player].values_mut().flatten() {
                    *regret *= if *regret > 0.0 { step.keep_positive } else { step.keep_negative };
                }
                let played = |node, hole| self.matched(&regrets, node, hole);
                if player == self.resolver {
                    let weight = (iteration * iteration) as f64;
                    self.share(self.root, &vec![weight; self.holes.len()], &played, &mut averages);
                }
                add_gains(&mut regrets[player], &gains, &step);
                now
            };
            let now = learn(opponent, &own);
            for (hole, multiplier) in multipliers.iter_mut().enumerate().filter(|(hole, _)| met[*hole] > 0.0) {
                *multiplier = f64::max(0.0, *multiplier + 100.0 * (now[hole] - before[hole]) / (met[hole] * self.pot));
            }
            let arrivals: Vec<f64> = range.iter().zip(&multipliers).map(|(range, more)| range + more).collect();
            learn(self.resolver, &arrivals);
        }
        let solution = |node: NodeId, hole: usize| match averages.get(&(node, self.cohorts[hole])) {
            Some(sums) => shares(sums),
            None => vec![1.0 / self.tree[node].actions.len() as f64; self.tree[node].actions.len()],
        };
        for share in [1.0, 0.75, 0.5, 0.375, 0.25, 0.125, 0.0625] {
            let mut mixed = HashMap::new();
            let weights = (vec![share; self.holes.len()], vec![1.0 - share; self.holes.len()]);
            self.mix(self.root, &weights.0, &weights.1, &solution, &mut mixed);
            let after = self.best(self.root, &own, &|node, hole| mixed[&node][hole].clone());
            let is_safe = |hole: usize| after[hole] - before[hole] <= 0.001 * self.pot * met[hole];
            if (0..self.holes.len()).all(is_safe) {
                return mixed;
            }
        }
        HashMap::new()
    }

    fn met(&self, hole: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.holes.len()).filter(move |&other| !self.holes[other].intersects(self.holes[hole]))
    }

    fn matched(&self, regrets: &[Table; 2], node: NodeId, hole: usize) -> Vec<f64> {
        let count = self.tree[node].actions.len();
        let regrets = regrets[self.tree[node].player].get(&(node, self.cohorts[hole]));
        regrets.map_or_else(|| vec![1.0 / count as f64; count], |regrets| shares(regrets))
    }

    /// A player's values by holding, and what its actions gain.
    fn value(
        &self,
        node: NodeId,
        player: usize,
        weights: &[f64],
        profile: &Profile<'_>,
        gains: &mut Table,
    ) -> Vec<f64> {
        let is_own = self.tree[node].player == player;
        let plays: Vec<Vec<f64>> = (0..self.holes.len()).map(|hole| profile(node, hole)).collect();
        let mut total = vec![0.0; self.holes.len()];
        let mut of_actions = Vec::new();
        for (action, &child) in self.tree[node].children.iter().enumerate() {
            let share = |hole: usize| plays[hole][action];
            let weights: Vec<f64> =
                weights.iter().enumerate().map(|(hole, it)| if is_own { *it } else { it * share(hole) }).collect();
            let values = match child {
                Child::Decision(next) => self.value(next, player, &weights, profile, gains),
                Child::End(_) => self.end(child, player, &weights),
            };
            for (hole, total) in total.iter_mut().enumerate() {
                *total += if is_own { share(hole) * values[hole] } else { values[hole] };
            }
            of_actions.push(values);
        }
        if is_own {
            for (hole, &cohort) in self.cohorts.iter().enumerate() {
                add(gains, (node, cohort), of_actions.iter().map(|values| values[hole] - total[hole]));
            }
        }
        total
    }

    /// What a best response wins with each holding of the resolver's opponent.
    fn best(&self, node: NodeId, weights: &[f64], resolver: &Profile<'_>) -> Vec<f64> {
        let is_own = self.tree[node].player != self.resolver;
        let mut best = vec![if is_own { f64::MIN } else { 0.0 }; self.holes.len()];
        for (action, &child) in self.tree[node].children.iter().enumerate() {
            let share = |hole: usize| if is_own { 1.0 } else { resolver(node, hole)[action] };
            let weights: Vec<f64> = weights.iter().enumerate().map(|(hole, it)| it * share(hole)).collect();
            let values = match child {
                Child::Decision(next) => self.best(next, &weights, resolver),
                Child::End(_) => self.end(child, 1 - self.resolver, &weights),
            };
            for (best, value) in best.iter_mut().zip(values) {
                *best = if is_own { best.max(value) } else { *best + value };
            }
        }
        best
    }

    fn end(&self, child: Child, player: usize, weights: &[f64]) -> Vec<f64> {
        let Child::End(end) = child else { unreachable!("an end") };
        let against = |hole: usize, other: usize| {
            weights[other] * chips(end, player, || sign(self.board, self.holes[hole], self.holes[other]))
        };
        (0..self.holes.len()).map(|hole| self.met(hole).map(|other| against(hole, other)).sum()).collect()
    }

    /// Adds the resolver's strategy at all its decisions, weighted by how likely it comes there with a cohort.
    fn share(&self, node: NodeId, arrivals: &[f64], profile: &Profile<'_>, sums: &mut Table) {
        let is_own = self.tree[node].player == self.resolver;
        let plays: Vec<Vec<f64>> = (0..self.holes.len()).map(|hole| profile(node, hole)).collect();
        let mut seen = std::collections::HashSet::new();
        for (hole, &cohort) in self.cohorts.iter().enumerate().filter(|(_, cohort)| is_own && seen.insert(**cohort)) {
            add(sums, (node, cohort), plays[hole].iter().map(|share| share * arrivals[hole]));
        }
        for (action, child) in self.tree[node].children.iter().enumerate() {
            if let Child::Decision(next) = *child {
                let share = |hole: usize| if is_own { plays[hole][action] } else { 1.0 };
                let arrivals: Vec<f64> = arrivals.iter().enumerate().map(|(hole, it)| it * share(hole)).collect();
                self.share(next, &arrivals, profile, sums);
            }
        }
    }

    /// One player who draws between two plans; `drawn` and `others` are how likely each comes to the decision.
    fn mix(
        &self,
        node: NodeId,
        drawn: &[f64],
        others: &[f64],
        solution: &Profile<'_>,
        mixed: &mut HashMap<NodeId, Vec<Vec<f64>>>,
    ) {
        let is_own = self.tree[node].player == self.resolver;
        let plays = |hole: usize| [solution(node, hole), (self.blueprint)(node, hole)];
        if is_own {
            let of_hole = |hole: usize| {
                let [one, other] = plays(hole);
                let both = one.iter().zip(&other).map(|(one, other)| one * drawn[hole] + other * others[hole]);
                shares(&both.collect::<Vec<f64>>())
            };
            mixed.insert(node, (0..self.holes.len()).map(of_hole).collect());
        }
        for (action, child) in self.tree[node].children.iter().enumerate() {
            if let Child::Decision(next) = *child {
                let go = |arrivals: &[f64], which: usize| -> Vec<f64> {
                    let share = |hole: usize| if is_own { plays(hole)[which][action] } else { 1.0 };
                    arrivals.iter().enumerate().map(|(hole, it)| it * share(hole)).collect()
                };
                self.mix(next, &go(drawn, 0), &go(others, 1), solution, mixed);
            }
        }
    }
}
