//! What each part of the system is worth: the same games without it.

use serde_json::{Value, json};

use super::model::{Learning, Model, Staying};
use super::opening::OpeningRule;
use super::tally::Tally;
use crate::claims::{Measured, Row, Table};
use crate::sums::{score, variance};

/// The system without one of its parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ablation {
    /// What is missing.
    pub name: &'static str,
    /// What is left.
    pub model: Model,
}

/// The systems that are compared with the whole one.
pub const ABLATIONS: [Ablation; 3] = [
    Ablation { name: "bluffs when inferior", model: Model { staying: Staying::Tight, ..Model::SYSTEM } },
    Ablation { name: "learning", model: Model { learning: Learning::Never, ..Model::SYSTEM } },
    Ablation {
        name: "opening the second weakest card at times",
        model: Model { opening: OpeningRule::AlwaysWeakest, ..Model::SYSTEM },
    },
];

/// How much the whole system gains and wins over each smaller one per row of games, set by set on the same deals; and
/// how many games would distinguish the difference in gain from 0 at 95 %.
pub fn ablation_table(whole: &[Vec<Tally>], changed: &[Vec<Vec<Tally>>], games: usize) -> (Table, Value) {
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for (ablation, smaller) in ABLATIONS.iter().zip(changed) {
        let differences = |of: &dyn Fn(&Tally) -> f64| -> Vec<f64> {
            let sets = whole.iter().zip(smaller);
            let set = |(whole, smaller): (&Vec<Tally>, &Vec<Tally>)| {
                let rows = whole.iter().zip(smaller);
                rows.map(|(whole, smaller)| of(whole) - of(smaller)).sum::<f64>() / smaller.len() as f64
            };
            sets.map(set).collect()
        };
        let (gain, won) = (score(&differences(&|it| it.gain as f64)), score(&differences(&|it| f64::from(it.won))));
        let played = (games * smaller.first().map_or(0, Vec::len)) as f64;
        // A mean of n sets differs from 0 once it is 1.96 standard errors away.
        let needed = played * variance(&gain) * (1.96 / gain.mean).powi(2);
        let of = |it: &matches::statistics::score::Score| Measured::new(it.mean, it.standard_error);
        rows.push(Row::new(ablation.name, &[], &[of(&gain), of(&won), Measured::exact(needed)]));
        values.push(json!({
            "part": ablation.name,
            "gain": gain.mean, "gain_se": gain.standard_error, "gain_ci95": gain.ci95(),
            "won": won.mean, "won_se": won.standard_error,
            "games_needed": Some(needed).filter(|it| it.is_finite()),
        }));
    }
    let columns = ["gain", "games won", "games that would show the gain"].map(str::to_owned).to_vec();
    let title = format!(
        "what a part of the system is worth: with it less without it, {games} games a row, models that open at random"
    );
    (Table { id: "ablation".to_owned(), title, columns, rows }, Value::Array(values))
}
