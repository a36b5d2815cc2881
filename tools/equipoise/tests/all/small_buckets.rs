//! Bucket files for trainings of a moment, of the deck of 20 cards: half a megabyte.

use evaluator::deck::Deck;
use evaluator::round::Round;
use serde_json::json;
use std::path::Path;
use tables::buckets::table::{BucketTableContents, hands_of_round};

/// Bucket files of four buckets that have nothing to do with strength.
pub fn write_buckets(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for round in [Round::Flop, Round::Turn, Round::River] {
        write_round(round, 0, &folder.join(format!("{round}.buckets")));
    }
}

/// One of them; another `salt` makes another file.
pub fn write_round(round: Round, salt: u64, path: &Path) {
    const BUCKETS: usize = 4;
    let deck = Deck::try_from(20).unwrap();
    let bucket = |hand: u64| ((hand + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62) as u32;
    let contents = BucketTableContents {
        deck,
        round,
        recipe: json!({"by": "a product", "round": round.name(), "salt": salt}),
        parents: vec![],
        facts: json!({}),
        buckets: &(0..hands_of_round(deck, round)).map(bucket).collect::<Vec<_>>(),
        centres: &[0.0; BUCKETS],
        hands_in_bucket: &[1; BUCKETS],
        deals_in_bucket: &[1; BUCKETS],
        mean_strength: &[0.5; BUCKETS],
        cost_per_iteration: &[],
    };
    contents.write(path).unwrap();
}
