//! How finely a decision's probabilities are kept: the more often its own player gets there, the finer.
//!
//! What a rounded decision can lose is in proportion to how often the player's own strategy leads to it, whatever the
//! opponent does. Most decisions of a trained strategy are reached so rarely that a third of the file's numbers would
//! describe what happens in less than a ten-thousandth of its games. So the whole 2^bits − 1 parts are for decisions
//! that are reached at least a sixteenth as often as the player's most frequent one of the same bucket and round; from
//! there every sixteenth of the frequency costs steps: [`steps_by_own_reach`]. Decisions that were never reached have
//! all parts, too: what stands in for their average is stored unchanged.
//!
//! Rare actions left out of a strategy: thresholding, after Ganzfried, Sandholm and Waugh, "Strategy purification and
//! thresholding: effective non-equilibrium approaches for playing large games" (AAMAS 2012).
//!
//! Training on sampled cards leaves every action some probability, even actions that are only there because the cards
//! happened to favour them. Leaving out rare actions removes this noise, and some bluffs with it: after a short
//! training it helped, after a longer one it hurt (benches/lab/rare-actions.md).

use rayon::prelude::*;
use std::fmt;
use std::str::FromStr;
use tables::strategy::block::ProbabilityBits;

use super::export::TrainedTables;
use crate::walk::{ChunkId, Real, Row};

/// Each factor of a sixteenth in frequency moves one place along the steps.
const FOLD: f32 = 16.0;

/// How many steps a probability is divided into, for decisions that are reached with at least 1/16, 1/16², 1/16³, 1/16⁴
/// and less of the frequency of the most frequent one. All divide the parts of their bits. `None`: all parts
/// everywhere, as a caller who asks for sixteen bits wants.
pub(crate) const fn steps_by_own_reach(bits: ProbabilityBits) -> Option<[u16; 5]> {
    match bits {
        ProbabilityBits::Four => Some([15, 5, 5, 3, 3]),
        ProbabilityBits::Eight => Some([255, 51, 17, 5, 3]),
        ProbabilityBits::Sixteen => None,
    }
}

/// How often a run's average strategy led to its player's most frequent decision with each bucket.
pub(crate) struct OwnReach {
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
                    for node in &lanes.shape(chunk).nodes {
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
    pub(crate) fn steps(&self, bits: ProbabilityBits, round: usize, bucket: usize, player: usize, sum: f32) -> u16 {
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

/// The least probability with which an action is taken at all, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Threshold {
    percent: u8,
}

/// At most a third, so that of three actions one is always frequent enough.
const MOST_PERCENT: u8 = 33;

impl Threshold {
    /// From 0, which leaves nothing out, to 33 hundredths.
    pub fn of_percent(percent: u8) -> Option<Self> {
        (percent <= MOST_PERCENT).then_some(Self { percent })
    }

    /// In hundredths.
    pub fn percent(self) -> u8 {
        self.percent
    }

    /// Leaves out the rare actions; the others keep their proportions. Of many actions all may be rare: then those stay
    /// that are the most frequent.
    pub fn apply(self, probabilities: &mut [f32]) {
        if self.percent == 0 {
            return;
        }
        let largest = probabilities.iter().copied().fold(0.0, f32::max);
        let least = largest.min(f32::from(self.percent) / 100.0);
        let kept: f32 = probabilities.iter().filter(|&&probability| probability >= least).sum();
        if kept > 0.0 {
            for probability in probabilities {
                *probability = if *probability >= least { *probability / kept } else { 0.0 };
            }
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.percent.fmt(f)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = text.parse().ok().and_then(Self::of_percent);
        percent.ok_or_else(|| format!("expected hundredths from 0 to {MOST_PERCENT}, found '{text}'"))
    }
}
