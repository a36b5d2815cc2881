//! What is written comes back, and every flipped bit is found.

use anyhow::Context;
use evaluator::round::Round;
use serde_json::json;
use tables::buckets::table::{BucketTable, BucketTableContents};
use tables::file::array::ArrayFile;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::together::progress::Progress;

use super::Check;

/// Bits flipped, one at a time, spread over the file.
const FLIPS: usize = 2_000;

/// A bucket file and a block of a strategy, there and back, and damage.
pub fn round_trips(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("selftest.buckets");
    let buckets: Vec<u32> = (0..5_000).map(|hand| hand * hand % 3).collect();
    let contents = BucketTableContents {
        round: Round::Flop,
        recipe: json!({"selftest": true}),
        parents: Vec::new(),
        facts: json!({}),
        buckets: &buckets,
        centres: &[0.0, 1.0, 2.0],
        hands_in_bucket: &[1; 3],
        deals_in_bucket: &[1; 3],
        mean_strength: &[0.5; 3],
        cost_per_iteration: &[],
    };
    contents.write(&path)?;
    let read = BucketTable::open(&path)?;
    let same = if read.buckets().iter().eq(buckets.iter().copied()) { "the same 5000 buckets" } else { "others" };
    drop(read);
    let whole = std::fs::read(&path)?;
    let mut missed = 0;
    for flip in 0..FLIPS {
        progress.check()?;
        let mut bytes = whole.clone();
        let bit = flip * (8 * whole.len() - 1) / (FLIPS - 1);
        bytes[bit / 8] ^= 1 << (bit % 8);
        // A file that is mapped is never changed in place.
        let damaged = folder.path().join("damaged.buckets");
        std::fs::write(&damaged, bytes)?;
        missed += usize::from(ArrayFile::open(&damaged).and_then(|file| file.verify()).is_ok());
    }
    let mut unequal = 0;
    for bits in ProbabilityBits::ALL {
        let mut node = NodeStrategy::with_bits(3, 1_000, bits).context("a decision of three actions")?;
        for bucket in 0..1_000u16 {
            unequal += usize::from(!node.set(usize::from(bucket), &[1, 3, 7].map(|it| f32::from(bucket % it))));
        }
        let back = NodeStrategy::from_bytes(3, 1_000, bits, &node.bytes());
        unequal += usize::from(back.as_ref() != Some(&node));
    }
    Ok(vec![
        Check::same("a bucket file read again", "the same 5000 buckets", same),
        Check::same("flipped bits that verify misses, of 2000", 0, missed),
        Check::same("strategies of 4, 8 and 16 bits that change on the way", 0, unequal),
    ])
}
