//! Buckets made elsewhere, as a bucket file like any other.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::buckets::table::{BucketTableContents, MAX_BUCKETS};
use tables::file::fingerprint::Fingerprint;
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::memory;
use tables::together::progress::Progress;

use super::error::AbstractionError;
use super::estimate::river_strengths_bytes;
use super::explain::spread::GroupTotals;
use super::features::build_features::FeatureSource;
use crate::street::Street;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportSummary {
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    pub buckets: usize,
    pub points: u64,
    /// Which share of the variance of (expected) strength lies between buckets rather than within.
    pub strength_variance_explained: f64,
}

/// Writes a bucket file from the number of every hand, by board-first hand index; numbers that no hand has are left
/// out.
///
/// The buckets are renumbered from the weakest to the strongest, as in every bucket file; the section `centres`, one
/// number a bucket, keeps the number that was given.
pub fn import_buckets(
    street: Street,
    mut bucket_of_hand: Vec<u32>,
    source_name: &str,
    path: &Path,
    progress: &dyn Progress,
) -> Result<ImportSummary, AbstractionError> {
    let (expected, found) = (street.hands(), bucket_of_hand.len() as u64);
    if expected != found {
        let expected = format!("{expected} numbers, one for each canonical hand of the {}", street.round);
        let advice = "number the hands in the order that unindex --all --unordered writes";
        return Err(AbstractionError::recipe("imported buckets", expected, found, advice));
    }
    require_kind(path, FileKind::Buckets)?;
    let identity = Fingerprint::of_numbers(&bucket_of_hand);
    let numbers = bucket_of_hand.par_iter().max().map_or(0, |&most| most as usize + 1);
    if numbers > MAX_BUCKETS {
        let (expected, found) = (format!("below {MAX_BUCKETS}"), numbers - 1);
        let advice = "number the buckets from 0 on";
        return Err(AbstractionError::recipe("numbers of imported buckets", expected, found, advice));
    }
    // Strengths, and of each number its totals before and after ordering and what the file says of it.
    memory::require("imported buckets", river_strengths_bytes(street.deck) + 128 * numbers as u64)?;
    let mut totals = GroupTotals::of_hands(street, numbers, &bucket_of_hand, &mut FeatureSource::default(), progress)?;
    totals.count_hands(&bucket_of_hand);
    let order = totals.sort_by_strength(&mut bucket_of_hand)?;
    let mut given = vec![0.0f32; numbers];
    for old in 0..numbers as u32 {
        // Exact: 24 bits are more than the largest number has.
        given[order.new_number(old) as usize] = old as f32;
    }
    let (used, explained) = (totals.buckets.len(), totals.variance_explained());
    let contents = BucketTableContents {
        deck: street.deck,
        round: street.round,
        recipe: json!({ "imported": source_name, "numbers": identity }),
        parents: Vec::new(),
        facts: json!({ "strength_variance_explained": explained }),
        buckets: &bucket_of_hand,
        centres: &given[..used],
        hands_in_bucket: &totals.column(|total| total.hands),
        deals_in_bucket: &totals.column(|total| total.deals),
        mean_strength: &totals.mean_strengths(street),
        cost_per_iteration: &[],
    };
    contents.write(path)?;
    Ok(ImportSummary { file: path.to_owned(), buckets: used, points: expected, strength_variance_explained: explained })
}
