//! Which hands are learned from, how well a method predicts the others, and the predictions without a network that
//! learners have to beat.

use matches::statistics::score::Ratio;
use serde::Serialize;
use std::collections::HashMap;

use super::features::{STEPS, step_of};
use super::log_input::Decision;
use crate::mlp::network::{LEAST_PROBABILITY, most_probable};

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
