//! Buckets of your own: every canonical flop hand by what it has made and whether it draws to a flush.
//!
//! `cargo run --release -p equipoise-abstraction --example own_buckets`
#![allow(clippy::print_stdout)]

use abstraction::error::AbstractionError;
use abstraction::import_buckets::import_buckets;
use abstraction::street::Street;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use tables::buckets::table::BucketTable;
use tables::together::progress::Silent;

/// Twice the category (0 for a high card to 8 for a straight flush), and one more with four cards of a suit.
fn bucket(hole: Holding, board: CardSet) -> u32 {
    let cards = hole.card_set() | board;
    let draws = (0..4).any(|suit| cards.suit(suit).count_ones() == 4);
    2 * HandStrength::of(cards).category() as u32 + u32::from(draws)
}

/// Numbers all hands in the order of the index, and writes a bucket file that training and matches understand.
pub fn main() -> Result<(), AbstractionError> {
    let flop = BoardFirst::of(Deck::FULL, Round::Flop);
    let hands = (0..flop.hands()).filter_map(|number| flop.unindex(HandIndex(number)));
    let numbers: Vec<u32> = hands.map(|(hole, board)| bucket(hole, board)).collect();

    let file = std::env::temp_dir().join(format!("own-{}.buckets", std::process::id()));
    let made = import_buckets(Street::full(Round::Flop), numbers, "made hands and flush draws", &file, &Silent)?;
    let explained = 100.0 * made.strength_variance_explained;
    println!("{} buckets for {} hands explain {explained:.1} % of the variance of strength", made.buckets, made.points);

    let (hole, board): (Holding, CardSet) = flop.unindex(HandIndex(1_000_000)).expect("there are more hands");
    let bucket = BucketTable::open(&file)?.bucket(1_000_000).expect("every hand has a bucket");
    println!("{hole} on {board} is in bucket {}, counted from the weakest", bucket.0);
    std::fs::remove_file(&file).ok();
    Ok(())
}
