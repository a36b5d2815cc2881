//! `/api/values`: what each action is worth with each hand.

use evaluator::holding::HOLDINGS;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tables::together::progress::Progress;

use super::decision::rounded;
use super::reached::exact;
use super::spot;
use crate::exact::ExactAnswer;
use crate::explorer::Explorer;
use crate::long_work::Stopped;
use crate::server::{Request, Response, Status};
use crate::worth::{Difference, Equities, HoldingValues, Wanted, action_values};

/// Boards that are gone through where the request names no number.
const BOARDS: usize = 32;
/// Most boards of one request: all that follow a flop.
const MOST_BOARDS: usize = 2352;
/// Seconds of computing where the request names no number.
const SECONDS: u64 = 10;
/// Most seconds of one request.
const MOST_SECONDS: u64 = 60;

/// The document of a decision's values, in thousandths of a big blind. A newer request of the same page ends this one.
pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    if let Some(exact) = exact(explorer, spot::number(request, "strategy")?.unwrap_or(0)) {
        return of_exact(explorer, request, &exact, progress);
    }
    let agent = spot::strategy(explorer, request, "strategy")?;
    let spot = spot::spot(explorer, request)?;
    let boards = spot::number(request, "boards")?.unwrap_or(BOARDS);
    if !(2..=MOST_BOARDS).contains(&boards) {
        return Err(spot::bad(format!("boards={boards}: expected 2 to {MOST_BOARDS}")));
    }
    let seconds = spot::number(request, "seconds")?.unwrap_or(SECONDS);
    if !(1..=MOST_SECONDS).contains(&seconds) {
        return Err(spot::bad(format!("seconds={seconds}: expected 1 to {MOST_SECONDS}")));
    }
    let turn = explorer.long_work.begin(request.word("page").unwrap_or_default(), progress).map_err(refusal)?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let wanted = Wanted { boards, until: Some(until), both_seats: request.word("seats") == Some("both") };
    let values = action_values(&explorer.game, &agent, &spot, wanted, &turn);
    let values = values.map_err(|_| refusal(turn.why_stopped()))?;
    let numbers = |numbers: &[Option<f64>]| numbers.iter().map(|&it| rounded(it, 1)).collect::<Vec<Value>>();
    let each = |of: fn(&HoldingValues) -> &[Option<f64>]| -> Vec<Vec<Value>> {
        values.actions.iter().map(|it| numbers(of(it))).collect()
    };
    let difference = |it: &Difference| {
        json!({
            "action": it.action,
            "from": it.from,
            "mbb": numbers(&it.values.mbb),
            "standard_errors": numbers(&it.values.standard_errors),
        })
    };
    Ok(Response::json(&json!({
        "unit": "mbb",
        "mbb": each(|it| &it.mbb),
        "standard_errors": each(|it| &it.standard_errors),
        "differences": values.differences.iter().map(difference).collect::<Vec<_>>(),
        // Of the decision as the strategy plays it: the seat to act first.
        "here": values.here.iter().map(|it| numbers(&it.mbb)).collect::<Vec<_>>(),
        "mean": rounded(values.mean, 1),
        "mean_error": rounded(values.mean_error, 1),
        "boards": values.boards,
        "of": values.of,
        "is_exact": values.of == Some(values.boards),
        "is_cut_short": values.is_cut_short,
    })))
}

/// The same of an exact answer, over all boards: in thousandths of a big blind, chips put in before the spot included,
/// where the explorer's game leads to it; otherwise in chips of the pot that it begins with.
fn of_exact(
    explorer: &Explorer,
    request: &Request,
    exact: &ExactAnswer,
    progress: &dyn Progress,
) -> Result<Response, Response> {
    let word = |name| request.word(name).unwrap_or_default();
    let board = explorer.game.deck.parse_cards(word("board")).map_err(spot::bad)?;
    let decision = exact.decision(&board, word("betting")).map_err(spot::bad)?;
    let at = &board[..exact.betting().street(decision.node).board_cards()];
    let further = exact.further(&board, decision.node).map_err(spot::bad)?;
    let betting = exact.own_betting(word("betting")).map_err(spot::bad)?;
    let _turn = explorer.long_work.begin(word("page"), progress).map_err(refusal)?;
    let values = explorer.exact.values(exact, further, &betting).map_err(super::exact::refused)?;
    let half_pot = exact.definition().stakes.pot.as_f64() / 2.0;
    let (unit, decimals) = if exact.origin().is_some() { ("mbb", 1) } else { ("chips", 3) };
    let number = |value: &Option<f64>| {
        let shown = |chips: f64| if unit == "mbb" { explorer.game.mbb(chips - half_pot) } else { chips };
        rounded(value.map(shown), decimals)
    };
    let by_action: Vec<Vec<Value>> = values.chips.iter().map(|chips| chips.iter().map(number).collect()).collect();
    let mut here = vec![None; HOLDINGS];
    for hand in &values.decision.hands {
        let place = hand.holding.number();
        let part = |(chips, &share): (&Vec<Option<f64>>, &f32)| Some(chips[place]? * f64::from(share));
        here[place] = values.chips.iter().zip(&hand.probabilities).map(part).sum::<Option<f64>>();
    }
    let stopped = |_| refusal(Stopped::Cancelled);
    let reach = &values.decision.weights;
    let equities = Equities::of(&explorer.game, at, reach, progress).map_err(stopped)?;
    let part = |(chips, weight): (&Option<f64>, f64)| chips.map_or(0.0, |chips| chips * weight);
    let weights = equities.weights[values.decision.player].iter().copied();
    let mean: f64 = here.iter().zip(weights).map(part).sum();
    Ok(Response::json(&json!({
        "unit": unit,
        unit: by_action,
        "here": [here.iter().map(number).collect::<Vec<_>>()],
        "mean": number(&equities.means.map(|_| mean)),
        "is_exact": true,
        "is_cut_short": false,
    })))
}

/// Why long work did not come to its end.
pub(super) fn refusal(stopped: Stopped) -> Response {
    match stopped {
        Stopped::Busy => Response::refusal(Status::Busy, "too many wait for values already; try again in a moment"),
        Stopped::Newer => Response::refusal(Status::Conflict, "a newer request for values has taken this one's place"),
        Stopped::Cancelled => Response::refusal(Status::Busy, "the explorer is being stopped, or the client has left"),
    }
}
