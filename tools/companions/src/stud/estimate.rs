//! The superiority estimate: enumeration, adjusted by eighteen fuzzy rules whose tendencies are learned after each game
//! (sections 3.2.2, 3.2.3 and 3.6).
//!
//! "If the hand's strength is A, the opponent's bet is B and the turn is C, the adjustment is Positive with tendency t,
//! else Negative", for A in Weak, Strong, B in Few, Middle, Much and C in Early, Middle, End. The curves of figure 3.4
//! are lost; chosen are straight lines over the whole of [−1, 1] for A, and three triangles each for B and C.

use std::collections::VecDeque;

use super::knowledge::Outlook;
use super::rules::TURNS;
use crate::fuzzy::{Consequent, THIRDS, Triangle, expected_centroid, infer, memberships};
use crate::named::named;

/// Number of rules: turn × bet × strength.
pub const RULES: usize = 18;
pub const START: f64 = 50.0;
pub(crate) const STRENGTHS: [Triangle; 2] = [Triangle::new(-1.0, 2.0), Triangle::new(1.0, 2.0)];

/// A rule's number, `6 * turn + 2 * bet + strength`: turn 0 early to 2 end, bet 0 few to 2 much, strength 0 weak or 1
/// strong.
pub const fn rule_number(turn: usize, bet: usize, strength: usize) -> usize {
    6 * turn + 2 * bet + strength
}

/// The learned probabilities of Positive in %, `[rule]`, each in [0, 100].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tendencies(pub [f64; RULES]);

impl Default for Tendencies {
    fn default() -> Self {
        Self([START; RULES])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjustment {
    /// The centre of gravity as it is: at most 2/3.
    Plain,
    /// 3/2 of it, so that tendencies of 0 and 100 reach the ends of the range as the text says.
    Full,
}

named!(Adjustment { Plain => "plain", Full => "full" });

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Situation {
    pub outlook: Outlook,
    pub bet_share: f64,
    pub turn: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate, in [p − 1, p]: inferior below 0.
    pub result: f64,
    pub infer: f64,
    pub best_rule: usize,
}

pub(crate) fn normalised_turn(turn: u8) -> f64 {
    f64::from(turn - 1) / f64::from(TURNS - 1)
}

/// How strongly each rule fires: the least of its three memberships.
pub fn firing(situation: &Situation) -> [f64; RULES] {
    let strengths = memberships(STRENGTHS, situation.outlook.expect);
    let bets = memberships(THIRDS, situation.bet_share);
    let turns = memberships(THIRDS, normalised_turn(situation.turn));
    std::array::from_fn(|rule| strengths[rule % 2].min(bets[rule / 2 % 3]).min(turns[rule / 6]))
}

/// Equations 3.3 and 3.4.
pub fn estimate(situation: &Situation, tendencies: &Tendencies, adjustment: Adjustment) -> Estimate {
    let firing = firing(situation);
    let fired = (0..RULES).filter(|&rule| firing[rule] > 0.0);
    let consequents: Vec<Consequent> =
        fired.map(|rule| Consequent { strength: firing[rule], positive: tendencies.0[rule] / 100.0 }).collect();
    let infer = match adjustment {
        Adjustment::Plain => expected_centroid(&consequents),
        Adjustment::Full => (1.5 * expected_centroid(&consequents)).clamp(-1.0, 1.0),
    };
    // The first of equal rules, so that nothing depends on the order of sorting.
    let best_rule = (0..RULES).rev().max_by(|&one, &other| firing[one].total_cmp(&firing[other])).unwrap_or(0);
    Estimate { result: adjusted(situation.outlook, infer), infer, best_rule }
}

/// Equation 3.4: moves `expect` towards p or p − 1.
pub fn adjusted(Outlook { p, expect }: Outlook, infer: f64) -> f64 {
    let room = if infer >= 0.0 { p - expect } else { expect - (p - 1.0) };
    expect + room * infer
}

const REMEMBERED: usize = 5;
/// Amounts and changes lie in [−10, 10].
const DOMAIN: (f64, f64) = (-10.0, 10.0);
const CHANGES: [Triangle; 3] = [Triangle::new(-10.0, 10.0), Triangle::new(0.0, 10.0), Triangle::new(10.0, 10.0)];
/// Table 3.3, `[estimated][real]`, each weak or strong: which of [`CHANGES`] follows.
const AMOUNTS: [[usize; 2]; 2] = [[1, 2], [0, 1]];
/// Table 3.4, `[mean][latest]`.
const REAL_CHANGES: [[usize; 3]; 3] = [[0, 0, 1], [0, 1, 2], [1, 2, 2]];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    pub rule: usize,
    pub result: f64,
    /// F(own points) − F(the opponent's true points).
    pub real: f64,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Learner {
    pub tendencies: Tendencies,
    /// The last amounts of each rule, latest last.
    amounts: [VecDeque<f64>; RULES],
}

impl Learner {
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
    infer(DOMAIN, CHANGES, AMOUNTS, memberships(STRENGTHS, estimated), memberships(STRENGTHS, real))
}

/// Table 3.4: the real change, from the mean of the last five amounts, the latest among them, and the latest.
pub fn change(mean: f64, latest: f64) -> f64 {
    infer(DOMAIN, CHANGES, REAL_CHANGES, memberships(CHANGES, mean), memberships(CHANGES, latest))
}
