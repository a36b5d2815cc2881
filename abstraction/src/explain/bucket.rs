//! Why a hand is in its bucket: its features, the centres nearest to them, the bucket's size and some of its other
//! hands.
//!
//! How many different buckets the hands of one board are in.
//!
//! Training on whole boards updates each of these buckets once per board, so buckets learn slowly if few of them occur
//! on a board: between two bucket files with the same number of buckets this is the difference in updates per bucket.

use evaluator::card_set::CardSet;
use evaluator::hand_index::HandIndex;
use evaluator::holding::Holding;
use evaluator::round::Round;
use rayon::prelude::*;
use serde::Serialize;
use tables::buckets::public_clusters::ClusterBuckets;
use tables::buckets::table::BucketTable;
use tables::together::progress::Progress;

use super::bucket_mates::{BucketMate, bucket_mates};
use super::quality::{BucketSize, cost_unit};
use crate::clustering::assignment::nearest_centres;
use crate::error::AbstractionError;
use crate::features::build_features::{FeatureSource, embedding_of};
use crate::features::hand_strength_distribution::distribution_of_hand;
use crate::features::opponent_cluster_hand_strength::OCHS_ONE;
use crate::features::opponent_clusters::OpponentClusters;

use crate::features::strengths::EXPECTATION_ONE;
use crate::public::flop_clusters::flops_of;
use crate::recipe::{BucketRecipe, Feature};

const SHOWN_CENTRES: usize = 5;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Occupancy {
    /// Number, hands, deals, share and strength.
    #[serde(flatten)]
    pub size: BucketSize,
    pub of: usize,
    /// 1 for the bucket with the most deals; buckets of equal size share a rank.
    pub size_rank: usize,
    /// The cluster of flops that the bucket belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_cluster: Option<usize>,
    /// Other hands of the bucket, spread evenly over it: always the same.
    pub mates: Vec<BucketMate>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Placement {
    pub feature: &'static str,
    /// The hand's features: shares of a histogram, strengths against clusters, or one expectation, each 0 to 1.
    pub row: Vec<f64>,
    pub unit: &'static str,
    /// How far the hand is from its own bucket's centre.
    pub own_distance: f64,
    /// Whether no centre is nearer than its own; buckets local to public clusters are compared within their cluster.
    pub own_is_nearest: bool,
    /// The nearest centres, nearest first; at equal distances the hand's own bucket, then the lowest number, comes
    /// first.
    pub nearest: Vec<NearCentre>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NearCentre {
    pub bucket: usize,
    pub distance: f64,
    /// The mean strength of its deals, 0 to 1.
    pub mean_strength: f32,
}

/// What the file itself records of a bucket of a table with all hands; `own` is left out of the examples.
///
/// `None` for a bucket that the table does not have.
pub fn occupancy(table: &BucketTable, bucket: u32, own: HandIndex) -> Option<Occupancy> {
    let size = BucketSize::of(table, bucket as usize)?;
    let size_rank = 1 + table.deals_in_bucket().iter().filter(|&&deals| deals > size.deals).count();
    let public_cluster = table.public_clusters().and_then(|clusters| clusters.cluster_of_bucket(bucket));
    let mates = bucket_mates(table, bucket, own);
    Some(Occupancy { size, of: table.bucket_count(), size_rank, public_cluster, mates })
}

pub fn recipe_of(table: &BucketTable) -> Result<BucketRecipe, AbstractionError> {
    BucketRecipe::from_json(&table.file().header().recipe)
}

/// Measures a hand on the table's street against all centres; `clusters` are those the file was made with, if any.
pub fn place_hand(
    table: &BucketTable,
    (hole, board): (Holding, CardSet),
    bucket: u32,
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    progress: &dyn Progress,
) -> Result<Placement, AbstractionError> {
    let recipe = recipe_of(table)?;
    let embedding = embedding_of(&recipe, clusters)?;
    let (expected, found) = (recipe.feature.dimensions(), table.dimensions());
    if expected != found {
        let (what, advice) = ("numbers in a centre of the bucket file", "make the file again with buckets build");
        return Err(AbstractionError::recipe(what, expected.to_string(), found, advice));
    }
    let mut row = row_of_hand(&recipe, (hole, board), clusters, source, progress)?;
    let one = match recipe.feature {
        Feature::Hsd { .. } => f64::from(recipe.street().runouts()),
        Feature::Ochs { .. } | Feature::OchsStrength { .. } => f64::from(OCHS_ONE),
        Feature::Strength | Feature::StrengthSquared => f64::from(EXPECTATION_ONE),
    };
    let shown_row = row.iter().map(|&entry| f64::from(entry) / one).collect();
    embedding.embed(&mut row);
    // Centres are whole numbers; the file holds them as f32, which is exact here.
    let centres: Vec<u16> = table.centres().iter().map(|&value| value as u16).collect();
    let mut nearest = nearest_centres(recipe.distance, &centres, &row, table.bucket_count());
    let own = bucket as usize;
    let own_distance = nearest.iter().find(|&&(number, _)| number == own).map_or(u32::MAX, |&(_, distance)| distance);
    // A hand can only be in a bucket of its flop's cluster.
    let clusters = table.public_clusters();
    let cluster = clusters.and_then(|clusters| clusters.cluster(clusters.cluster_of_bucket(bucket)?));
    if let Some(cluster) = cluster {
        nearest.retain(|&(number, _)| (cluster.first..cluster.end).contains(&(number as u32)));
    }
    nearest.sort_by_key(|&(number, distance)| (distance, number != own, number));
    let own_is_nearest = nearest.first().is_some_and(|&(number, _)| number == own);
    let in_units = |distance: u32| f64::from(distance) / embedding.unit();
    let near = nearest.into_iter().take(SHOWN_CENTRES).map(|(bucket, distance)| NearCentre {
        bucket,
        distance: in_units(distance),
        mean_strength: table.mean_strength()[bucket],
    });
    Ok(Placement {
        feature: recipe.feature.name(),
        row: shown_row,
        unit: cost_unit(&recipe),
        own_distance: in_units(own_distance),
        own_is_nearest,
        nearest: near.collect(),
    })
}

/// The hand's row before it is embedded, as the recipe's feature makes it.
///
/// A histogram is counted from the hand's own run-outs, which takes milliseconds; the feature would rank all boards
/// of the game first. The numbers are the same.
fn row_of_hand(
    recipe: &BucketRecipe,
    (hole, board): (Holding, CardSet),
    clusters: Option<&OpponentClusters>,
    source: &mut FeatureSource,
    progress: &dyn Progress,
) -> Result<Vec<u16>, AbstractionError> {
    if let Feature::Hsd { bins } = recipe.feature {
        let (counts, _) = distribution_of_hand(recipe.deck, hole, board, bins);
        return Ok(counts.into_iter().map(|count| count as u16).collect());
    }
    Ok(source.feature(recipe, clusters, progress)?.row_of_hand(hole, board))
}

/// The exact mean number of different buckets on a board, over all boards weighted by how likely they are dealt; where
/// buckets belong to clusters of flops, over all orders of the deal, too. `None` before the flop, for a file without
/// all hands and for a damaged one.
pub fn mean_buckets_on_a_board(table: &BucketTable) -> Option<f64> {
    let boards = table.index();
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
    let boards = table.index();
    if table.is_local() { flops_of(boards.board(0)).count() } else { 1 }
}

/// The different buckets on a canonical board, added up over its possible flops where they matter.
fn buckets_of_all_orders(table: &BucketTable, board: usize, met: &mut [u64]) -> Option<u64> {
    let boards = table.index();
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
