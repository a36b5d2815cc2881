//! One batch of a sampled training, whatever the sampler.

use super::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use super::deal_sampler::Sampler;
use super::sampled_steps::{BOARDS_FOR_ONE_AVERAGED, BOARDS_OF_AN_EPOCH};
use super::training_state::TrainingSettings;
use super::traversal::ChunkTables;
use super::update_rule::Step;
use crate::error::SolverError;
use crate::measure::expected_value::PreparedGame;
use crate::stored_buckets::StoredBuckets;

/// A sampled training with its working memory.
pub enum SampledTraining<'a> {
    /// On boards.
    Boards(BoardTraining<'a, f32>),
}

impl<'a> SampledTraining<'a> {
    /// Prepares the training of a run.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game that the sampler is not made for.
    pub fn new(
        game: &'a PreparedGame<f32>,
        buckets: &'a StoredBuckets,
        settings: &TrainingSettings,
    ) -> Result<Self, SolverError> {
        let training = BoardTraining::new(game, buckets, settings.seed);
        Ok(Self::Boards(training.ok_or_else(|| SolverError::Unfit {
            what: "game",
            expected: "several rounds, the last one with one to four bets and no blinds".to_owned(),
            found: "other betting".to_owned(),
            advice: "use solve for small games",
        })?))
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns at how many information sets
    /// somebody learnt.
    pub fn play(&mut self, tables: &ChunkTables<'_, f32>, first: u64, steps: &[Step]) -> u64 {
        match self {
            Self::Boards(training) => training.play(tables, first, steps),
        }
    }
}

impl Sampler {
    /// The most iterations of a batch, see [`batch_end`](super::sampled_steps::batch_end).
    pub fn most_of_a_batch(self) -> u64 {
        BOARDS_OF_A_BATCH
    }

    /// Iterations after which rules that discount do so, see [`SampledSteps`](super::sampled_steps::SampledSteps).
    pub fn iterations_of_an_epoch(self) -> u64 {
        BOARDS_OF_AN_EPOCH
    }

    /// Iterations of which one takes part in the average strategy.
    pub fn iterations_for_one_averaged(self) -> u64 {
        BOARDS_FOR_ONE_AVERAGED
    }

    /// What the regrets of one iteration are to be divided by for chips a game: how many deals it stands for.
    pub fn deals_of_an_iteration(self, game: &PreparedGame<f32>) -> f64 {
        game.rules.meetings()
    }

    /// What an iteration is.
    pub fn unit(self) -> &'static str {
        "boards"
    }
}
