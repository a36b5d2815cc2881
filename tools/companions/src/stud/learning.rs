//! How tendencies are learned after each game (section 3.6).

use std::collections::VecDeque;

use super::estimate::{RULES, STRENGTHS, Tendencies};
use crate::fuzzy::{Clipped, Triangle, centroid};

/// Amounts of a rule that are remembered.
const REMEMBERED: usize = 5;
/// Amounts and changes lie in [−10, 10].
const DOMAIN: (f64, f64) = (-10.0, 10.0);
/// Negative, zero and positive on that domain.
const CHANGES: [Triangle; 3] = [Triangle::new(-10.0, 10.0), Triangle::new(0.0, 10.0), Triangle::new(10.0, 10.0)];
/// Table 3.3, `[estimated][real]`, each weak or strong: which of [`CHANGES`] follows.
const AMOUNTS: [[usize; 2]; 2] = [[1, 2], [0, 1]];
/// Table 3.4, `[mean][latest]`.
const REAL_CHANGES: [[usize; 3]; 3] = [[0, 0, 1], [0, 1, 2], [1, 2, 2]];

/// One estimate of a game, as the learner sees it afterwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// The rule that fired most strongly.
    pub rule: usize,
    /// The estimate.
    pub result: f64,
    /// F(own points) − F(the opponent's true points).
    pub real: f64,
}

/// Tendencies, and what they were changed for lately.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Learner {
    /// The current tendencies of the rules.
    pub tendencies: Tendencies,
    /// The last amounts of each rule, latest last.
    amounts: [VecDeque<f64>; RULES],
}

impl Learner {
    /// Learns from all estimates of a game.
    pub fn learn(&mut self, lessons: &[Lesson]) {
        for lesson in lessons {
            let latest = amount(lesson.result, lesson.real);
            let amounts = &mut self.amounts[lesson.rule];
            if amounts.len() == REMEMBERED {
                amounts.pop_front();
            }
            amounts.push_back(latest);
            let mean = amounts.iter().sum::<f64>() / amounts.len() as f64;
            let tendency = &mut self.tendencies.0[lesson.rule];
            *tendency = (*tendency + change(mean, latest)).clamp(0.0, 100.0);
        }
    }
}

/// Table 3.3: by how much a tendency should change, in [−10, 10]; positive where the hand was stronger than estimated.
pub fn amount(estimated: f64, real: f64) -> f64 {
    infer(STRENGTHS.map(|set| set.membership(estimated)), STRENGTHS.map(|set| set.membership(real)), AMOUNTS)
}

/// Table 3.4: the real change, from the mean of the last five amounts, the latest among them, and the latest.
pub fn change(mean: f64, latest: f64) -> f64 {
    infer(CHANGES.map(|set| set.membership(mean)), CHANGES.map(|set| set.membership(latest)), REAL_CHANGES)
}

/// Mamdani's answer for two conditions of N sets each and a table of consequents.
fn infer<const N: usize>(first: [f64; N], second: [f64; N], table: [[usize; N]; N]) -> f64 {
    let mut sets = CHANGES.map(|set| Clipped { set, strength: 0.0 });
    for (row, &one) in table.iter().zip(&first) {
        for (&set, &other) in row.iter().zip(&second) {
            sets[set].strength = sets[set].strength.max(one.min(other));
        }
    }
    // Each condition's memberships add up to 1: some rule fires.
    centroid(DOMAIN, &sets).unwrap_or(0.0)
}
