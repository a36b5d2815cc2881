//! `/api/values`: what each action is worth with each hand.

use evaluator::round::Round;
use serde_json::{Value, json};
use tables::progress::Progress;

use super::asked;
use super::numbers::rounded;
use crate::explorer::Explorer;
use crate::server::{Request, Response, Status};
use crate::worth::action_values;

/// Boards that are gone through where the request names no number.
const BOARDS: usize = 32;
/// Most boards of one request, which take some ten seconds of one core.
const MOST_BOARDS: usize = 2352;
/// Before the flop a board takes ten times as long.
const MOST_BOARDS_PREFLOP: usize = 256;

/// The document of a decision's values, in thousandths of a big blind.
pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let agent = asked::strategy(explorer, request, "strategy")?;
    let spot = asked::spot(explorer, request)?;
    let boards = asked::number(request, "boards")?.unwrap_or(BOARDS);
    let most = if spot.street == Round::Preflop { MOST_BOARDS_PREFLOP } else { MOST_BOARDS };
    if !(2..=most).contains(&boards) {
        return Err(asked::bad(format!("boards={boards}: expected 2 to {most}")));
    }
    let busy = || Response::refusal(Status::Busy, "too many wait for values already; try again in a moment");
    let turn = explorer.long_work.begin().ok_or_else(busy)?;
    let values = action_values(&explorer.game, &agent, &spot, boards, progress);
    drop(turn);
    let values = values.map_err(|_| Response::refusal(Status::Busy, "the explorer is being stopped"))?;
    let all = |numbers: &[Vec<Option<f64>>]| -> Vec<Vec<Value>> {
        numbers.iter().map(|of_action| of_action.iter().map(|&it| rounded(it, 1)).collect()).collect()
    };
    Ok(Response::json(&json!({
        "mbb": all(&values.mbb),
        "standard_errors": all(&values.standard_errors),
        "boards": values.boards,
        "of": values.of,
        "is_exact": values.of == Some(values.boards),
    })))
}
