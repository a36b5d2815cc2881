//! The three players of table 6: what each looks at, what it thinks of a hand, and what it does at a limit table.
//!
//! Limit is our own reading, since the paper bets multiples of the ante without a limit. The paper's bet is drawn in
//! antes (of a big blind) above the call; a raise is made if that comes to at least one and the round allows it,
//! otherwise the player calls or checks.

use evaluator::round::Round;
use serde::Deserialize;
use solver::game::{Action, BettingTree, Node, NodeId};
use solver::units::Chips;

use super::estimate::Rule;
use super::judgement::Judgement;
use super::tally::Rates;
use crate::error::Result;
use crate::named::named;
use crate::published::Published;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Winning rates.
    A,
    /// Completion probabilities, too.
    B,
    /// And the opponent's bet.
    C,
}

named!(Variant { A => "A", B => "B", C => "C" });

/// From this many antes on the opponent's bet counts.
const LARGE_BET: f64 = 5.0;

/// The thresholds that the paper's players use; which rows of tables 9, 11 and 13.
#[derive(Deserialize)]
pub(super) struct Play {
    preflop: String,
    flop: String,
    turn: String,
    river: String,
    flop_row: usize,
    turn_row: usize,
    river_row: usize,
}

impl Play {
    /// The thresholds of made hands.
    pub(super) fn made(&self, round: Round) -> &str {
        [&self.preflop, &self.flop, &self.turn, &self.river][round.number()]
    }
}

/// Superior or inferior, and the winning rate used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub superior: bool,
    /// In %, of the starting hand or the made hand.
    pub rate: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SuperiorityPlayer {
    pub variant: Variant,
    rates: Rates,
    rules: [Rule; 4],
}

impl SuperiorityPlayer {
    /// A variant with the published thresholds of the best possible accuracy.
    pub fn new(variant: Variant, rates: Rates, published: &Published) -> Result<Self> {
        let play: Play = published.constant("play")?;
        let rule = |round: Round, table: &str, row: usize| {
            let draws = if variant == Variant::A { "" } else { &published.table(table)?.rows[row].name };
            Rule::read(round, play.made(round), draws)
        };
        let rules = [
            Rule::read(Round::Preflop, &play.preflop, "")?,
            rule(Round::Flop, "9", play.flop_row)?,
            rule(Round::Turn, "11", play.turn_row)?,
            rule(Round::River, "13", play.river_row)?,
        ];
        Ok(Self { variant, rates, rules })
    }

    /// What it thinks of a starting hand, by its number; `bet` is what the opponent has bet on this street, in antes.
    pub fn of_starting_hand(&self, number: usize, bet: f64) -> Estimate {
        let rate = self.rates.starting[number];
        self.estimate(rate, bet, |raised| rate >= self.rules[0].made.other() + raised)
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

/// One rule changed, to see what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amendment {
    None,
    /// A superior hand may fold as well, by the same draw.
    SuperiorMayFold,
    /// A superior hand that wins less than half of its showdowns folds, after the flop, once its bet has been raised.
    FoldsToRaises,
    /// An inferior hand never bets or raises.
    NoBluffs,
    /// Nobody raises once the opponent has raised or bet.
    NoReraises,
}

// In names of strategy files.
named!(Amendment {
    None => "",
    SuperiorMayFold => "superior-may-fold",
    FoldsToRaises => "folds-to-raises",
    NoBluffs => "no-bluffs",
    NoReraises => "no-reraises",
});

const EVEN: f64 = 50.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    pub facing_bet: bool,
    pub may_raise: bool,
    /// What the opponent has put in on this street, in antes.
    pub bet: f64,
    /// After the flop: the player has bet on this street, and more is asked for.
    pub bet_was_raised: bool,
}

impl Decision {
    /// The decision at a node of the betting tree. The ante is the big blind.
    pub fn at(tree: &BettingTree, id: NodeId, big_blind: Chips) -> Self {
        let node = &tree[id];
        let before = before_round(tree, node);
        let facing_bet = node.actions.contains(&Action::Fold);
        Self {
            facing_bet,
            may_raise: node.actions.contains(&Action::Raise(0)),
            bet: (node.contributions[1 - node.player] - before).as_f64() / big_blind.as_f64(),
            bet_was_raised: facing_bet && node.round > 0 && node.contributions[node.player] > before,
        }
    }
}

/// What each player had put in before this street.
fn before_round(tree: &BettingTree, node: &Node) -> Chips {
    let mut first = node;
    while let Some((parent, _)) = first.parent.filter(|&(parent, _)| tree[parent].round == node.round) {
        first = &tree[parent];
    }
    // Before the flop the blinds belong to the street.
    if first.round == 0 { Chips::ZERO } else { first.contributions[0] }
}

/// How often an estimate folds, calls (or checks) and raises; sums to 1.
pub fn probabilities(estimate: Estimate, decision: Decision, amendment: Amendment) -> [f64; 3] {
    let Estimate { superior, rate } = estimate;
    if amendment == Amendment::FoldsToRaises && superior && rate < EVEN && decision.bet_was_raised {
        return [1.0, 0.0, 0.0];
    }
    let stays = if decision.facing_bet && (!superior || amendment == Amendment::SuperiorMayFold) {
        // Not folded if a number drawn from 0 to 100 is at most the winning rate.
        (rate / 100.0).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let raises = match amendment {
        _ if !decision.may_raise => 0.0,
        Amendment::NoReraises if decision.facing_bet => 0.0,
        // How often `rate / 10 · R` antes, R uniform in 0.5..1.5, are at least one: always from 20 % on. Hands below
        // that are superior because of what they may become.
        _ if superior && rate > 0.0 => (1.5 - 10.0 / rate).clamp(0.0, 1.0),
        _ if superior => 0.0,
        Amendment::NoBluffs => 0.0,
        // r uniform in 0..2 antes comes to at least one half of the time.
        _ => 0.5,
    };
    [1.0 - stays, stays * (1.0 - raises), stays * raises]
}
