//! The rules whose accuracies are published, read from the published tables themselves.

use evaluator::round::Round;

use super::estimate::Rule;
use super::thresholds::{Comparison, DrawThresholds, MadeThresholds};
use crate::error::CompanionError;
use crate::published::Published;
use serde::Deserialize;

/// A published rule.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedRule {
    /// The number of its table.
    pub table: &'static str,
    /// As it is printed there.
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

/// All of them, table by table.
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
