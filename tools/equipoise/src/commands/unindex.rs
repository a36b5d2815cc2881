//! `unindex`: the canonical hand of an index.

use clap::Args;
use evaluator::card::Card;
use evaluator::error::CardError;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::Holding;
use evaluator::round::Round;
use serde_json::json;

use crate::document::Document;
use crate::plain_table::facts;
use crate::typed_cards::written;

/// The flags of `unindex`.
#[derive(Args, Debug)]
pub struct Settings {
    /// preflop, flop, turn or river
    street: Round,
    /// A number from 0
    #[arg(allow_negative_numbers = true)]
    index: u64,
    /// The index whose boards have no order, instead of the one that keeps rounds apart
    #[arg(long)]
    unordered: bool,
}

/// Runs the command.
pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let Settings { street, index, unordered } = *settings;
    let (hand, count): (Option<(Holding, Vec<Card>)>, u64) = if unordered {
        let hands = BoardFirst::of(street);
        let hand = hands.unindex(HandIndex(index));
        (hand.map(|(hole, board)| (hole, board.iter().collect())), hands.hands())
    } else {
        let hands = RoundsApart::of(street);
        let hand = hands.unindex(HandIndex(index));
        (hand.map(|(hole, board)| (hole, board.to_vec())), hands.hands())
    };
    let what = match street {
        Round::Preflop => "preflop index",
        Round::Flop => "flop index",
        Round::Turn => "turn index",
        Round::River => "river index",
    };
    let (hole, board) = hand.ok_or(CardError::OutOfRange { what, count, found: index })?;
    let board = written(board);
    let json = json!({ "street": street.name(), "index": index, "hole": hole.to_string(), "board": board });
    Ok(Document::new(json, facts(&[("hole", hole.to_string()), ("board", board)])))
}
