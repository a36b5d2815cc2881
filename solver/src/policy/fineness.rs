//! How finely a decision's probabilities are kept: the more often its own player gets there, the finer.
//!
//! What a rounded decision can lose is in proportion to how often the player's own strategy leads to it, whatever the
//! opponent does. Most decisions of a trained strategy are reached so rarely that a third of the file's numbers would
//! describe what happens in less than a ten-thousandth of its games. So the whole 2^bits − 1 parts are for decisions
//! that are reached at least a sixteenth as often as the player's most frequent one of the same bucket and round; from
//! there every sixteenth of the frequency costs steps: [`steps_by_own_reach`]. Decisions that were never reached have
//! all parts, too: what stands in for their average is stored unchanged.

use rayon::prelude::*;
use tables::strategy::block::ProbabilityBits;

use super::export::TrainedTables;
use crate::walk::{ChunkId, Real, Row};

/// Each factor of a sixteenth in frequency moves one place along the steps.
const FOLD: f32 = 16.0;

/// How many steps a probability is divided into, for decisions that are reached with at least 1/16, 1/16², 1/16³, 1/16⁴
/// and less of the frequency of the most frequent one. All divide the parts of their bits. `None`: all parts
/// everywhere, as a caller who asks for sixteen bits wants.
pub const fn steps_by_own_reach(bits: ProbabilityBits) -> Option<[u16; 5]> {
    match bits {
        ProbabilityBits::Four => Some([15, 5, 5, 3, 3]),
        ProbabilityBits::Eight => Some([255, 51, 17, 5, 3]),
        ProbabilityBits::Sixteen => None,
    }
}

/// How often a run's average strategy led to its player's most frequent decision with each bucket.
pub struct OwnReach {
    /// `[round][bucket][player]`: the largest sum of a decision's strategy sums.
    greatest: Vec<Vec<[f32; 2]>>,
}

impl OwnReach {
    /// Computes it from the strategy sums of a run.
    pub fn of(tables: &TrainedTables<'_>) -> Self {
        let greatest = tables.lanes.rounds.iter().enumerate().map(|(round, lanes)| {
            let of_bucket = |bucket: usize| {
                let mut greatest = [0.0f32; 2];
                for (chunk, entries) in lanes.entries.iter().enumerate() {
                    let rows = &tables.strategy_sums[tables.layout.bucket(ChunkId { round, chunk }, bucket)];
                    for node in &lanes.nodes {
                        let mut sum = Row::<f32>::default();
                        for &row in &rows[node.first_slot..node.first_slot + node.children.len()] {
                            sum = sum + Row::from(row);
                        }
                        let live = sum.0.into_iter().zip(entries).filter(|(_, entry)| entry.is_some());
                        greatest[node.player] = live.map(|(sum, _)| sum).fold(greatest[node.player], f32::max);
                    }
                }
                greatest
            };
            (0..tables.layout.buckets(round)).into_par_iter().map(of_bucket).collect()
        });
        Self { greatest: greatest.collect() }
    }

    /// How many steps the probabilities of a decision should be divided into, if its strategy sums add up to `sum`.
    pub fn steps(&self, bits: ProbabilityBits, round: usize, bucket: usize, player: usize, sum: f32) -> u16 {
        let Some([finer @ .., coarsest]) = steps_by_own_reach(bits).filter(|_| !sum.is_nothing()) else {
            return bits.parts();
        };
        let mut least = self.greatest[round][bucket][player];
        for steps in finer {
            least /= FOLD;
            if sum >= least {
                return steps;
            }
        }
        coarsest
    }
}
