//! `push-fold`: the exact equilibrium of jamming or folding before the flop.

use clap::Args;
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use evaluator::range_text::range_text;
use serde_json::{Map, Value, json};
use solver::push_fold::{Advantages, Chart, Measures, PushFold, Stack};

use crate::plain_table::{facts, starting_hand_table};
use crate::session::Document;

#[derive(Args, Debug)]
pub struct Settings {
    /// What both players have before the blinds, in big blinds: 1 to 500, such as 10 or 7.7
    #[arg(long, value_name = "BB", allow_hyphen_values = true)]
    stack: Stack,
}

pub fn run(settings: &Settings) -> Document {
    let game = PushFold::new(settings.stack);
    let chart = game.solve();
    let found = game.measure(&chart);
    let json = json(settings.stack, &chart, &found, &game.advantages(&chart));
    Document::new(json, text(settings.stack, &chart, &found))
}

fn mbb(big_blinds: f64) -> f64 {
    1_000.0 * big_blinds
}

fn json(stack: Stack, chart: &Chart, found: &Measures, advantages: &Advantages) -> Value {
    let by_hand = |pair: &dyn Fn(usize) -> [f64; 2]| -> Map<String, Value> {
        StartingHand::all().map(|hand| (hand.to_string(), json!(pair(hand.number())))).collect()
    };
    json!({
        "stack": stack.big_blinds(),
        "small_blind_jams": found.small_blind_jams,
        "big_blind_calls": found.big_blind_calls,
        "value_mbb": mbb(found.value),
        "exploitability_mbb": mbb(found.exploitability),
        "ranges": { "jam": range(&chart.jam), "call": range(&chart.call) },
        "hands": by_hand(&|hand| [chart.jam[hand], chart.call[hand]]),
        "advantages_mbb": by_hand(&|hand| [mbb(advantages.jam[hand]), mbb(advantages.call[hand])]),
    })
}

fn range(chosen: &[f64]) -> String {
    range_text(|hand| chosen[hand.number()])
}

fn text(stack: Stack, chart: &Chart, found: &Measures) -> String {
    let mut text = facts(&[
        ("stack", format!("{stack} bb")),
        ("small blind jams", format!("{:.3} % of hands", 100.0 * found.small_blind_jams)),
        ("big blind calls", format!("{:.3} % of hands", 100.0 * found.big_blind_calls)),
        ("value", format!("{:+.3} mbb per hand for the small blind", mbb(found.value))),
        ("exploitability", format!("{:.6} mbb per hand", mbb(found.exploitability))),
    ]);
    for (name, chosen) in [("small blind jams", &chart.jam), ("big blind calls", &chart.call)] {
        text += &format!("\n\n{name} {}\n", spaced(&range(chosen)));
        text += &starting_hand_table(Deck::FULL, |hand| percent(chosen[hand.number()]));
    }
    text + "\n\nin percent, suited hands to the upper right; '.' is never"
}

/// A range's words, or what stands for none.
fn spaced(range: &str) -> String {
    if range.is_empty() { "nothing".to_owned() } else { range.replace(',', ", ") }
}

/// A cell of the table: whole percent at the bounds, tenths between them.
fn percent(probability: f64) -> String {
    match probability {
        0.0 => ".".to_owned(),
        1.0 => "100".to_owned(),
        mixed => format!("{:.1}", 100.0 * mixed),
    }
}
