//! Everything measured, under the keys that scripts rely on.

use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;
use evaluator::round::Round;
use serde_json::{Map, Value, json};

use super::comparison_tables::Comparisons;
use super::completion::{MOST_OUTS, completion};
use super::estimate::{Accuracy, Rule};
use super::made_hand::MadeHand;
use super::rules::published_rules;
use super::tally::Outcomes;
use super::thresholds::Comparison;
use crate::error::CompanionError;

/// The documented keys, without `limit`.
pub(super) fn results(comparisons: &Comparisons<'_>) -> Result<Value, CompanionError> {
    let Comparisons { published, rates, exact, simulated } = *comparisons;
    let mut starting = Map::new();
    for row in &published.table("1")?.rows {
        if let Ok(hand) = row.name.parse::<StartingHand>() {
            starting.insert(row.name.clone(), json!(simulated.starting[hand.number()].rate()));
        }
    }
    let completions = |round| (1..=MOST_OUTS).rev().map(|outs| 100.0 * completion(round, outs)).collect::<Vec<f64>>();
    let mut accuracies: Map<String, Value> =
        Round::ALL.iter().map(|round| (round.name().to_owned(), json!({}))).collect();
    let mut below = Map::new();
    let mut farthest: f64 = 0.0;
    for rule in published_rules(published)? {
        let (found, all) = (comparisons.accuracy(&rule), comparisons.exact_accuracy(&rule));
        let error = crate::sums::share_error(all.ties_right() / 100.0, found.total() as f64);
        farthest = farthest.max((found.ties_right() - all.ties_right()).abs() / (100.0 * error));
        accuracies[rule.rule.round.name()][&rule.name] = described(found, all);
        if rule.table == "13" {
            let strict = Rule { comparison: Comparison::Below, ..rule.rule };
            let found = strict.accuracy(rates, simulated.of(Round::River));
            let all = strict.accuracy(rates, exact.tally.of(Round::River));
            below.insert(rule.name, described(found, all));
        }
    }
    let ceiling = |round: Round| {
        let accuracy = exact.ceiling[round.number()];
        let values = json!({ "ties_right": accuracy.ties_right(), "ties_left_out": accuracy.ties_left_out() });
        (round.name().to_owned(), values)
    };
    let present = [Round::Flop, Round::Turn, Round::River].map(|round| {
        let accuracy = exact.present_strength[round.number() - 1];
        (round.name().to_owned(), json!({ "ties_right": accuracy.ties_right() }))
    });
    Ok(json!({
        "starting_hand_rate": starting,
        "one_pair_rate": by_rank(&simulated.shown_without_kickers, MadeHand::pair),
        "one_pair_rate_full_rules": by_rank(&exact.tally.shown, MadeHand::pair),
        "high_card_rate": by_rank(&exact.tally.shown, MadeHand::high_card),
        "completion": {
            "flop": completions(Round::Flop),
            "turn": completions(Round::Turn),
            "river": completions(Round::River),
        },
        "accuracy": accuracies,
        "accuracy_river_below_threshold": below,
        "largest_z_against_exact": farthest,
        "ceiling": Map::from_iter(Round::ALL.map(ceiling)),
        "present_strength": Map::from_iter(present),
    }))
}

/// An accuracy over the deals drawn, and over all deals.
fn described(found: Accuracy, all: Accuracy) -> Value {
    json!({
        "ties_right": found.ties_right(),
        "ties_left_out": found.ties_left_out(),
        "ties_wrong": found.ties_wrong(),
        "share_superior": found.share_superior(),
        "exact_ties_right": all.ties_right(),
    })
}

fn by_rank(tally: &[Outcomes], made: fn(u8) -> MadeHand) -> Map<String, Value> {
    let rate = |outcomes: Outcomes| if outcomes.wins == 0 { 0.0 } else { outcomes.rate() };
    let ranks = 0..RANKS as u8;
    ranks.map(|rank| (rank_letter(rank).to_string(), json!(rate(tally[made(rank).number()])))).collect()
}
