//! Tables of the 169 starting hands that never change and take seconds to compute, shipped with the library: their
//! strength distributions, the usual opponent clusters, and their OCHS against those.
//!
//! In `abstraction/shipped`,
//! - `distributions.bin` holds the counts of [`PreflopDistributions`], `[169][50]` of `u32`, then its sums of `2w + d`,
//!   `[169]` of `u64`;
//! - `opponent-clusters.txt` holds a grid for each number of clusters, clusters from 1, rows and columns from the
//!   deuce;
//! - `preflop-ochs.bin` holds OCHS, `[169][K]` of `f64`, for each of these clusters and then for `johanson2013`.
//!
//! Binary numbers are little-endian. A test checks the files against the computation; an ignored one writes them.

use evaluator::holding::STARTING_HANDS;

use super::hand_strength_distribution::PreflopDistributions;
use super::opponent_clusters::OpponentClusters;
use crate::recipe::DEFAULT_BINS;

const DISTRIBUTIONS: &[u8] = include_bytes!("../../shipped/distributions.bin");
const CLUSTERS: &str = include_str!("../../shipped/opponent-clusters.txt");
const OCHS: &[u8] = include_bytes!("../../shipped/preflop-ochs.bin");

/// The numbers of clusters whose search with [`SHIPPED_SEED`], [`DEFAULT_BINS`] and the usual restarts is shipped.
pub const SHIPPED_COUNTS: [u8; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 169];
pub const SHIPPED_SEED: u64 = 1;

/// The distributions of the starting hands in [`DEFAULT_BINS`] bins.
pub fn shipped_distributions() -> PreflopDistributions {
    let bins = usize::from(DEFAULT_BINS);
    let (counts, halves) = DISTRIBUTIONS.split_at(STARTING_HANDS * bins * size_of::<u32>());
    PreflopDistributions {
        bins,
        counts: counts.as_chunks().0.iter().map(|&bytes| u64::from(u32::from_le_bytes(bytes))).collect(),
        halves: halves.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect(),
    }
}

/// The clusters that the usual search finds, for the numbers in [`SHIPPED_COUNTS`].
pub fn shipped_clusters(count: u8) -> Option<OpponentClusters> {
    let place = SHIPPED_COUNTS.iter().position(|&shipped| shipped == count)?;
    let grid = CLUSTERS.split("\n\n").nth(place)?;
    let table: Vec<u8> = grid.split_whitespace().filter_map(|cluster| cluster.parse().ok()).collect();
    OpponentClusters::new(format!("emd{count}"), &table).ok()
}

pub fn all_shipped_clusters() -> impl Iterator<Item = OpponentClusters> {
    SHIPPED_COUNTS.into_iter().filter_map(shipped_clusters).chain([OpponentClusters::johanson_2013()])
}

/// OCHS of the starting hands, `[starting hand][cluster]`, if it is shipped for these clusters, whatever their name.
pub fn shipped_preflop_ochs(clusters: &OpponentClusters) -> Option<Vec<Vec<Option<f64>>>> {
    let mut before = 0;
    for shipped in all_shipped_clusters() {
        let count = shipped.count();
        if shipped.table() == clusters.table() {
            let values = OCHS.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes));
            // A cluster that is never met has no strength: it is stored as NaN.
            let values: Vec<Option<f64>> =
                values.skip(before).map(|value| (!value.is_nan()).then_some(value)).collect();
            return Some(values.chunks(count).take(STARTING_HANDS).map(<[_]>::to_vec).collect());
        }
        before += STARTING_HANDS * count;
    }
    None
}
