//! `/api/start`: what the page must know before anything else.

use evaluator::card::Card;
use evaluator::holding::Holding;
use report::hand_grid::hands_on_paper;
use serde_json::json;
use tables::together::progress::Progress;

use crate::explorer::Explorer;
use crate::server::{Request, Response};

/// The strategies' names, the names of all hands in the order in which documents list them, and all cards.
pub fn answer(explorer: &Explorer, _: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let on_paper: Vec<usize> = hands_on_paper().map(|hand| hand.number()).collect();
    let place = |holding: Holding| on_paper.iter().position(|&number| number == holding.starting_hand().number());
    let document = json!({
        "strategies": explorer.strategies.names().collect::<Vec<_>>(),
        "classes": hands_on_paper().map(|hand| hand.to_string()).collect::<Vec<_>>(),
        "holdings": Holding::all().map(|holding| holding.to_string()).collect::<Vec<_>>(),
        "class_of": Holding::all().map(place).collect::<Vec<_>>(),
        "cards": Card::all().map(|card| card.to_string()).collect::<Vec<_>>(),
    });
    Ok(Response::json(&document))
}
