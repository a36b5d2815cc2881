//! The three players of table 6: what each looks at, and what it thinks of a hand.

use evaluator::round::Round;
use std::fmt;

use super::estimate::Rule;
use super::judgement::Judgement;
use super::rates::Rates;
use super::thresholds::{Comparison, DrawThresholds, MadeThresholds};
use crate::error::CompanionError;
use crate::published::Published;
use serde::Deserialize;

/// What a player looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Winning rates.
    A,
    /// Completion probabilities, too.
    B,
    /// And the opponent's bet.
    C,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// `A`, `B` or `C`.
    pub const fn name(self) -> &'static str {
        ["A", "B", "C"][self as usize]
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// From this many antes on the opponent's bet counts.
const LARGE_BET: f64 = 5.0;

/// The thresholds that the paper's players use; which rows of tables 9, 11 and 13.
#[derive(Deserialize)]
struct Play {
    preflop: String,
    flop: String,
    turn: String,
    river: String,
    flop_row: usize,
    turn_row: usize,
    river_row: usize,
}

/// Superior or inferior, and the winning rate used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub superior: bool,
    /// In %, of the starting hand or the made hand.
    pub rate: f64,
}

/// A player who judges every hand.
#[derive(Clone, PartialEq, Debug)]
pub struct SuperiorityPlayer {
    variant: Variant,
    rates: Rates,
    rules: [Rule; 4],
}

impl SuperiorityPlayer {
    /// A variant with the published thresholds of the best possible accuracy.
    pub fn new(variant: Variant, rates: Rates, published: &Published) -> Result<Self, CompanionError> {
        let play: Play = published.constant("play")?;
        let draws = |table: &str, row: usize| -> Result<DrawThresholds, CompanionError> {
            let name = published.table(table)?.rows.get(row).map_or("", |row| row.name.as_str());
            if variant == Variant::A { Ok(DrawThresholds::NONE) } else { DrawThresholds::read(name) }
        };
        let rule = |round, made: &str, draws| -> Result<Rule, CompanionError> {
            Ok(Rule { round, made: MadeThresholds::read(made)?, draws, comparison: Comparison::AtMost })
        };
        let rules = [
            rule(Round::Preflop, &play.preflop, DrawThresholds::NONE)?,
            rule(Round::Flop, &play.flop, draws("9", play.flop_row)?)?,
            rule(Round::Turn, &play.turn, draws("11", play.turn_row)?)?,
            rule(Round::River, &play.river, draws("13", play.river_row)?)?,
        ];
        Ok(Self { variant, rates, rules })
    }

    /// Which one it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What it thinks of a starting hand, by its number; `bet` is what the opponent has bet on this street, in antes.
    pub fn of_starting_hand(&self, number: usize, bet: f64) -> Estimate {
        let rate = self.rates.starting[number];
        self.estimate(rate, bet, |raised| rate >= self.rules[0].made.other + raised)
    }

    /// What it thinks of a judged hand on flop, turn or river.
    pub fn of_judgement(&self, round: Round, judgement: Judgement, bet: f64) -> Estimate {
        let rule = &self.rules[round.number()];
        let rate = self.rates.made[judgement.made.number()];
        self.estimate(rate, bet, |raised| rule.judges_superior(&self.rates, judgement, raised))
    }

    /// A large bet raises the thresholds by half of it in points where the hand was inferior, by a quarter where it was
    /// superior, and the estimate is made again.
    fn estimate(&self, rate: f64, bet: f64, superior: impl Fn(f64) -> bool) -> Estimate {
        let first = superior(0.0);
        let counts = self.variant == Variant::C && bet >= LARGE_BET;
        let raised = bet / if first { 4.0 } else { 2.0 };
        Estimate { superior: if counts { superior(raised) } else { first }, rate }
    }
}
