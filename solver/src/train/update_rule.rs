//! How regrets and strategy sums are carried from one iteration to the next: CFR, CFR+, linear and discounted CFR.
//!
//! Brown & Sandholm 2019 (linear, DCFR), Tammelin 2014 (CFR+), HS-DCFR as in arXiv 2404.09097. Sums are kept
//! unnormalised: a weight that grows with the iteration takes the place of shrinking the past wherever the two are the
//! same up to a factor, so that only true discounts touch the whole table.
//!
//! Regret matching: act in proportion to positive regret, at random where there is none (Hart & Mas-Colell 2000).

use evaluator::words::did_you_mean;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use crate::game::Next;
use crate::walk::{LANES, Real, Row, Shape};

/// An algorithm of the CFR family with its parameters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum UpdateRule {
    /// Every iteration counts the same.
    Cfr,
    /// Regrets never fall below zero; iteration `t` counts `t` times in the average.
    CfrPlus,
    /// Iteration `t` counts `t` times in regrets and average.
    Linear,
    /// After iteration `t` positive regrets shrink by `t^α/(t^α+1)`, negative ones by `t^β/(t^β+1)`, the average by
    /// `(t/(t+1))^γ`.
    Discounted {
        /// For positive regrets.
        alpha: f64,
        /// For negative regrets.
        beta: f64,
        /// For the average.
        gamma: f64,
    },
    /// Discounts that follow the share `t/n` of the planned iterations: α = 1 + 3t/n, β = −1 − 2t/n, γ = 30 − 5t/n.
    ScheduledDiscounted,
}

impl UpdateRule {
    /// DCFR with the parameters its authors recommend.
    pub const DCFR: Self = Self::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 };
}

/// The least share of the past's positive regrets that is kept: small games, which use double precision, divide the
/// predicted gains by it. Tables of single precision round it to zero and do not divide by it.
const LEAST_KEPT: f64 = f64::MIN_POSITIVE;

/// What one iteration does to the tables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Factor for the past's positive regrets.
    pub keep_positive: f64,
    /// Factor for the past's negative regrets.
    pub keep_negative: f64,
    /// Factor for the past's strategy sums.
    pub keep_average: f64,
    /// Weight of this iteration's regrets.
    pub regret_weight: f64,
    /// Weight of this iteration's strategy.
    pub average_weight: f64,
    /// Whether sums of regrets stop at zero.
    pub floor: bool,
}

impl UpdateRule {
    /// The step of iteration `iteration` (from 1) of `planned`.
    pub fn step(self, iteration: u64, planned: u64) -> Step {
        let t = iteration as f64;
        let plain = Step {
            keep_positive: 1.0,
            keep_negative: 1.0,
            keep_average: 1.0,
            regret_weight: 1.0,
            average_weight: 1.0,
            floor: false,
        };
        match self {
            Self::Cfr => plain,
            Self::CfrPlus => Step { average_weight: t, floor: true, ..plain },
            Self::Linear => Step { regret_weight: t, average_weight: t, ..plain },
            Self::Discounted { alpha, beta, gamma } => plain.discounted(t - 1.0, alpha, beta, gamma),
            Self::ScheduledDiscounted => {
                let share = (t - 1.0) / planned.max(1) as f64;
                plain.discounted(t - 1.0, 1.0 + 3.0 * share, -1.0 - 2.0 * share, 30.0 - 5.0 * share)
            }
        }
    }

    /// Whether some step shrinks what the tables already hold.
    pub fn discounts(self) -> bool {
        matches!(self, Self::Discounted { .. } | Self::ScheduledDiscounted)
    }
}

impl Step {
    /// Past regrets after their discount.
    #[inline(always)]
    pub(crate) fn shrink<T: Real>(&self, regrets: Row<T>) -> Row<T> {
        let (positive, negative) = (T::of(self.keep_positive), T::of(self.keep_negative));
        let mut kept = regrets;
        for lane in 0..LANES {
            let regret = regrets.0[lane];
            kept.0[lane] = regret.times(if regret > T::default() { positive } else { negative });
        }
        kept
    }

    /// Regrets with their gains: the one place where sums of regrets grow.
    #[inline(always)]
    pub(crate) fn grow<T: Real>(&self, regrets: Row<T>, gains: Row<T>) -> Row<T> {
        let sum = regrets + gains * Row::splat(T::of(self.regret_weight));
        if self.floor { positive(sum) } else { sum }
    }

    /// Discounts for a past of `t` iterations; the first iteration has none.
    fn discounted(self, t: f64, alpha: f64, beta: f64, gamma: f64) -> Self {
        if t < 1.0 {
            return self;
        }
        // t^e / (t^e + 1), written so that large exponents do not overflow.
        let share = |exponent: f64| 1.0 / (1.0 + t.powf(-exponent));
        Self {
            keep_positive: share(alpha).max(LEAST_KEPT),
            keep_negative: share(beta),
            keep_average: (t / (t + 1.0)).powf(gamma),
            ..self
        }
    }
}

impl fmt::Display for UpdateRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cfr => f.write_str("cfr"),
            Self::CfrPlus => f.write_str("cfr+"),
            Self::Linear => f.write_str("linear"),
            Self::Discounted { alpha, beta, gamma } => write!(f, "dcfr:{alpha},{beta},{gamma}"),
            Self::ScheduledDiscounted => f.write_str("hs-dcfr"),
        }
    }
}

impl From<UpdateRule> for String {
    fn from(rule: UpdateRule) -> Self {
        rule.to_string()
    }
}

impl TryFrom<String> for UpdateRule {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The rules that are written without numbers.
pub(crate) const NAMES: [&str; 5] = ["cfr", "cfr+", "linear", "dcfr", "hs-dcfr"];

/// What is said of an unknown rule; `others` follows the list, and a word of `known` may have been meant.
pub(crate) fn unknown<'a>(text: &str, others: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    format!(
        "'{text}' is not an algorithm; choose cfr, cfr+, linear, dcfr, dcfr:α,β,γ (α, β from -100 to 100, γ from 0 to \
         100) or hs-dcfr{others}{}",
        did_you_mean(text, known)
    )
}

impl FromStr for UpdateRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || unknown(text, "", NAMES);
        match text {
            "cfr" => Ok(Self::Cfr),
            "cfr+" => Ok(Self::CfrPlus),
            "linear" => Ok(Self::Linear),
            "dcfr" => Ok(Self::DCFR),
            "hs-dcfr" => Ok(Self::ScheduledDiscounted),
            _ => {
                let numbers = text.strip_prefix("dcfr:").ok_or_else(wrong)?;
                let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|it| it.trim().parse::<f64>()).collect();
                match numbers.map_err(|_| wrong())?.as_slice() {
                    // An average whose past grew would soon overflow.
                    &[alpha, beta, gamma]
                        if [alpha, beta].iter().all(|it| (-100.0..=100.0).contains(it))
                            && (0.0..=100.0).contains(&gamma) =>
                    {
                        Ok(Self::Discounted { alpha, beta, gamma })
                    }
                    _ => Err(wrong()),
                }
            }
        }
    }
}

/// Writes the strategy of each of the player's decisions of a bucket, `[slot]`, for sixteen histories at once.
///
/// Regrets come as rows or as the plain cells of a table.
#[inline(always)]
pub fn match_regrets<T: Real, C: Copy + Into<Row<T>>>(
    shape: &Shape,
    player: usize,
    regrets: &[C],
    strategy: &mut [Row<T>],
) {
    for node in &shape.nodes {
        if node.player == player {
            let slots = node.first_slot..node.first_slot + node.children.len();
            for slot in slots.clone() {
                strategy[slot] = positive(regrets[slot].into());
            }
            normalise(&mut strategy[slots]);
        }
    }
}

/// Negative numbers as zero.
#[inline(always)]
pub(crate) fn positive<T: Real>(mut row: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        row.0[lane] = row.0[lane].larger(T::default());
    }
    row
}

/// Turns the weights of a decision's actions into probabilities; equal ones where all weights together are nothing (see
/// [`Real::is_nothing`]: discounts leave sums that are all but zero).
#[inline(always)]
pub fn normalise<T: Real>(weights: &mut [Row<T>]) {
    let mut total = Row::<T>::default();
    for &weight in weights.iter() {
        total = total + weight;
    }
    let equal = T::of(1.0 / weights.len() as f64);
    // One division a decision: a product with the inverse for each action.
    let mut inverse = Row::<T>::default();
    for lane in 0..LANES {
        inverse.0[lane] = T::of(1.0).over(total.0[lane]);
    }
    for weight in weights {
        for lane in 0..LANES {
            let share = weight.0[lane].times(inverse.0[lane]);
            weight.0[lane] = if total.0[lane].is_nothing() { equal } else { share };
        }
    }
}

/// What each action of the player's decisions would have gained over the strategy, from the values of the round's ends.
///
/// `ends[end * stride + bucket]` is a bucket's counterfactual value of an end (the opponent's reach and
/// all chips in it); `nodes` is scratch for the values of decisions; the gains go into `gains[slot]`.
#[inline(always)]
pub fn action_gains<T: Real>(
    shape: &Shape,
    player: usize,
    strategy: &[Row<T>],
    EndValues { ends, stride, bucket }: EndValues<'_, T>,
    nodes: &mut [Row<T>],
    gains: &mut [Row<T>],
) {
    // Preorder backwards: every decision comes after all that follow it.
    for (number, node) in shape.nodes.iter().enumerate().rev() {
        let mut value = Row::default();
        for (action, child) in node.children.iter().enumerate() {
            let after = match *child {
                Next::Decision(child) => nodes[child],
                Next::End(end) => ends[end * stride + bucket],
            };
            let slot = node.first_slot + action;
            if node.player == player {
                gains[slot] = after;
                value = value + after * strategy[slot];
            } else {
                // The opponent's probabilities are in the ends' values already.
                value = value + after;
            }
        }
        if node.player == player {
            for gain in &mut gains[node.first_slot..node.first_slot + node.children.len()] {
                *gain = *gain - value;
            }
        }
        nodes[number] = value;
    }
}

/// One bucket's column in the values of a round's ends.
#[derive(Clone, Copy)]
pub struct EndValues<'a, T> {
    /// `[end][bucket]`
    pub ends: &'a [Row<T>],
    /// Distinct buckets.
    pub stride: usize,
    pub bucket: usize,
}
