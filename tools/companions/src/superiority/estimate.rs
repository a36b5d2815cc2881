//! Superior or inferior: the decision on a street from winning rates and states (table 5), and the rules whose
//! accuracies are published.

use evaluator::round::Round;
use serde::Deserialize;

use super::made_hand::Judgement;
use super::tally::{Outcomes, Rates};
use super::thresholds::{Comparison, DrawThresholds, MadeThresholds};
use crate::error::CompanionError;
use crate::published::Published;

/// A street's rule. Before the flop the threshold of [`MadeThresholds::other`] is that of the starting hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    pub round: Round,
    /// The winning rate from which a hand is superior.
    pub made: MadeThresholds,
    /// On flop and turn: or the least completion probability of one's own. On the river: and the greatest of the
    /// opponent's.
    pub draws: DrawThresholds,
    pub comparison: Comparison,
}

impl Rule {
    /// A rule that looks at winning rates alone.
    pub const fn rates_alone(round: Round, made: MadeThresholds) -> Self {
        Self { round, made, draws: DrawThresholds::NONE, comparison: Comparison::AtMost }
    }

    /// Whether a judged hand is superior; on the river its state is the opponent's.
    ///
    /// `raised` points are added to the thresholds that a hand of one's own must reach (the opponent's bet, variant
    /// C); what the opponent may complete keeps its threshold, which raising would only loosen.
    pub(crate) fn judges_superior(&self, rates: &Rates, Judgement { made, draw }: Judgement, raised: f64) -> bool {
        let strong = rates.made[made.number()] >= self.made.of(made) + raised;
        match self.round {
            Round::River => strong && self.draws.safe(draw, self.comparison),
            _ => strong || self.draws.reached(self.round, draw, raised),
        }
    }

    /// Whether a hand is superior, by number of the starting hand or of the judgement.
    pub fn superior(&self, rates: &Rates, raised: f64) -> Vec<bool> {
        match self.round {
            Round::Preflop => rates.starting.iter().map(|&rate| rate >= self.made.other + raised).collect(),
            _ => Judgement::all().map(|judgement| self.judges_superior(rates, judgement, raised)).collect(),
        }
    }

    /// How often the rule is right over some outcomes.
    pub fn accuracy(&self, rates: &Rates, outcomes: &[Outcomes]) -> Accuracy {
        Accuracy::of(self.superior(rates, 0.0).into_iter().zip(outcomes.iter().copied()))
    }
}

/// How often an estimate was right: superior and won, or inferior and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Accuracy {
    pub right: u64,
    /// Neither: nobody won.
    pub ties: u64,
    pub wrong: u64,
    pub superior: u64,
}

impl Accuracy {
    pub fn of(judged: impl Iterator<Item = (bool, Outcomes)>) -> Self {
        let mut accuracy = Self::default();
        for (superior, outcomes) in judged {
            let (right, wrong) =
                if superior { (outcomes.wins, outcomes.losses) } else { (outcomes.losses, outcomes.wins) };
            let superior = if superior { outcomes.total() } else { 0 };
            accuracy.add(Self { right, ties: outcomes.ties, wrong, superior });
        }
        accuracy
    }

    pub fn add(&mut self, others: Self) {
        self.right += others.right;
        self.ties += others.ties;
        self.wrong += others.wrong;
        self.superior += others.superior;
    }

    pub fn total(self) -> u64 {
        self.right + self.ties + self.wrong
    }

    fn share(self, part: u64, of: u64) -> f64 {
        100.0 * part as f64 / of as f64
    }

    /// In %, a tie being right: what the paper's numbers fit best.
    pub fn ties_right(self) -> f64 {
        self.share(self.right + self.ties, self.total())
    }

    /// In %, of the deals that were no ties.
    pub fn ties_left_out(self) -> f64 {
        self.share(self.right, self.right + self.wrong)
    }

    /// In %, a tie being wrong.
    pub fn ties_wrong(self) -> f64 {
        self.share(self.right, self.total())
    }

    /// How often the estimate was superior, in %.
    pub(crate) fn share_superior(self) -> f64 {
        self.share(self.superior, self.total())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct NamedRule {
    /// The number of its table.
    pub table: &'static str,
    pub name: String,
    pub rule: Rule,
}

/// The tables of accuracies: number, street, and whether their rows name completion thresholds.
const TABLES: [(&str, Round, bool); 7] = [
    ("7", Round::Preflop, false),
    ("8", Round::Flop, false),
    ("9", Round::Flop, true),
    ("10", Round::Turn, false),
    ("11", Round::Turn, true),
    ("12", Round::River, false),
    ("13", Round::River, true),
];

#[derive(Deserialize)]
struct MadeOfStreets {
    flop: String,
    turn: String,
    river: String,
}

pub fn published_rules(published: &Published) -> Result<Vec<NamedRule>, CompanionError> {
    let made: MadeOfStreets = published.constant("play")?;
    let mut rules = Vec::new();
    for (table, round, completion) in TABLES {
        let shown = published.table(table)?;
        let rows = shown.rows.iter().map(|row| &row.name);
        let names: Vec<&String> = if round == Round::Preflop { shown.columns.iter().collect() } else { rows.collect() };
        for name in names {
            let rule = if completion {
                let made = [&made.flop, &made.turn, &made.river][round.number() - 1];
                let (made, draws) = (MadeThresholds::read(made)?, DrawThresholds::read(name)?);
                Rule { round, made, draws, comparison: Comparison::AtMost }
            } else {
                Rule::rates_alone(round, MadeThresholds::read(name)?)
            };
            rules.push(NamedRule { table, name: name.clone(), rule });
        }
    }
    Ok(rules)
}
