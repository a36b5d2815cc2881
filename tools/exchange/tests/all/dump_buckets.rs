//! The bucket files behind the dumps that tests make.

use evaluator::deck::Deck;
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::Path;
use tables::buckets::table::{BucketTable, BucketTableContents};

/// The numbers under which the flop's buckets were imported: of four in the dump one is no hand's.
pub const GIVEN: [f32; 3] = [3.0, 0.0, 2.0];

/// A file of two hands, with a bucket for each centre.
pub fn bucket_file(folder: &Path, round: Round, recipe: Value, centres: &[f32]) -> BucketTable {
    let path = folder.join(format!("{round}.buckets"));
    let of_buckets = vec![1; centres.len()];
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round,
        recipe,
        parents: vec![],
        facts: json!({}),
        buckets: &[0, 0],
        centres,
        hands_in_bucket: &of_buckets,
        deals_in_bucket: &of_buckets,
        mean_strength: &vec![0.5; centres.len()],
        cost_per_iteration: &[],
    };
    contents.write(&path).unwrap();
    BucketTable::open(&path).unwrap()
}

/// Flop, turn and river: three imported buckets, three and two of our own.
pub fn all_buckets(folder: &Path) -> [BucketTable; 3] {
    [
        bucket_file(folder, Round::Flop, json!({"imported": "given.npy"}), &GIVEN),
        bucket_file(folder, Round::Turn, json!({}), &[9.0, 8.0, 7.0]),
        bucket_file(folder, Round::River, json!({}), &[9.0, 8.0]),
    ]
}
