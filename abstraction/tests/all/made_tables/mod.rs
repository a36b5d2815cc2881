//! Bucket files made by hand: any bucket for any hand, sizes counted, everything else as given.

use abstraction::recipe::BucketRecipe;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::Path;
use tables::buckets::table::{BucketTable, BucketTableContents};

/// What a made file holds besides its hands' buckets.
pub struct Made<'a> {
    /// The recipe it claims.
    pub recipe: Value,
    /// `[bucket][dimension]`.
    pub centres: &'a [f32],
}

impl Made<'_> {
    /// No recipe, and one number a centre.
    pub fn plain() -> Self {
        Self { recipe: json!({ "made": "by hand" }), centres: &[] }
    }

    /// A file of that recipe and centres.
    pub fn of<'a>(recipe: &BucketRecipe, centres: &'a [f32]) -> Made<'a> {
        Made { recipe: recipe.to_json(), centres }
    }

    /// Opens a file with all hands of the street: `bucket_of` gives the bucket of each.
    pub fn open(
        &self,
        folder: &Path,
        name: &str,
        round: Round,
        count: usize,
        bucket_of: impl Fn(u64) -> u32,
    ) -> BucketTable {
        let buckets: Vec<u32> = (0..BoardFirst::of(Deck::FULL, round).hands()).map(bucket_of).collect();
        self.open_with(folder, name, round, count, &buckets)
    }

    /// Opens a file with the first hands of the street in these buckets.
    pub fn open_with(&self, folder: &Path, name: &str, round: Round, count: usize, buckets: &[u32]) -> BucketTable {
        let index = BoardFirst::of(Deck::FULL, round);
        let (mut hands, mut deals) = (vec![0; count], vec![0; count]);
        for (hand, &bucket) in buckets.iter().enumerate() {
            hands[bucket as usize] += 1;
            deals[bucket as usize] += index.multiplicity(HandIndex(hand as u64)).unwrap();
        }
        let path = folder.join(name);
        let strength: Vec<f32> = (0..count).map(|bucket| bucket as f32 / count as f32).collect();
        let contents = BucketTableContents {
            deck: Deck::FULL,
            round,
            recipe: self.recipe.clone(),
            parents: Vec::new(),
            facts: json!({}),
            buckets,
            centres: if self.centres.is_empty() { &strength } else { self.centres },
            hands_in_bucket: &hands,
            deals_in_bucket: &deals,
            mean_strength: &strength,
            cost_per_iteration: &[2.0, 1.5, 1.25],
        };
        contents.write(&path).unwrap();
        BucketTable::open(&path).unwrap()
    }
}
