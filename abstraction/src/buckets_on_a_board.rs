//! How many different buckets the hands of one board are in.
//!
//! Training on whole boards updates each of these buckets once per board, so buckets learn slowly if few of them occur
//! on a board: between two bucket files with the same number of buckets this is the difference in updates per bucket.

use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use rayon::prelude::*;
use tables::buckets::public_clusters::ClusterBuckets;
use tables::buckets::table::BucketTable;

use crate::public::flop_clusters::flops_of;

/// The exact mean number of different buckets on a board, over all boards weighted by how likely they are dealt; where
/// buckets belong to clusters of flops, over all orders of the deal, too. `None` before the flop, for a file without
/// all hands and for a damaged one.
pub fn mean_buckets_on_a_board(table: &BucketTable) -> Option<f64> {
    let boards = BoardFirst::of(table.round());
    if table.round() == Round::Preflop || table.entries().len() as u64 != boards.hands() {
        return None;
    }
    // Bit sets of buckets already met, one per thread, empty between boards.
    let met = || vec![0_u64; table.bucket_count().div_ceil(64)];
    let of_board = |met: &mut Vec<u64>, board: usize| {
        let count = buckets_of_all_orders(table, board, met)?;
        Some(u128::from(count) * u128::from(boards.board_multiplicity(board)))
    };
    let counts = (0..boards.boards()).into_par_iter().map_init(met, of_board);
    let all: u128 = counts.try_reduce(|| 0, |one, other| Some(one + other))?;
    let dealt: u64 = (0..boards.boards()).map(|board| u64::from(boards.board_multiplicity(board))).sum();
    Some(all as f64 / (dealt as f64 * orders(table) as f64))
}

/// How many flops a board of the table's round may have begun with, as far as its buckets depend on them.
fn orders(table: &BucketTable) -> usize {
    let boards = BoardFirst::of(table.round());
    if table.is_local() { flops_of(boards.board(0)).count() } else { 1 }
}

/// The different buckets on a canonical board, added up over its possible flops where they matter.
fn buckets_of_all_orders(table: &BucketTable, board: usize, met: &mut [u64]) -> Option<u64> {
    let boards = BoardFirst::of(table.round());
    let hands = boards.board_hands(board);
    let entries = table.entries().slice(hands.start as usize..hands.end as usize)?;
    let Some(clusters) = table.public_clusters() else {
        let valid = |bucket: u32| ((bucket as usize) < table.bucket_count()).then_some(bucket);
        return different(entries.iter().map(valid), met);
    };
    let of_flop = |flop| {
        let cluster: ClusterBuckets<'_> = clusters.cluster(clusters.cluster_of(flop)?)?;
        different(entries.iter().map(|class| Some(cluster.bucket(class)?.0)), met)
    };
    flops_of(boards.board(board)).map(of_flop).sum()
}

/// The number of different buckets among the given ones; leaves the set empty.
fn different(buckets: impl Iterator<Item = Option<u32>> + Clone, met: &mut [u64]) -> Option<u64> {
    let mut count = 0;
    for bucket in buckets.clone() {
        let bucket = bucket? as usize;
        let word = met.get_mut(bucket / 64)?;
        count += u64::from(*word >> (bucket % 64) & 1 == 0);
        *word |= 1 << (bucket % 64);
    }
    buckets.flatten().for_each(|bucket| met[bucket as usize / 64] = 0);
    Some(count)
}
