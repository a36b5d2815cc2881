//! How many deals of each class of hands have their flop in which cluster.

use evaluator::round::Round;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::flop_clusters::FlopClusters;
use crate::features::board_feature::{BoardFeature, BoardRows};
use crate::features::build_features::FeatureSource;
use crate::features::expected_strength::{ExpectedStrength, Power};
use crate::group_totals::BucketTotals;

/// Memory for the tables of all threads, unless a single one takes more.
const TABLES_BYTES: usize = 1 << 30;

/// Counts every hand of a street with every flop that its board may have begun with: `[cluster][class]`, hands with at
/// least one deal there, deals, and their strengths.
pub fn class_totals(
    round: Round,
    classes: usize,
    class_of_hand: &[u32],
    flops: &FlopClusters,
    source: &mut FeatureSource,
    progress: &dyn Progress,
) -> Result<Vec<BucketTotals>, Cancelled> {
    let strengths = ExpectedStrength { round, power: Power::First, river: source.river(progress)? };
    let boards = strengths.boards();
    let counter = Counter::new(progress, "deals by flop", "boards", boards.boards() as u64);
    let cells = flops.count() * classes;
    let parts = (TABLES_BYTES / (cells * size_of::<BucketTotals>())).clamp(1, rayon::current_num_threads());
    let count = |part: usize| -> Result<Vec<BucketTotals>, Cancelled> {
        let (mut fill, mut rows) = (strengths.filler(), BoardRows::default());
        let mut totals = vec![BucketTotals::default(); cells];
        // Boards in turns: neighbours cost about the same.
        for board in (part..boards.boards()).step_by(parts) {
            fill(board, &mut rows);
            let clusters = flops.of_board(boards.board(board));
            let classes_here = &class_of_hand[boards.board_hands(board).start as usize..];
            for (&[deals, strength], &class) in rows.totals.iter().zip(classes_here) {
                for &(cluster, times) in &clusters {
                    let total = &mut totals[cluster * classes + class as usize];
                    total.hands += 1;
                    total.deals += deals * times;
                    total.strength += strength * times;
                }
            }
            counter.add(1)?;
        }
        Ok(totals)
    };
    let tables = (0..parts).into_par_iter().map(count).collect::<Result<Vec<_>, _>>()?;
    let add = |mut sum: Vec<BucketTotals>, more: Vec<BucketTotals>| {
        sum.iter_mut().zip(&more).for_each(|(sum, more)| sum.add(more));
        sum
    };
    Ok(tables.into_iter().reduce(add).unwrap_or_default())
}
