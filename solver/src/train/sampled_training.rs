//! One batch of a sampled training, whatever the sampler.
//!
//! Which iterations of a sampled run make a batch, and what each does to the tables.

use tables::run::table_home::TablePages;
use tables::together::ranks::Ranks;

use super::boards::BoardTraining;
use super::deals::DealTraining;
use super::refinement::ExactOpponent;
use super::settings::{Sampler, TrainingSettings};
use super::share::Share;
use super::tables::{Cells, ChunkTables, TableLayout};
use super::update_rule::{Step, UpdateRule};
use crate::boards::{Buckets, FineBuckets, HandBuckets, StoredBuckets};
use crate::error::SolverError;
use crate::walk::PreparedGame;

/// Why single deals refuse buckets that depend on the flop.
pub(crate) const NO_FLOP: &str = "this sampler looks up single hands with the board as a set";

/// A sampled training with its tables and its working memory.
pub(crate) struct SampledTraining<'a> {
    buckets: &'a StoredBuckets,
    samples: Samples<'a>,
    tables: ChunkTables<'a, f32>,
    exact: Option<ExactTables<'a>>,
}

/// The buckets and the regrets of an opponent with exact cards.
type ExactTables<'a> = (&'a FineBuckets, ChunkTables<'a, f32>);

/// Where a training learns.
pub(crate) struct TrainingCells<'a> {
    pub pages: TablePages,
    pub regrets: &'a mut [Cells<f32>],
    pub strategy_sums: &'a mut [Cells<f32>],
    pub exact: Option<ExactSide<'a>>,
}

/// An opponent with exact cards, and its regrets.
pub(crate) struct ExactSide<'a> {
    pub opponent: &'a ExactOpponent,
    pub regrets: &'a mut [Cells<f32>],
}

enum Samples<'a> {
    Boards(Box<BoardTraining<'a, f32>>),
    Deals(DealTraining<'a>),
}

impl<'a> SampledTraining<'a> {
    /// Prepares a training; what is played here is the calling rank's share of it. Single deals are not shared.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game or a sampler that does not fit.
    pub fn new(
        game: &'a PreparedGame<f32>,
        buckets: &'a StoredBuckets,
        layout: &'a TableLayout,
        settings: &TrainingSettings,
        ranks: &'a dyn Ranks,
        TrainingCells { pages, regrets, strategy_sums, exact }: TrainingCells<'a>,
    ) -> Result<Self, SolverError> {
        let samples = match settings.sampler {
            Sampler::Public => {
                let training = BoardTraining::new(game, buckets, settings.seed).ok_or_else(|| {
                    SolverError::unfit(
                        "game",
                        "two hole cards and several rounds, the last one without blinds",
                        "other cards or betting",
                        "use solve for small games",
                    )
                })?;
                let training = match &exact {
                    Some(exact) => training.against(&exact.opponent.buckets),
                    None => training,
                };
                Samples::Boards(Box::new(training.shared_with(ranks)))
            }
            sampler => {
                buckets.refuse_flop_dependent(NO_FLOP)?;
                Samples::Deals(DealTraining::new(game, buckets, layout, sampler, settings.seed)?)
            }
        };
        let tables_of = |layout, regrets, strategy_sums| {
            ChunkTables::new(&game.lanes, layout, regrets, strategy_sums).with(game.processor)
        };
        let tables = tables_of(layout, regrets, strategy_sums).on(pages);
        let exact = exact
            .map(|ExactSide { opponent, regrets }| (&opponent.buckets, tables_of(&opponent.layout, regrets, &mut [])));
        Ok(Self { buckets, samples, tables, exact })
    }

    /// The share of the boards that is played here; single deals are not shared.
    fn share(&self) -> Option<&Share<'a>> {
        match &self.samples {
            Samples::Boards(training) => Some(training.share()),
            Samples::Deals(_) => None,
        }
    }

    /// The sum over all information sets of the largest positive regret.
    pub(crate) fn positive_regret(&self) -> f64 {
        let Self { buckets, tables, .. } = self;
        let sums = match self.share() {
            Some(share) => share.add_up(|sums| {
                tables.add_positive_regrets(sums, |at| share.buckets_to_answer_for(share.ranks().rank(), at, *buckets))
            }),
            None => tables.add_positive_regrets(vec![0.0; tables.chunks()], |at| 0..buckets.count(at.round)),
        };
        sums.iter().sum()
    }

    /// Shrinks what all tables hold.
    pub(crate) fn discount(&self, step: &Step) {
        let Some(share) = self.share() else { return self.tables.discount(step) };
        let shrink = |tables: &ChunkTables<'_, f32>, buckets: &dyn Buckets| {
            tables.discount_some(step, |at| share.buckets_up_to_date(share.ranks().rank(), at, buckets));
        };
        shrink(&self.tables, self.buckets);
        if let Some((buckets, tables)) = &self.exact {
            shrink(tables, *buckets);
        }
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns the number of information
    /// sets at which a player learnt.
    pub fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        match (&mut self.samples, &self.exact) {
            (Samples::Boards(training), Some((_, exact))) => training.play_against(&self.tables, exact, first, steps),
            (Samples::Boards(training), None) => training.play(&self.tables, first, steps),
            (Samples::Deals(training), _) => training.play(&mut self.tables, first, steps).regrets,
        }
    }
}

/// The version of what a run's bytes depend on besides its settings: the numbers here, those of an epoch and a batch of
/// deals, and how the passes compute. Raise it by one with any change to these, so that older checkpoints are refused
/// instead of going on differently.
pub(crate) const METHOD: u32 = 1;

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
/// good, and leaves out a third of the traffic to memory (measured in `benches/lab`).
pub(crate) const BOARDS_FOR_ONE_AVERAGED: u64 = 4;

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

pub(crate) fn batch_size(iteration: u64, most: u64) -> u64 {
    // 1, 2, 5, 10, 20 and so on, each from ten times its size on.
    let sizes = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    sizes.take_while(|&size| size <= most && 10 * size < iteration).last().unwrap_or(1)
}
