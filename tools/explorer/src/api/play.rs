//! `/api/play/…`: sits down at a strategy's table, acts, goes on to the next hand.
//!
//! Each request names the hand and the betting that it is about: what was sent twice, or from a page that has fallen
//! behind, changes nothing.

use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use serde_json::Value;
use solver::game::Action;
use std::collections::hash_map::Entry;
use tables::together::progress::Progress;

use super::asked::bad;
use super::table_view::table_view;
use crate::explorer::Explorer;
use crate::play::Sitting;
use crate::server::{Request, Response, Status};

/// Answers what happens at a table.
pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let asked: Value = serde_json::from_slice(&request.body).map_err(|error| bad(format!("no JSON: {error}")))?;
    let strategy = whole(&asked, "strategy")? as usize;
    if request.path == "/api/play/sit" {
        return sit(explorer, strategy, progress);
    }
    let mut tables = explorer.tables.open();
    let behind = |what: &str| Response::refusal(Status::Conflict, what);
    let sitting = tables.get_mut(&strategy).ok_or_else(|| behind("nobody sits at this table; sit down first"))?;
    if whole(&asked, "hand")? != u64::from(sitting.hand.number()) {
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
    Ok(Response::json(&table_view(&explorer.game, sitting)))
}

fn sit(explorer: &Explorer, strategy: usize, progress: &dyn Progress) -> Result<Response, Response> {
    let agent =
        explorer.strategies.agent(strategy).map_err(|error| Response::refusal(Status::Failed, &error.to_string()))?;
    let count = explorer.strategies.names().len();
    let named = agent.zip(explorer.strategies.names().nth(strategy));
    let (agent, name) = named.ok_or_else(|| bad(format!("strategy {strategy}: there are {count}, from 0")))?;
    let mut tables = explorer.tables.open();
    let sitting = match tables.entry(strategy) {
        Entry::Occupied(table) => {
            let sitting = table.into_mut();
            sitting.save();
            sitting
        }
        Entry::Vacant(table) => table.insert(explorer.tables.sit_down(agent, name, progress).map_err(refused)?),
    };
    Ok(Response::json(&table_view(&explorer.game, sitting)))
}

fn act(sitting: &mut Sitting, asked: &Value) -> Result<(), Response> {
    if asked["betting"].as_str() != Some(sitting.hand.betting()) {
        return Err(Response::refusal(Status::Conflict, "the betting has gone on; load the page again"));
    }
    let mut letters = asked["action"].as_str().unwrap_or_default().chars();
    let action = letters.next().and_then(Action::from_letter).filter(|_| letters.next().is_none());
    let action = action.ok_or_else(|| bad("action: expected f, c or r"))?;
    sitting.act(action).map_err(refused)
}

fn whole(asked: &Value, name: &str) -> Result<u64, Response> {
    asked[name].as_u64().ok_or_else(|| bad(format!("{name}: expected a whole number")))
}

/// What is not legal is the page's fault, a file that cannot be written is not.
fn refused(error: MatchError) -> Response {
    let is_illegal = matches!(&error, MatchError::Log(error) if matches!(**error, AcpcError::Setting { .. }));
    let status = if is_illegal { Status::Conflict } else { Status::Failed };
    Response::refusal(status, &error.to_string())
}
