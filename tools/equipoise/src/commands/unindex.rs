//! `unindex`: the canonical hand of an index.

use clap::Args;
use evaluator::card::Card;
use evaluator::error::CardError;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::Holding;
use evaluator::round::Round;
use exchange::arrays::{Numbering, write_hands};
use serde_json::json;
use tables::text;

use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};
use crate::typed_cards::written;

#[derive(Args, Debug)]
pub struct Settings {
    /// preflop, flop, turn or river
    street: Round,
    /// A number from 0
    #[arg(allow_negative_numbers = true, required_unless_present = "all")]
    index: Option<u64>,
    /// All hands in the order of their index as a .npy array of uint8 in the folder --out, a row for each hand: the
    /// player's two cards, then the board; 4 * rank + suit, deuce 0 to ace 12, clubs, diamonds, hearts, spades 0 to 3
    #[arg(long, conflicts_with = "index")]
    all: bool,
    /// The index whose boards have no order, instead of the one that keeps rounds apart
    #[arg(long)]
    unordered: bool,
}

const DEFAULT_FOLDER: &str = "runs/arrays";

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    match settings.index {
        Some(index) => {
            session.refuse_out("unindex without --all")?;
            one(settings, index)
        }
        None => all(settings, session),
    }
}

fn all(&Settings { street, unordered, .. }: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (numbering, name) =
        if unordered { (Numbering::BoardFirst, "-unordered") } else { (Numbering::RoundsApart, "") };
    let file = session.new_folder(DEFAULT_FOLDER)?.join(format!("{street}-hands{name}.npy"));
    let shape = write_hands(street, numbering, &file, &session.progress)?;
    let json = json!({ "street": street.name(), "file": text::written(&file), "shape": shape, "element": "u8" });
    let shown = format!("{} hands, {} cards each", grouped(shape[0]), shape[1]);
    Ok(Document::new(json, facts(&[("file", file.display().to_string()), ("array", shown)])))
}

fn one(&Settings { street, unordered, .. }: &Settings, index: u64) -> anyhow::Result<Document> {
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
