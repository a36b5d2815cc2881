//! Players in groups: how many, who belongs to whom, and how firm that is; how well a method predicts the hands that
//! nothing was learned from, and the predictions without a network that learners have to beat.

use matches::statistics::score::Ratio;
use serde::Serialize;
use std::collections::HashMap;
use tables::together::progress::Progress;

use super::features::{STEPS, step_of};
use super::log_input::Decision;
use crate::error::Result;
use crate::learners::clustering::{Clustering, Fit, Plan, adjusted_rand, cluster, mean, refine, spread};
use crate::mlp::{Example, LEAST_PROBABILITY, Network, most_probable};
use crate::streams::in_order;

pub(crate) const MOST_GROUPS: usize = 8;
pub(crate) const RESTARTS: usize = 5;
/// The number of groups is chosen by this number of decisions at most.
const JUDGED: usize = 24_000;
/// Examples that each learner of the final groups learns from in the end, at most.
const LAST_LESSON: usize = 200_000;
/// The same in passes over the decisions of a player: more of a short log would be learned by heart.
const LAST_PASSES: usize = 10;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Groups {
    pub count: usize,
    pub sizes: Vec<usize>,
    /// The adjusted Rand index of the clusterings from different starts, mean over pairs: 1 if all are alike.
    pub adjusted_rand: f64,
    /// The share of players both halves of whose logs choose the same learner.
    pub halves_together: f64,
    #[serde(skip)]
    pub(super) clustering: Clustering,
}

/// What groups are made from: decisions as examples, and each player's shares of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'a> {
    pub decisions: &'a [Decision],
    pub examples: &'a [Example],
    pub width: usize,
    pub training: &'a [Vec<u32>],
    pub choosing: &'a [Vec<u32>],
}

/// How learners are made here: two hidden layers of 64, plain gradient descent, groups by likelihood.
pub fn plan(width: usize, learners: usize) -> Plan {
    let plan = Plan::of_actions(vec![width, 64, 64, 3], learners, 8);
    Plan { settled: 3, lesson: 10_000, judged: 600, fit: Fit::Likelihood, ..plan }
}

impl Material<'_> {
    /// Groups all players; `count` is how many groups, or `None` to choose.
    pub fn group(&self, count: Option<usize>, seed: u64, progress: &dyn Progress) -> Result<Groups> {
        let most = MOST_GROUPS.min(self.training.len());
        let counts: Vec<usize> = count.map_or_else(|| (1..=most).collect(), |count| vec![count]);
        let trial = |number: u64| {
            let number = number as usize;
            let plan = plan(self.width, counts[number / RESTARTS]);
            // Work is divided here already: a clustering inside is not worth its own reports.
            cluster(self.examples, self.training, &plan, seed ^ (number as u64) << 32, progress)
        };
        let trials = (counts.len() * RESTARTS) as u64;
        let clusterings = in_order(("groups of players", "clusterings"), trials, progress, trial)?;
        let judged: Vec<Vec<u32>> =
            self.choosing.iter().map(|numbers| spread(numbers, JUDGED / self.training.len().max(1))).collect();
        let mut best: Vec<(usize, Vec<f64>)> = Vec::new();
        for restarts in clusterings.chunks(RESTARTS) {
            let values = restarts.iter().map(|it| self.log_likelihoods(it, &judged));
            let highest = values.enumerate().max_by(|one, other| mean(&one.1).total_cmp(&mean(&other.1)));
            best.extend(highest);
        }
        let chosen = self.smallest_as_good(&best, &judged);
        let restarts = &clusterings[chosen * RESTARTS..(chosen + 1) * RESTARTS];
        let clustering = restarts[best[chosen].0].clone();
        Ok(self.finished(clustering, adjusted_rand_of(restarts), seed))
    }

    /// The logarithm of the probability of every decision by its player's learner, player after player.
    pub fn log_likelihoods(&self, clustering: &Clustering, numbers: &[Vec<u32>]) -> Vec<f64> {
        let own = clustering.labels.iter().map(|&label| &clustering.networks[label]);
        own.zip(numbers).flat_map(|(network, numbers)| network.log_likelihoods(self.examples, numbers)).collect()
    }

    /// The fewest groups whose predictions fall short of the best ones by no more than one standard error of the
    /// difference.
    fn smallest_as_good(&self, best: &[(usize, Vec<f64>)], judged: &[Vec<u32>]) -> usize {
        let numbers: Vec<u32> = judged.concat();
        let highest = (0..best.len()).max_by(|&one, &other| mean(&best[one].1).total_cmp(&mean(&best[other].1)));
        let Some(highest) = highest else { return 0 };
        let is_as_good = |place: &usize| {
            let gap = difference(self.decisions, &numbers, &best[highest].1, &best[*place].1);
            gap.mean <= gap.se
        };
        (0..best.len()).find(is_as_good).unwrap_or(highest)
    }

    /// Learners learn to the end, then each half of a player's log chooses again.
    fn finished(&self, clustering: Clustering, adjusted_rand: f64, seed: u64) -> Groups {
        // Learners that no player chose are not groups.
        let sizes = clustering.sizes();
        let kept: Vec<usize> = (0..sizes.len()).filter(|&learner| sizes[learner] > 0).collect();
        let mut clustering = clustering.with_learners(&kept);
        let plan = plan(self.width, clustering.networks.len());
        refine(self.examples, self.training, &mut clustering, &plan, self.last_lesson(), seed);
        let choice = |numbers: &[u32]| {
            let numbers = spread(numbers, plan.judged);
            let fits = clustering.networks.iter().map(|it| mean(&it.log_likelihoods(self.examples, &numbers)));
            most_probable(&fits.collect::<Vec<_>>())
        };
        let together = self.training.iter().filter(|numbers| {
            let (first, second) = numbers.split_at(numbers.len() / 2);
            choice(first) == choice(second)
        });
        let halves_together = together.count() as f64 / self.training.len().max(1) as f64;
        let (count, sizes) = (clustering.networks.len(), clustering.sizes());
        Groups { count, sizes, adjusted_rand, halves_together, clustering }
    }

    fn last_lesson(&self) -> usize {
        let decisions: usize = self.training.iter().map(Vec::len).sum();
        LAST_LESSON.min(LAST_PASSES * decisions / self.training.len().max(1))
    }

    /// One network for all players, that learns as much as the learners of `groups` together.
    pub(crate) fn common_network(&self, groups: usize, seed: u64) -> Network {
        let plan = plan(self.width, 1);
        let network = Network::he(&plan.widths, plan.output, seed);
        let mut one = Clustering {
            labels: vec![0; self.training.len()],
            networks: vec![network],
            steps: vec![0],
            repetitions: 0,
        };
        let lessons = plan.lesson * plan.repetitions + self.last_lesson();
        refine(self.examples, self.training, &mut one, &plan, groups * lessons, seed);
        one.networks.swap_remove(0)
    }
}

fn adjusted_rand_of(clusterings: &[Clustering]) -> f64 {
    let pairs = clusterings
        .iter()
        .enumerate()
        .flat_map(|(place, one)| clusterings[..place].iter().map(|other| adjusted_rand(&one.labels, &other.labels)));
    let values: Vec<f64> = pairs.collect();
    if values.is_empty() { 1.0 } else { mean(&values) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// Learned from: three of five.
    Training,
    /// The number of groups is chosen by it: one of five.
    Choosing,
    /// Nothing is learned or chosen from it: one of five.
    HeldOut,
}

/// The share of a hand with this number. Two hands in a row go together: where duplicate matches were logged they
/// have the same cards.
pub fn share_of(hand: usize) -> Share {
    match hand / 2 % 5 {
        4 => Share::HeldOut,
        3 => Share::Choosing,
        _ => Share::Training,
    }
}

/// The mean natural logarithm of the probability that a method gave to what was done, per decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LogLikelihood {
    pub mean: f64,
    pub se: f64,
    pub ci95: f64,
}

/// The mean of values of decisions (`numbers`), over hands.
pub(crate) fn mean_over_hands(decisions: &[Decision], numbers: &[u32], values: &[f64]) -> LogLikelihood {
    let mut ratio = Ratio::default();
    let (mut sum, mut count) = (0.0, 0.0);
    for (place, (&number, &value)) in numbers.iter().zip(values).enumerate() {
        sum += value;
        count += 1.0;
        let hand = decisions[number as usize].hand;
        let ends = numbers.get(place + 1).is_none_or(|&next| decisions[next as usize].hand != hand);
        if ends {
            ratio.add(sum, count);
            (sum, count) = (0.0, 0.0);
        }
    }
    let known = [ratio.share(), ratio.standard_error(), ratio.half_interval95()];
    let [mean, se, ci95] = known.map(|value| value.unwrap_or(0.0));
    LogLikelihood { mean, se, ci95 }
}

/// How much better one method is than another on the same decisions, with the standard error of that difference.
pub fn difference(decisions: &[Decision], numbers: &[u32], one: &[f64], other: &[f64]) -> LogLikelihood {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    mean_over_hands(decisions, numbers, &differences)
}

/// How many actions the wider count is worth when a narrower one is small.
const PRIOR: f64 = 2.0;

/// Counted frequencies by player, node and tenth of strength; by none of what is `None`. A narrow count is filled up
/// with `PRIOR` actions as the wider one has them.
#[derive(Clone, Debug, Default)]
pub struct Frequencies(HashMap<[Option<usize>; 3], [f64; 3]>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Baseline {
    /// The player's most frequent action with its share, the others equally likely.
    Majority,
    /// Frequencies of all players at this node of the betting tree.
    Node,
    /// The player's own frequencies at this node.
    OwnNode,
    /// The player's own frequencies at this node with cards of this tenth of strength.
    NodeStrength,
}

impl Frequencies {
    pub fn of<'a>(decisions: impl Iterator<Item = (&'a Decision, Option<f32>)>) -> Self {
        let mut counts = Self::default();
        for (it, strength) in decisions {
            for baseline in [Baseline::Majority, Baseline::Node, Baseline::OwnNode, Baseline::NodeStrength] {
                counts.0.entry(key(baseline, it, strength)).or_default()[it.chosen] += 1.0;
            }
        }
        counts
    }

    pub fn log_likelihood(&self, baseline: Baseline, it: &Decision, strength: Option<f32>) -> f64 {
        self.probabilities(baseline, it, strength)[it.chosen].max(LEAST_PROBABILITY).ln()
    }

    fn probabilities(&self, baseline: Baseline, it: &Decision, strength: Option<f32>) -> [f64; 3] {
        let counts = self.0.get(&key(baseline, it, strength)).copied().unwrap_or_default();
        let sum: f64 = counts.iter().sum();
        let wider = match baseline {
            Baseline::Majority => {
                let most = most_probable(&counts);
                let share = (counts[most] + 1.0) / (sum + 3.0);
                let others = (1.0 - share) / 2.0;
                return among_legal(it, [0, 1, 2].map(|action| if action == most { share } else { others }));
            }
            Baseline::Node => among_legal(it, [1.0; 3]),
            Baseline::OwnNode => self.probabilities(Baseline::Node, it, strength),
            Baseline::NodeStrength => self.probabilities(Baseline::OwnNode, it, strength),
        };
        [0, 1, 2].map(|action| (counts[action] + PRIOR * wider[action]) / (sum + PRIOR))
    }
}

fn key(baseline: Baseline, it: &Decision, strength: Option<f32>) -> [Option<usize>; 3] {
    let (player, node) = (Some(it.player), Some(it.node));
    match baseline {
        Baseline::Majority => [player, None, None],
        Baseline::Node => [None, node, None],
        Baseline::OwnNode => [player, node, None],
        Baseline::NodeStrength => [player, node, Some(strength.map_or(STEPS, step_of))],
    }
}

/// The weights of legal actions, to a sum of 1.
fn among_legal(it: &Decision, weights: [f64; 3]) -> [f64; 3] {
    let legal = [0, 1, 2].map(|action| if it.allows(action) { weights[action] } else { 0.0 });
    let sum: f64 = legal.iter().sum();
    legal.map(|weight| if sum > 0.0 { weight / sum } else { 0.0 })
}
