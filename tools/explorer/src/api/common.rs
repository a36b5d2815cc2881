//! `/api/common`: the decisions that a strategy reaches most often on a board, and those where another one acts most
//! differently.

use evaluator::card::parse_cards;
use evaluator::error::CardError;
use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::NodeId;
use tables::together::progress::Progress;

use super::spot;
use super::spot::{share, written};
use crate::explorer::{Explorer, Game};
use crate::server::{Request, Response};
use crate::spot::{CommonSpot, Spot, common_spots};

const SHOWN: usize = 12;

/// Two lists of decisions on the board's street: the likeliest, and those where the strategies of `strategy` and
/// `other` differ most, weighted by how likely they are.
pub fn answer(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let agent = spot::strategy(explorer, request, "strategy")?;
    let other = request.word("other").map(|_| spot::strategy(explorer, request, "other")).transpose()?;
    let root = root(request.word("board").unwrap_or_default()).map_err(spot::bad)?;
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

fn root(text: &str) -> Result<Spot, CardError> {
    let board = parse_cards(text)?;
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
