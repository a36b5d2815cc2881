//! Clustering of players by learners: train each learner on its players, give each player to the learner that predicts
//! it best, repeat. Of logs every fifth game is held out.
//!
//! The thesis states no learning rate, no batch, no start and no number of steps. Two choices keep one learner from
//! taking all players, which happens with the plain reading (`docs/companions/learners.md` shows it):
//!
//! - every learner takes the *same number of gradient steps* per repetition: one with more
//!   players would otherwise learn more, be better for everybody and get more players still;
//! - learners begin *far apart* ([`Start::FarthestFirst`]): the first one learns from a random player, each next one
//!   from the player that is predicted worst so far.

use rayon::prelude::*;
use tables::together::progress::Progress;

use crate::error::Result;
use crate::mlp::training::{Learner, Optimiser};
use crate::mlp::{Example, Network, Output, Target, most_probable};
use crate::streams::{Purpose, below};

const WEIGHTS: Purpose = Purpose(0x1f83_d9ab_5be0_cd19);
const LABELS: Purpose = Purpose(0x5be0_cd19_137e_2179);
const ORDER: Purpose = Purpose(0x9b05_688c_2b3e_6c1f);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    RandomLabels,
    /// Each learner begins with the player that those before it predict worst.
    FarthestFirst,
}

/// By what a player chooses its learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    Accuracy,
    /// The mean squared error, the least being best.
    SquaredError,
    Likelihood,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub widths: Vec<usize>,
    pub output: Output,
    pub optimiser: Optimiser,
    pub batch: usize,
    pub learners: usize,
    /// Repetitions of training and choosing; after those of [`Self::settled`] in a row without a change it is over.
    pub repetitions: usize,
    pub settled: usize,
    /// Examples that each learner learns from in one repetition, on average over learners.
    pub lesson: usize,
    /// A player chooses by this many of its examples at most, spread evenly over all of them.
    pub judged: usize,
    pub start: Start,
    pub fit: Fit,
}

impl Plan {
    /// Learners of actions: plain gradient descent, begun far apart, with lessons of equal length.
    pub(crate) fn of_actions(widths: Vec<usize>, learners: usize, repetitions: usize) -> Self {
        Self {
            widths,
            output: Output::Actions,
            optimiser: Optimiser::Sgd { rate: 0.1 },
            batch: 32,
            learners,
            repetitions,
            settled: repetitions,
            lesson: 20_000,
            judged: 3_000,
            start: Start::FarthestFirst,
            fit: Fit::Accuracy,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Clustering {
    pub labels: Vec<usize>,
    pub networks: Vec<Network>,
    /// Gradient steps that each learner took.
    pub steps: Vec<u64>,
    pub repetitions: usize,
}

impl Clustering {
    pub(crate) fn members(&self, learner: usize) -> Vec<usize> {
        members(&self.labels, self.networks.len()).swap_remove(learner)
    }

    pub fn sizes(&self) -> Vec<usize> {
        members(&self.labels, self.networks.len()).iter().map(Vec::len).collect()
    }

    pub(crate) fn groups(&self) -> usize {
        self.sizes().into_iter().filter(|&size| size > 0).count()
    }

    /// The same players with these learners alone, in this order; no other learner may have players.
    pub(crate) fn with_learners(&self, order: &[usize]) -> Self {
        let place = |label: usize| order.iter().position(|&learner| learner == label).unwrap_or(0);
        Self {
            labels: self.labels.iter().map(|&label| place(label)).collect(),
            networks: order.iter().map(|&learner| self.networks[learner].clone()).collect(),
            steps: order.iter().map(|&learner| self.steps[learner]).collect(),
            repetitions: self.repetitions,
        }
    }
}

/// Groups players, each given by the numbers of its examples (none may be empty).
pub fn cluster(
    examples: &[Example],
    players: &[Vec<u32>],
    plan: &Plan,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Clustering> {
    let judged: Vec<Vec<u32>> = players.iter().map(|player| spread(player, plan.judged)).collect();
    let task = Task { examples, players, judged, plan, seed };
    let mut learners: Vec<Learner> = (0..plan.learners).map(|number| task.new_learner(number)).collect();
    let mut labels = match plan.start {
        Start::RandomLabels => task.random_labels(),
        Start::FarthestFirst => task.begin_far_apart(&mut learners, progress)?,
    };
    let (mut unchanged, mut repetitions) = (0, 0);
    while repetitions < plan.repetitions && unchanged < plan.settled {
        progress.check()?;
        let members = members(&labels, plan.learners);
        learners.par_iter_mut().enumerate().for_each(|(number, learner)| {
            task.teach(number, repetitions + 1, learner, &members[number]);
        });
        let chosen: Vec<usize> = task.fits(&learners).iter().map(|fits| most_probable(fits)).collect();
        unchanged = if chosen == labels { unchanged + 1 } else { 0 };
        labels = chosen;
        repetitions += 1;
    }
    let steps = learners.iter().map(|learner| learner.steps).collect();
    let networks = learners.into_iter().map(|learner| learner.network).collect();
    Ok(Clustering { labels, networks, steps, repetitions })
}

/// Lets all learners learn from `lesson` more examples, with their players unchanged.
pub(crate) fn refine(
    examples: &[Example],
    players: &[Vec<u32>],
    clustering: &mut Clustering,
    plan: &Plan,
    lesson: usize,
    seed: u64,
) {
    let plan = &Plan { lesson, ..plan.clone() };
    let task = Task { examples, players, judged: Vec::new(), plan, seed };
    let members = members(&clustering.labels, clustering.networks.len());
    let last = clustering.repetitions + 1;
    clustering.networks.par_iter_mut().enumerate().for_each(|(number, network)| {
        let mut learner = Learner::new(network.clone(), plan.optimiser, plan.batch);
        task.teach(number, last, &mut learner, &members[number]);
        *network = learner.network;
    });
}

/// At most `most` of some numbers, evenly spread over all of them.
pub fn spread(numbers: &[u32], most: usize) -> Vec<u32> {
    let kept = numbers.len().min(most);
    (0..kept).map(|place| numbers[place * numbers.len() / kept]).collect()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn members(labels: &[usize], learners: usize) -> Vec<Vec<usize>> {
    let of = |learner| (0..labels.len()).filter(|&player| labels[player] == learner).collect();
    (0..learners).map(of).collect()
}

struct Task<'a> {
    examples: &'a [Example],
    players: &'a [Vec<u32>],
    judged: Vec<Vec<u32>>,
    plan: &'a Plan,
    seed: u64,
}

impl Task<'_> {
    fn new_learner(&self, number: usize) -> Learner {
        let Plan { widths, output, optimiser, batch, .. } = self.plan;
        let mut generator = WEIGHTS.generator(self.seed, number as u64);
        let weights = below(&mut generator, u64::MAX);
        Learner::new(Network::he(widths, *output, weights), *optimiser, *batch)
    }

    fn random_labels(&self) -> Vec<usize> {
        let mut generator = LABELS.generator(self.seed, 0);
        let label = |_| below(&mut generator, self.plan.learners as u64) as usize;
        (0..self.players.len()).map(label).collect()
    }

    fn begin_far_apart(&self, learners: &mut [Learner], progress: &dyn Progress) -> Result<Vec<usize>> {
        let first = below(&mut LABELS.generator(self.seed, 0), self.players.len() as u64) as usize;
        let mut best = vec![f64::NEG_INFINITY; self.players.len()];
        let mut labels = vec![0; self.players.len()];
        let mut next = first;
        for (number, learner) in learners.iter_mut().enumerate() {
            progress.check()?;
            self.teach(number, 0, learner, &[next]);
            for (player, fits) in self.fits(std::slice::from_ref(learner)).iter().enumerate() {
                if fits[0] > best[player] {
                    (best[player], labels[player]) = (fits[0], number);
                }
            }
            next = (0..best.len()).min_by(|&one, &other| best[one].total_cmp(&best[other])).unwrap_or(0);
        }
        Ok(labels)
    }

    /// One repetition's lesson: examples drawn with replacement, each from one of the players, who count the same
    /// whatever the length of their logs. A learner without players learns nothing.
    fn teach(&self, number: usize, repetition: usize, learner: &mut Learner, members: &[usize]) {
        if members.is_empty() {
            return;
        }
        let mut generator = ORDER.generator(self.seed, (repetition * self.plan.learners + number) as u64);
        let mut any = |count: usize| below(&mut generator, count as u64) as usize;
        let draw = |_| {
            let player = &self.players[members[any(members.len())]];
            player[any(player.len())]
        };
        learner.learn(self.examples, &(0..self.plan.lesson).map(draw).collect::<Vec<u32>>());
    }

    fn fits(&self, learners: &[Learner]) -> Vec<Vec<f64>> {
        let one = |judged: &Vec<u32>| learners.iter().map(|it| self.fit(&it.network, judged)).collect();
        self.judged.par_iter().map(one).collect()
    }

    fn fit(&self, network: &Network, judged: &[u32]) -> f64 {
        match self.plan.fit {
            Fit::Accuracy => network.accuracy(self.examples, judged),
            Fit::SquaredError => -network.squared_error(self.examples, judged),
            Fit::Likelihood => mean(&network.log_likelihoods(self.examples, judged)),
        }
    }
}

/// One game in this many is not learned from.
pub(crate) const HELD_OUT: u64 = 5;

#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLogs {
    pub examples: Vec<Example>,
    pub training: Vec<Vec<u32>>,
    pub held_out: Vec<Vec<u32>>,
}

impl PlayerLogs {
    pub fn new(players: usize) -> Self {
        let none = vec![Vec::new(); players];
        Self { examples: Vec::new(), training: none.clone(), held_out: none }
    }

    /// How well a clustering predicts the games held out.
    pub(super) fn judge(&self, clustering: Clustering) -> Judged {
        let accuracies = |numbers: &Vec<u32>| {
            clustering.networks.iter().map(|network| network.accuracy(&self.examples, numbers)).collect()
        };
        let held_out = self.held_out.iter().map(accuracies).collect();
        let baseline = (0..self.held_out.len()).map(|player| self.baseline(player)).collect();
        Judged { clustering, held_out, baseline }
    }

    fn baseline(&self, player: usize) -> f64 {
        let mut counts = [0u32; 8];
        for &number in &self.held_out[player] {
            if let Target::Action { chosen, .. } = self.examples[number as usize].target {
                counts[usize::from(chosen)] += 1;
            }
        }
        f64::from(counts.into_iter().max().unwrap_or(0)) / self.held_out[player].len().max(1) as f64
    }

    pub fn push(&mut self, player: usize, game: u64, decision: Example) {
        let number = self.examples.len() as u32;
        self.examples.push(decision);
        let side = if game % HELD_OUT == HELD_OUT - 1 { &mut self.held_out } else { &mut self.training };
        side[player].push(number);
    }
}

/// A clustering and how well it predicts games that it was not made from.
pub(super) struct Judged {
    pub clustering: Clustering,
    /// Accuracy on held-out games, `[player][learner]`.
    pub held_out: Vec<Vec<f64>>,
    /// The share of each player's most frequent action in them.
    pub baseline: Vec<f64>,
}

impl Judged {
    fn own(&self, player: usize) -> f64 {
        self.held_out[player][self.clustering.labels[player]]
    }

    /// The mean accuracy of the players' own learners.
    pub fn accuracy(&self) -> f64 {
        self.mean_of(|player| self.own(player))
    }

    pub fn mean_baseline(&self) -> f64 {
        self.mean_of(|player| self.baseline[player])
    }

    /// By how much a player's own learner beats its most frequent action.
    pub fn gain(&self, player: usize) -> f64 {
        self.own(player) - self.baseline[player]
    }

    pub fn mean_of(&self, of: impl Fn(usize) -> f64) -> f64 {
        (0..self.baseline.len()).map(of).sum::<f64>() / self.baseline.len() as f64
    }
}

const SHUFFLES: Purpose = Purpose(0x510e_527f_ade6_82d1);

/// η²: the share of the variance of some numbers that lies between groups, 0 to 1; 0 where nothing varies.
pub fn eta_squared(values: &[f64], labels: &[usize]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let total: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if total <= 0.0 {
        return 0.0;
    }
    let groups = labels.iter().max().map_or(0, |&most| most + 1);
    let mut sums = vec![(0.0, 0.0); groups];
    for (&value, &label) in values.iter().zip(labels) {
        sums[label].0 += value - mean;
        sums[label].1 += 1.0;
    }
    let between: f64 = sums.iter().filter(|(_, size)| *size > 0.0).map(|(sum, size)| sum * sum / size).sum();
    between / total
}

/// How often labels dealt out at random explain as much: a permutation test with `shuffles` shuffles, the real one
/// counted.
pub fn permutation_p(values: &[f64], labels: &[usize], shuffles: usize, seed: u64) -> f64 {
    let observed = eta_squared(values, labels);
    let mut generator = SHUFFLES.generator(seed, 0);
    let mut shuffled = labels.to_vec();
    let mut as_much = 1;
    for _ in 0..shuffles {
        for place in (1..shuffled.len()).rev() {
            shuffled.swap(place, below(&mut generator, place as u64 + 1) as usize);
        }
        // A value that is equal but for rounding counts as one that explains as much.
        as_much += usize::from(eta_squared(values, &shuffled) >= observed - 1e-12);
    }
    as_much as f64 / (shuffles + 1) as f64
}

/// The share of neighbours, side by side or one above the other, that share a label on a grid of `columns` columns.
pub fn neighbour_agreement(labels: &[usize], columns: usize) -> f64 {
    let (mut same, mut pairs) = (0, 0);
    for (place, label) in labels.iter().enumerate() {
        let right = (place + 1 < labels.len() && (place + 1) % columns != 0).then(|| place + 1);
        let below = (place + columns < labels.len()).then(|| place + columns);
        for neighbour in [right, below].into_iter().flatten() {
            pairs += 1;
            same += u32::from(labels[neighbour] == *label);
        }
    }
    f64::from(same) / f64::from(pairs.max(1))
}

/// The adjusted Rand index of two groupings of the same things: 1 for the same groups, 0 on average for random ones
/// (Hubert and Arabie 1985). Two groupings that both make one group, or both none, agree fully.
pub fn adjusted_rand(first: &[usize], second: &[usize]) -> f64 {
    let size = |labels: &[usize]| labels.iter().max().map_or(0, |&most| most + 1);
    let (rows, columns) = (size(first), size(second));
    let mut table = vec![0u64; rows * columns];
    for (&row, &column) in first.iter().zip(second) {
        table[row * columns + column] += 1;
    }
    let pairs = |count: u64| (count * count.saturating_sub(1) / 2) as f64;
    let both: f64 = table.iter().map(|&count| pairs(count)).sum();
    let of_rows: f64 = (0..rows).map(|row| pairs(table[row * columns..(row + 1) * columns].iter().sum())).sum();
    let of_columns: f64 =
        (0..columns).map(|column| pairs((0..rows).map(|row| table[row * columns + column]).sum())).sum();
    let all = pairs(first.len() as u64);
    let expected = if all > 0.0 { of_rows * of_columns / all } else { 0.0 };
    let most = (of_rows + of_columns) / 2.0;
    if most - expected == 0.0 { 1.0 } else { (both - expected) / (most - expected) }
}
