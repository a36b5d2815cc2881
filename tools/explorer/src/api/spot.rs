//! `/api/spot`: what each hand does at a decision, and the hands with which each seat reaches it; and what the words of
//! addresses stand for.

use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::round::Round;
use matches::agent::Agent;
use serde_json::{Value, json};
use solver::game::NodeId;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use tables::together::progress::Progress;

use super::decision::{share, written};
use super::reached::Source;
use crate::explorer::{Explorer, Game};
use crate::server::{Request, Response, Status};
use crate::spot::{CommonSpot, Spot, common_spots};

/// The document of a spot, of a strategy or of an exact answer.
pub fn answer(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let source = Source::of(explorer, request)?;
    let reached = source.reached(explorer, word(request, "board"), word(request, "betting"))?;
    Ok(Response::json(&source.document(explorer, &reached)))
}

/// How many board cards some betting needs, which is refused where it is none.
pub fn betting(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let source = Source::of(explorer, request)?;
    let street = source.betting(explorer).street(source.decision(explorer, word(request, "betting"))?);
    Ok(Response::json(&json!({ "street": street.name(), "cards": street.board_cards() })))
}

/// A word of the address, empty where it is left out.
pub fn word<'r>(request: &'r Request, name: &str) -> &'r str {
    request.word(name).unwrap_or_default()
}

pub fn bad(reason: impl Display) -> Response {
    Response::refusal(Status::Bad, &reason.to_string())
}

/// A number among the words; `None` where it is left out.
pub fn number<N: FromStr>(request: &Request, name: &str) -> Result<Option<N>, Response> {
    let read = |text: &str| text.parse().map_err(|_| bad(format!("{name}={text}: expected a number")));
    request.word(name).map(read).transpose()
}

/// The strategy of that word, such as `strategy=0`; the first where it is left out.
pub fn strategy(explorer: &Explorer, request: &Request, name: &str) -> Result<Arc<Agent>, Response> {
    agent(explorer, name, number(request, name)?.unwrap_or(0))
}

/// The strategy with a number that was given under that name.
pub(super) fn agent(explorer: &Explorer, name: &str, number: usize) -> Result<Arc<Agent>, Response> {
    let agent =
        explorer.strategies.agent(number).map_err(|error| Response::refusal(Status::Failed, &error.to_string()))?;
    let count = explorer.strategies.names().len();
    agent.ok_or_else(|| bad(format!("{name}={number}: there are {count} strategies, from 0")))
}

pub fn spot(explorer: &Explorer, request: &Request) -> Result<Spot, Response> {
    Spot::read(&explorer.game, word(request, "board"), word(request, "betting")).map_err(bad)
}

const SHOWN: usize = 12;

/// Two lists of decisions on the board's street: the likeliest, and those where the strategies of `strategy` and
/// `other` differ most, weighted by how likely they are.
pub fn common(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let agent = strategy(explorer, request, "strategy")?;
    let other = request.word("other").map(|_| strategy(explorer, request, "other")).transpose()?;
    let root = root(explorer.game.deck, request.word("board").unwrap_or_default()).map_err(bad)?;
    let found = common_spots(&explorer.game, &agent, other.as_deref(), &root);
    let most = |weight: fn(&CommonSpot) -> f64| -> Vec<Value> {
        let mut sorted: Vec<&CommonSpot> = found.iter().filter(|spot| weight(spot) > 0.0).collect();
        sorted.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        sorted.into_iter().take(SHOWN).map(|spot| described(&explorer.game, spot)).collect()
    };
    Ok(Response::json(&json!({
        "board": written(&root.board),
        "street": root.street.name(),
        "common": most(|spot| spot.probability),
        "apart": most(|spot| spot.probability * spot.difference),
    })))
}

fn root(deck: Deck, text: &str) -> Result<Spot, CardError> {
    let board = deck.parse_cards(text)?;
    let expected = "a board of 0, 3, 4 or 5 cards";
    let count = || CardError::Count { text: text.to_owned(), expected, found: board.len() };
    let street = Round::of_board_cards(board.len()).ok_or_else(count)?;
    Ok(Spot { decision: NodeId::ROOT, board, street })
}

fn described(game: &Game, spot: &CommonSpot) -> Value {
    json!({
        "betting": game.tree.history(spot.decision),
        "seat": Game::seat(game.tree[spot.decision].player),
        "probability": share(spot.probability),
        "difference": share(spot.difference),
    })
}
