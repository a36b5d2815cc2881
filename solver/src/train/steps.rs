//! Which iterations of a sampled run make a batch, and what each does to the tables.

use super::update_rule::{Step, UpdateRule};

/// The version of what a run's bytes depend on besides its settings: the numbers here, those of an epoch and a batch of
/// deals, and how the passes compute. Raise it by one with any change to these, so that older checkpoints are refused
/// instead of going on differently.
pub const METHOD: u32 = 1;

/// Boards after which a sampled run applies the discounts of rules that have any.
///
/// A discount touches the whole table, a board only its own buckets: one discount a board would cost more than the
/// board. So rules that discount count *epochs* of this many boards as their iterations; the others count boards.
/// With fewer boards than an epoch DCFR is plain CFR, and a schedule that weights the last epochs by far the most, as
/// HS-DCFR's does, wants a hundred of them or more.
pub const BOARDS_OF_AN_EPOCH: u64 = 500;

/// The average strategy takes in every one of the first iterations.
const ITERATIONS_ALL_AVERAGED: u64 = 200;

/// One of this many boards takes part in the average strategy: an average over a quarter of the boards is nearly as
/// good, and leaves out a third of the traffic to memory (measured in `benches/RECORD.md`).
pub const BOARDS_FOR_ONE_AVERAGED: u64 = 4;

// Only then do all epochs weigh the same in the average.
const _: () = assert!(
    ITERATIONS_ALL_AVERAGED.is_multiple_of(BOARDS_FOR_ONE_AVERAGED)
        && BOARDS_OF_AN_EPOCH.is_multiple_of(BOARDS_FOR_ONE_AVERAGED)
);

/// The steps of a sampled run.
#[derive(Clone, Copy, Debug)]
pub struct SampledSteps {
    /// How regrets are carried on.
    pub rule: UpdateRule,
    /// Iterations of an epoch.
    pub epoch: u64,
    /// Planned iterations, for schedules.
    pub planned: u64,
    /// One of this many iterations takes part in the average strategy, with the weight of them all.
    pub averaged_of: u64,
}

impl SampledSteps {
    /// The step of an iteration (from 1).
    pub fn step(&self, iteration: u64) -> Step {
        let step = if self.rule.discounts() {
            self.rule.step((iteration - 1) / self.epoch + 1, self.planned.div_ceil(self.epoch))
        } else {
            self.rule.step(iteration, self.planned)
        };
        let share = if iteration <= ITERATIONS_ALL_AVERAGED { 1 } else { self.averaged_of };
        // The iterations that are kept stand for those left out.
        let weight = if iteration.is_multiple_of(share) { share as f64 } else { 0.0 };
        Step { average_weight: step.average_weight * weight, ..step }
    }

    /// Whether what the tables hold is discounted before an iteration.
    pub fn discounts_before(&self, iteration: u64) -> bool {
        self.rule.discounts() && (iteration - 1).is_multiple_of(self.epoch)
    }
}

/// The last iteration of the batch to which an iteration belongs, where batches grow to `most` iterations, a number
/// like 20 or 1,000.
///
/// It depends on nothing but the iteration's number, so that a resumed run is the same as one that was never
/// interrupted. Early batches are small, since strategies change quickly then; all sizes are round numbers, so that
/// round numbers of iterations end with a batch.
pub fn batch_end(iteration: u64, most: u64) -> u64 {
    let size = batch_size(iteration, most);
    iteration.div_ceil(size).saturating_mul(size)
}

/// How many iterations that batch has.
pub fn batch_size(iteration: u64, most: u64) -> u64 {
    // 1, 2, 5, 10, 20 and so on, each from ten times its size on.
    let sizes = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    sizes.take_while(|&size| size <= most && 10 * size < iteration).last().unwrap_or(1)
}
