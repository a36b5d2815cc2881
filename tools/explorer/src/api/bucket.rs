//! `/api/bucket`: what else is in a hand's bucket, on all boards.

use abstraction::explain::bucket::occupancy;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use serde_json::json;
use tables::together::progress::Progress;

use super::spot::{bad, strategy, word};
use super::start::hole_cards;
use crate::explorer::Explorer;
use crate::server::{Request, Response};
use crate::spot::BoardBuckets;

/// The bucket's size, its mean strength and some of its hands.
pub fn answer(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let agent = strategy(explorer, request, "strategy")?;
    let (deck, board) = (explorer.game.deck, word(request, "board"));
    let hole = hole_cards(deck, word(request, "hole"), board).map_err(bad)?;
    let cards = deck.parse_cards(board).map_err(bad)?;
    let street = Round::of_board_cards(cards.len()).filter(|&street| street != Round::Preflop);
    let street = street.ok_or_else(|| bad(format!("board={board}: expected 3, 4 or 5 cards")))?;
    let table = agent.bucket_table(street);
    let table = table.ok_or_else(|| bad(format!("{} has no bucket file for the {street}", agent.name())))?;
    let buckets = BoardBuckets::of(&explorer.game, &agent, street.number(), &cards);
    let Some(bucket) = buckets.by_holding().nth(hole.number()).flatten() else {
        return Err(bad(format!("{hole} is on the board")));
    };
    let own = BoardFirst::of(deck, street).index(hole, CardSet::of(&cards));
    let found = occupancy(table, bucket, own).ok_or_else(|| bad(format!("the file has no bucket {bucket}")))?;
    Ok(Response::json(&json!(found)))
}
