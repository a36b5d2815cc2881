//! `/api/exact/…`: a range as it is typed, the tree of a spot, and its solution.
//!
//! A spot is either given with the keys of its file, or by a strategy, a board and a betting of the explorer's game.
//! What is solved is kept: when a page leaves, or asks for something else, the same request goes on from there.

use evaluator::holding::{Holding, STARTING_HANDS};
use evaluator::range::Range;
use report::hand_grid::hands_on_paper;
use serde_json::{Value, json};
use solver::error::SolverError;
use solver::game::sizes::SizeUse;
use solver::spot::{Bits, Spot, SpotDefinition, Stop, Target};
use tables::error::{Failure, Kind};
use tables::together::progress::Progress;

use super::decision::{rounded, share};
use super::spot::{agent, bad};
use super::start::exact_answer;
use crate::exact::{Origin, spot_of_strategy};
use crate::explorer::Explorer;
use crate::long_work::Stopped;
use crate::server::{Request, Response, Status};
use crate::spot;

/// The document that was sent.
pub fn asked(request: &Request) -> Result<Value, Response> {
    serde_json::from_slice(&request.body).map_err(|error| bad(format!("no JSON: {error}")))
}

/// The weight of each starting hand, the mean over its holdings, in the order of `/api/start`.
pub fn range(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let asked = asked(request)?;
    let range: Range = asked["text"].as_str().unwrap_or_default().parse().map_err(bad)?;
    let combos: f64 = explorer.game.deck.all_holdings().map(|it| f64::from(range.weight(it))).sum();
    Ok(Response::json(&json!({ "weights": weights(explorer, &range), "combos": rounded(Some(combos), 2) })))
}

fn weights(explorer: &Explorer, range: &Range) -> Vec<Value> {
    let (mut sums, mut counts) = (vec![0.0; STARTING_HANDS], vec![0.0; STARTING_HANDS]);
    for holding in Holding::all() {
        let class = holding.starting_hand().number();
        sums[class] += f64::from(range.weight(holding));
        counts[class] += 1.0;
    }
    hands_on_paper(explorer.game.deck).map(|hand| share(sums[hand.number()] / counts[hand.number()])).collect()
}

/// The tree of a spot and what it takes, before anything is solved.
pub fn preview(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let (definition, _) = definition(explorer, &asked(request)?)?;
    let combos = definition.ranges.each_ref().map(|range| rounded(Some(range.combos()), 2));
    let remarks = definition.remarks.clone();
    let sizes = SizeUse::of(&definition.game);
    let size = |it: &SizeUse| {
        let mut size = it.document();
        size["street"] = json!(it.round_name());
        size
    };
    let spot = Spot::new(definition);
    let bytes = |of: fn(&Spot, Bits) -> u64| [Bits::ThirtyTwo, Bits::Sixteen].map(|bits| of(&spot, bits));
    Ok(Response::json(&json!({
        "tree": spot.size(),
        "table_bytes": bytes(Spot::table_bytes),
        "memory_bytes": bytes(Spot::memory_bytes),
        "sizes": sizes.iter().map(size).collect::<Vec<_>>(),
        "combos": combos,
        "remarks": remarks,
    })))
}

/// Solves a spot; the answer comes when that is done. Solvings wait for each other.
pub fn solve(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let asked = asked(request)?;
    let (definition, origin) = definition(explorer, &asked)?;
    let page = asked["page"].as_str().unwrap_or_default();
    let target =
        asked["to"].as_str().map(|text| text.parse::<Target>().map_err(|problem| bad(format!("to: {problem}"))));
    let bits = match asked.get("bits") {
        None => Bits::ThirtyTwo,
        Some(bits) => bits.to_string().parse().map_err(|problem| bad(format!("bits: {problem}")))?,
    };
    let stop = Stop::new(target.transpose()?, asked["iterations"].as_u64(), None);
    let turn = explorer.exact.work.begin(page, progress).map_err(stopped)?;
    let solved = explorer.exact.solve(definition, origin, (bits, &stop), (page, &turn));
    let (number, answer) = solved.map_err(|error| match error.kind() {
        Kind::Stopped => stopped(turn.why_stopped()),
        _ => refused(error),
    })?;
    let answers = explorer.exact.answers();
    Ok(Response::json(&json!({
        "number": explorer.strategies.names().len() + number,
        "exact": answers.get(number).map(|it| exact_answer(it)),
        "answer": answer,
        "checkpoint_bytes": answers.get(number).and_then(|it| it.checkpoint_bytes()),
    })))
}

fn stopped(stopped: Stopped) -> Response {
    match stopped {
        Stopped::Busy => Response::refusal(Status::Busy, "too many spots wait to be solved; try again in a moment"),
        Stopped::Newer => Response::refusal(Status::Conflict, "a newer request of this page is solved instead"),
        Stopped::Cancelled => Response::refusal(Status::Busy, "the explorer is being stopped, or the client has left"),
    }
}

/// How far a page's solving has come, or that it waits; null where there is none.
pub fn progress(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let page = request.word("page").unwrap_or_default();
    if explorer.exact.work.waits(page) {
        return Ok(Response::json(&json!({ "waits": true })));
    }
    let under_way = explorer.exact.under_way();
    let found = under_way.iter().find(|it| it.page == page);
    Ok(Response::json(&found.map_or(
        Value::Null,
        |it| json!({ "iterations": it.iterations, "note": it.note, "seconds": rounded(Some(it.seconds()), 1) }),
    )))
}

/// The spot that a page asks about.
fn definition(explorer: &Explorer, asked: &Value) -> Result<(SpotDefinition, Option<Origin>), Response> {
    if let Some(spot) = asked.get("spot") {
        let definition = SpotDefinition::parse_json(&spot.to_string()).map_err(bad)?;
        if definition.deck != explorer.game.deck {
            let (spot, page) = (definition.deck, explorer.game.deck);
            return Err(bad(format!("a deck of {spot} cards, where this page plays with {page}")));
        }
        return Ok((definition, None));
    }
    let text = |name: &str| asked[name].as_str().unwrap_or_default();
    let number = asked["strategy"].as_u64().ok_or_else(|| bad("expected a spot, or a strategy's number"))? as usize;
    let agent = agent(explorer, "strategy", number)?;
    let at = spot::Spot::read(&explorer.game, text("board"), text("betting")).map_err(bad)?;
    if at.board.is_empty() {
        return Err(bad("a spot begins on the flop, the turn or the river; go on to one of them first"));
    }
    let name = explorer.strategies.names().nth(number).unwrap_or_default();
    let (definition, origin) = spot_of_strategy(&explorer.game, &agent, name, &at).map_err(bad)?;
    Ok((definition, Some(origin)))
}

/// What is wrong with the input is the page's fault, a file that cannot be written is not.
pub fn refused(error: SolverError) -> Response {
    let status = if error.kind() == Kind::Input { Status::Bad } else { Status::Failed };
    Response::refusal(status, &error.to_string())
}
