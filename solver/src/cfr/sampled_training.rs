//! One batch of a sampled training, whatever the sampler.

use tables::table_home::TablePages;

use super::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use super::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH, DealTraining};
use super::sampled_steps::{BOARDS_FOR_ONE_AVERAGED, BOARDS_OF_AN_EPOCH};
use super::sampler::Sampler;
use super::table_layout::TableLayout;
use super::training_state::TrainingSettings;
use super::traversal::{Cells, ChunkTables};
use super::update_rule::Step;
use crate::error::SolverError;
use crate::stored_buckets::StoredBuckets;
use crate::walk::PreparedGame;

/// A sampled training with its working memory; the tables belong to the caller.
pub struct SampledTraining<'a> {
    game: &'a PreparedGame<f32>,
    layout: &'a TableLayout,
    pages: TablePages,
    samples: Samples<'a>,
}

enum Samples<'a> {
    Boards(Box<BoardTraining<'a, f32>>),
    Deals(DealTraining<'a>),
}

impl<'a> SampledTraining<'a> {
    /// Prepares the training of a run whose tables lie in these pages.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game or a sampler that does not fit.
    pub fn new(
        game: &'a PreparedGame<f32>,
        buckets: &'a StoredBuckets,
        layout: &'a TableLayout,
        settings: &TrainingSettings,
        pages: TablePages,
    ) -> Result<Self, SolverError> {
        let samples = match settings.sampler {
            Sampler::Public => {
                let training = BoardTraining::new(game, buckets, settings.seed);
                Samples::Boards(Box::new(training.ok_or_else(|| SolverError::Unfit {
                    what: "game",
                    expected: "several rounds, the last one with one to four bets and no blinds".to_owned(),
                    found: "other betting".to_owned(),
                    advice: "use solve for small games",
                })?))
            }
            sampler => Samples::Deals(DealTraining::new(game, buckets, layout, sampler, settings.seed)?),
        };
        Ok(Self { game, layout, pages, samples })
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns at how many information sets
    /// somebody learnt.
    pub fn play(
        &mut self,
        regrets: &mut [Cells<f32>],
        strategy_sums: &mut [Cells<f32>],
        first: u64,
        steps: &[Step],
    ) -> u64 {
        match &mut self.samples {
            Samples::Boards(training) => {
                let lanes = &self.game.lanes;
                let tables = ChunkTables::new(lanes, self.layout, regrets, strategy_sums, &mut []);
                let tables = tables.with(self.game.processor).on(self.pages.clone());
                training.play(&tables, first, steps)
            }
            Samples::Deals(training) => training.play(regrets, strategy_sums, first, steps).regrets,
        }
    }
}

impl Sampler {
    /// The most iterations of a batch, see [`batch_end`](super::sampled_steps::batch_end).
    pub fn most_of_a_batch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_A_BATCH } else { BOARDS_OF_A_BATCH }
    }

    /// Iterations after which rules that discount do so, see [`SampledSteps`](super::sampled_steps::SampledSteps).
    pub fn iterations_of_an_epoch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_AN_EPOCH } else { BOARDS_OF_AN_EPOCH }
    }

    /// Iterations of which one takes part in the average strategy.
    pub fn iterations_for_one_averaged(self) -> u64 {
        if self.is_of_deals() { 1 } else { BOARDS_FOR_ONE_AVERAGED }
    }

    /// How many deals the regrets of one iteration are summed over.
    pub fn deals_of_an_iteration(self, game: &PreparedGame<f32>) -> f64 {
        if self.is_of_deals() { 1.0 } else { game.rules.meetings() }
    }

    /// Iterations before the first point of the curve, each of which reads the whole table once.
    pub fn first_curve_point(self) -> u64 {
        if self.is_of_deals() { 10_000 } else { 16 }
    }

    /// What an iteration is.
    pub fn unit(self) -> &'static str {
        if self.is_of_deals() { "deals" } else { "boards" }
    }

    /// Whether an iteration is a deal of both players' hands, not a board for all hands.
    fn is_of_deals(self) -> bool {
        matches!(self, Self::Chance | Self::External)
    }
}
