//! The rules by which small games are solved: those of training, and one that looks ahead.
//!
//! Predictive regret matching (Farina, Kroer & Sandholm 2021) makes the next strategy from the regrets as they would be
//! if the last gains came once more; PDCFR+ (Xu et al. 2024) combines it with discounts and sums that stop at zero.
//! Both count the last gains fully. Here they may count in part: three tenths reach a millionth of a chip sooner on
//! Leduc and on Kuhn, and do not slow the first thousandth down as much. The rule needs every deal in every iteration:
//! the gains of one board say little about the next one, so sampled training has no such rule.

use std::fmt;
use std::str::FromStr;

use crate::train::update_rule::{NAMES, Step, UpdateRule, unknown};

/// An algorithm for small games with its parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SolvingRule {
    /// One of the rules that training knows, too.
    Update(UpdateRule),
    /// Discounted CFR+ that looks ahead.
    Predictive {
        /// For the regrets: after iteration `t` they shrink by `t^α/(t^α+1)`.
        alpha: f64,
        /// For the average: after iteration `t` it shrinks by `(t/(t+1))^γ`.
        gamma: f64,
        /// The weight of the last gains when they count once more in the next strategy, from 0 to 1.
        prediction: f64,
    },
}

impl SolvingRule {
    /// The parameters that work best on Leduc and Kuhn; α and γ are those of Xu et al.
    pub const PREDICTIVE: Self = Self::Predictive { alpha: 2.3, gamma: 5.0, prediction: 0.3 };

    /// The step of iteration `iteration` (from 1) of `planned`.
    pub fn step(self, iteration: u64, planned: u64) -> Step {
        match self {
            Self::Update(rule) => rule.step(iteration, planned),
            Self::Predictive { alpha, gamma, .. } => {
                let discounts = UpdateRule::Discounted { alpha, beta: 0.0, gamma };
                Step { floor: true, ..discounts.step(iteration, planned) }
            }
        }
    }

    /// The weight of the last gains when they count once more in the next strategy.
    pub fn prediction(self) -> f64 {
        match self {
            Self::Update(_) => 0.0,
            Self::Predictive { prediction, .. } => prediction,
        }
    }
}

impl From<UpdateRule> for SolvingRule {
    fn from(rule: UpdateRule) -> Self {
        Self::Update(rule)
    }
}

impl fmt::Display for SolvingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Update(rule) => rule.fmt(f),
            Self::Predictive { alpha, gamma, prediction } => write!(f, "pdcfr+:{alpha},{gamma},{prediction}"),
        }
    }
}

impl FromStr for SolvingRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(numbers) = text.strip_prefix("pdcfr+") else {
            let update = text.parse().map(Self::Update);
            let others = "; for small games also pdcfr+ or pdcfr+:α,γ,φ";
            return update.map_err(|_: String| unknown(text, others, NAMES.into_iter().chain(["pdcfr+"])));
        };
        if numbers.is_empty() {
            return Ok(Self::PREDICTIVE);
        }
        let wrong = || {
            format!("'{text}' is not an algorithm; pdcfr+:α,γ,φ takes two numbers from 0 to 100 and one from 0 to 1")
        };
        let numbers = numbers.strip_prefix(':').ok_or_else(wrong)?;
        let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|it| it.trim().parse::<f64>()).collect();
        match numbers.map_err(|_| wrong())?.as_slice() {
            &[alpha, gamma, prediction]
                if [alpha, gamma].iter().all(|it| (0.0..=100.0).contains(it)) && (0.0..=1.0).contains(&prediction) =>
            {
                Ok(Self::Predictive { alpha, gamma, prediction })
            }
            _ => Err(wrong()),
        }
    }
}
