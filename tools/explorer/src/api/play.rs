//! `/api/play/…`: sits down at a strategy's table, acts, goes on to the next hand; finds what is luck.
//!
//! Each request names the hand and the betting that it is about: what was sent twice, or from a page that has fallen
//! behind, changes nothing. The answer is the table as the person sees it.

use evaluator::card::Card;
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use matches::live::{Event, LiveHand, ReviewedDecision};
use matches::statistics::score::Score;
use serde_json::{Value, json};
use solver::game::{PlayedAction, PlayedDecision};
use std::collections::hash_map::Entry;
use tables::error::TableError;
use tables::file::reading::{MOST_LOG_BYTES, read_text};
use tables::text::written as written_path;
use tables::together::progress::Progress;

use super::decision::{rounded, share, written};
use super::exact::asked;
use super::spot::{agent, bad, number};
use super::values;
use crate::explorer::{Explorer, Game};
use crate::play::{FinishedHand, Sitting, luck_of};
use crate::server::{Request, Response, Status};

pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let asked = asked(request)?;
    let strategy = whole(&asked, "strategy")? as usize;
    match request.path.as_str() {
        "/api/play/sit" => return sit(explorer, strategy),
        "/api/play/luck" => return luck(explorer, strategy, progress),
        _ => {}
    }
    let mut tables = explorer.tables.open();
    let behind = |what: &str| Response::refusal(Status::Conflict, what);
    let sitting = tables.get_mut(&strategy).ok_or_else(nobody_sits)?;
    if whole(&asked, "hand")? != u64::from(sitting.hand.number) {
        return Err(behind("another hand is on the table; load the page again"));
    }
    if request.path == "/api/play/next" {
        if !sitting.is_over() {
            return Err(behind("the hand is not over; play it to its end"));
        }
        sitting.deal_next().map_err(refused)?;
    } else {
        act(sitting, &asked)?;
    }
    Ok(Response::json(&table_view(sitting)))
}

fn sit(explorer: &Explorer, strategy: usize) -> Result<Response, Response> {
    let agent = agent(explorer, "strategy", strategy)?;
    let name = explorer.strategies.names().nth(strategy).unwrap_or_default();
    let mut tables = explorer.tables.open();
    let sitting = match tables.entry(strategy) {
        Entry::Occupied(table) => {
            let sitting = table.into_mut();
            sitting.save();
            sitting
        }
        Entry::Vacant(table) => table.insert(explorer.tables.sit_down(agent, name).map_err(refused)?),
    };
    Ok(Response::json(&table_view(sitting)))
}

/// Finds what takes the strategy's luck out of the hands, while they are played.
fn luck(explorer: &Explorer, strategy: usize, progress: &dyn Progress) -> Result<Response, Response> {
    let agent = agent(explorer, "strategy", strategy)?;
    let is_awaited = explorer.tables.open().get(&strategy).is_some_and(Sitting::awaits_luck);
    let known = if is_awaited {
        let turn = explorer.long_work.begin(&format!("luck-{strategy}"), progress).map_err(values::refusal)?;
        let why = |error| if turn.cancelled() { values::refusal(turn.why_stopped()) } else { refused(error) };
        Some(luck_of(agent, &turn).map_err(why)?)
    } else {
        None
    };
    let mut tables = explorer.tables.open();
    let sitting = tables.get_mut(&strategy).ok_or_else(nobody_sits)?;
    if let Some(known) = known {
        sitting.know_luck(known).map_err(refused)?;
    }
    Ok(Response::json(&table_view(sitting)))
}

fn nobody_sits() -> Response {
    Response::refusal(Status::Conflict, "nobody sits at this table; sit down first")
}

fn act(sitting: &mut Sitting, asked: &Value) -> Result<(), Response> {
    if asked["betting"].as_str() != Some(sitting.hand.betting.as_str()) {
        return Err(Response::refusal(Status::Conflict, "the betting has gone on; load the page again"));
    }
    let text = asked["action"].as_str().unwrap_or_default();
    let action = PlayedAction::first_of(text).filter(|(_, rest)| rest.is_empty());
    let (action, _) =
        action.ok_or_else(|| bad("action: expected f, c or r, or a raise with its total such as r300"))?;
    sitting.act(action).map_err(refused)
}

fn whole(asked: &Value, name: &str) -> Result<u64, Response> {
    asked[name].as_u64().ok_or_else(|| bad(format!("{name}: expected a whole number")))
}

/// What is not legal is the page's fault, a file that cannot be written is not.
fn refused(error: MatchError) -> Response {
    let is_setting = |error: &AcpcError| matches!(error, AcpcError::Setting { .. } | AcpcError::Action { .. });
    let is_illegal = matches!(&error, MatchError::Log(error) if is_setting(error));
    let status = if is_illegal { Status::Conflict } else { Status::Failed };
    Response::refusal(status, &error.to_string())
}

/// The document of a table. The strategy's cards are in it after a showdown only, its own view once the hand is over.
pub(crate) fn table_view(sitting: &Sitting) -> Value {
    let Sitting { result, paths, .. } = sitting;
    let raw = result.mbb_per_game();
    let (unsaved, problem) = sitting.unsaved();
    let mut document = hand_view(sitting, &sitting.hand);
    for (key, value) in [
        ("hands", json!(raw.observations)),
        ("chips", json!(result.chips())),
        ("raw", score(Some(raw))),
        ("corrected", score(result.corrected_mbb_per_game())),
        ("awaits_luck", json!(sitting.awaits_luck())),
        ("files", json!(paths.iter().map(|path| written_path(path)).collect::<Vec<_>>())),
        ("unsaved", json!(unsaved)),
        ("problem", json!(problem)),
    ] {
        document[key] = value;
    }
    document
}

/// A hand at a table as the person sees it.
fn hand_view(sitting: &Sitting, hand: &LiveHand) -> Value {
    let table = &sitting.table;
    let (view, own) = (table.view(hand), hand.person);
    let cards = |hole: &[Card]| if hole.is_empty() { Value::Null } else { Value::from(written(hole)) };
    let decision = view.decision.as_ref();
    let reviewed = if view.won.is_some() { table.reviewed(hand) } else { Vec::new() };
    let events = table.events(hand);
    let flop = events.iter().position(|event| matches!(event, Event::Dealt(_))).unwrap_or(events.len());
    let event = |(place, event): (usize, &Event)| described(own, event, place < flop);
    json!({
        "opponent": table.opponent(),
        "hand": hand.number,
        "betting": hand.betting,
        "seat": Game::seat(own),
        "hole": cards(&view.state.cards.hole[own]),
        "other_hole": cards(&view.state.cards.hole[1 - own]),
        "board": written(&view.state.cards.board.concat()),
        "paid": [view.paid[own].0, view.paid[1 - own].0],
        "legal": decision.map_or(Vec::new(), |decision| legal(sitting, decision)),
        "raise": decision.and_then(any_raise),
        "events": events.iter().enumerate().map(event).collect::<Vec<_>>(),
        "won": view.won.map(|chips| chips.0),
        "is_showdown": view.is_showdown,
        "review": reviewed.iter().map(review).collect::<Vec<_>>(),
    })
}

/// `/api/hands`: the hands that were played here to their end; with `hand=` one of them as the person saw it.
pub fn hands(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let strategy = number(request, "strategy")?.unwrap_or(0);
    let tables = explorer.tables.open();
    let Some(wanted) = number::<u32>(request, "hand")? else {
        let all = tables
            .get(&strategy)
            .map_or(Vec::new(), |sitting| sitting.finished.iter().map(|it| finished_hand(sitting, it)).collect());
        return Ok(Response::json(&json!({ "hands": all })));
    };
    let found = tables.get(&strategy).and_then(|sitting| {
        let hand = sitting.finished.iter().find(|it| it.hand.number == wanted)?;
        Some(hand_view(sitting, &hand.hand))
    });
    found.map(|view| Response::json(&view)).ok_or_else(|| bad(format!("hand={wanted}: no such hand was played here")))
}

fn finished_hand(sitting: &Sitting, FinishedHand { hand, corrected }: &FinishedHand) -> Value {
    let view = sitting.table.view(hand);
    json!({
        "hand": hand.number,
        "seat": Game::seat(hand.person),
        "hole": written(&view.state.cards.hole[hand.person]),
        "board": written(&view.state.cards.board.concat()),
        "betting": hand.betting,
        "won": view.won.map(|chips| chips.0),
        "corrected": rounded(*corrected, 2),
    })
}

/// `/api/log`: the log in which a table's hands are kept.
pub fn log(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let strategy: usize = number(request, "strategy")?.unwrap_or(0);
    let path = explorer.tables.open().get(&strategy).and_then(|sitting| sitting.paths.first().cloned());
    let path = path.ok_or_else(|| bad("nobody sits at this table; sit down first"))?;
    let unreadable = |error: TableError| Response::refusal(Status::Failed, &error.to_string());
    let text = read_text(&path, MOST_LOG_BYTES).map_err(unreadable)?;
    Ok(Response::file("text/plain; charset=utf-8", &text))
}

/// A score with its interval; a single hand has none.
fn score(score: Option<Score>) -> Value {
    let Some(score) = score.filter(|score| score.observations > 0) else { return Value::Null };
    let ci95 = Some(score.ci95()).filter(|half| half.is_finite());
    json!({ "mbb_per_game": rounded(Some(score.mean), 1), "ci95": rounded(ci95, 1) })
}

/// What the person may do, bets and raises by the sizes that the strategy knows.
fn legal(sitting: &Sitting, decision: &PlayedDecision) -> Vec<Value> {
    let mut actions = decision.actions();
    if !decision.is_limit() {
        actions.retain(|action| !action.is_raise());
        actions.extend(sitting.table.usual_raises(&sitting.hand));
    }
    let named = |action: &PlayedAction| {
        let text = action.to_string();
        json!({ "letter": text[..1], "action": text, "name": decision.name(*action) })
    };
    actions.iter().map(named).collect()
}

/// The least and the most that a player may bet or raise to, in chips of the round, where any amount between is legal,
/// and what was put in before the round.
fn any_raise(decision: &PlayedDecision) -> Option<Value> {
    let raise = decision.raise.as_ref().filter(|_| !decision.is_limit())?;
    let [least, most] = [raise.start(), raise.end()].map(|&total| (total - decision.round_began).0);
    Some(json!({ "least": least, "most": most, "before": decision.round_began.0 }))
}

fn described(own: usize, event: &Event, is_before_flop: bool) -> Value {
    match event {
        Event::Dealt(cards) => json!({ "cards": written(cards) }),
        Event::Acted { position, action, paid, total, is_unasked } => {
            let name = match (action, is_unasked) {
                (PlayedAction::Fold, _) => "fold",
                (PlayedAction::Call, true) => "check",
                (PlayedAction::Call, false) => "call",
                // The blinds are the first bet before the flop.
                (PlayedAction::Raise | PlayedAction::RaiseTo(_), true) if !is_before_flop => "bet",
                (PlayedAction::Raise | PlayedAction::RaiseTo(_), _) => "raise",
            };
            let to = matches!(action, PlayedAction::Raise | PlayedAction::RaiseTo(_)).then_some(total.0);
            json!({ "is_own": *position == own, "action": name, "paid": paid.0, "to": to })
        }
    }
}

/// A decision of the person as the strategy sees it.
fn review(decision: &ReviewedDecision) -> Value {
    let name = |action| decision.decision.name(action);
    let named =
        |(action, probability): (PlayedAction, f64)| json!({ "name": name(action), "probability": share(probability) });
    json!({
        "betting": decision.betting,
        "taken": name(decision.taken),
        "action": decision.taken.to_string(),
        "bucket": decision.view.bucket,
        "actions": decision.view.probabilities().map(named).collect::<Vec<_>>(),
    })
}
