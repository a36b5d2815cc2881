//! `/api/push-fold`: the exact equilibrium of jamming or folding before the flop, with the full deck.

use evaluator::deck::Deck;
use evaluator::range_text::range_text;
use report::hand_grid::hands_on_paper;
use serde_json::{Value, json};
use solver::push_fold::{PushFold, Stack};
use tables::together::progress::Progress;

use super::decision::{rounded, share};
use super::spot::bad;
use crate::explorer::Explorer;
use crate::server::{Request, Response};

/// What players have where the request does not say.
const STACK: &str = "10";

/// Shares and advantages in the order of `classes`, a grid of the full deck; money in thousandths of a big blind.
pub fn answer(_: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let stack: Stack = request.word("stack").unwrap_or(STACK).parse().map_err(bad)?;
    let game = PushFold::new(stack);
    let chart = game.solve();
    let (found, advantages) = (game.measure(&chart), game.advantages(&chart));
    let on_paper = |of: &dyn Fn(usize) -> Value| -> Vec<Value> {
        hands_on_paper(Deck::FULL).map(|hand| of(hand.number())).collect()
    };
    let part = |shares: &[f64], advantages: &[f64], all: f64| {
        json!({
            "share": share(all),
            "range": range_text(|hand| shares[hand.number()]),
            "shares": on_paper(&|hand| share(shares[hand])),
            "advantages_mbb": on_paper(&|hand| rounded(Some(1_000.0 * advantages[hand]), 1)),
        })
    };
    Ok(Response::json(&json!({
        "stack": stack.big_blinds(),
        "classes": hands_on_paper(Deck::FULL).map(|hand| hand.to_string()).collect::<Vec<_>>(),
        "jam": part(&chart.jam, &advantages.jam, found.small_blind_jams),
        "call": part(&chart.call, &advantages.call, found.big_blind_calls),
        "value_mbb": rounded(Some(1_000.0 * found.value), 3),
    })))
}
