//! What is trained, how and how long.
//!
//! How an iteration chooses its cards.

use evaluator::words::did_you_mean;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::boards::BOARDS_OF_A_BATCH;
use super::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH};
use super::refinement::Opponent;
use super::sampled_training::{BOARDS_FOR_ONE_AVERAGED, BOARDS_OF_AN_EPOCH, SampledSteps};
use super::update_rule::UpdateRule;
use crate::error::SolverError;
use crate::walk::PreparedGame;

/// What is trained and how; a change to any of it makes another run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// How cards are chosen.
    pub sampler: Sampler,
    /// The opponent to train against.
    pub opponent: Opponent,
    /// How regrets are carried on.
    pub rule: UpdateRule,
    /// Fixes the sequence of boards.
    pub seed: u64,
    /// The number of iterations that a schedule is planned for, if the rule follows one; else 0.
    pub planned: u64,
}

impl TrainingSettings {
    /// What each iteration of a sampled run does to the tables.
    pub(crate) fn sampled_steps(&self) -> SampledSteps {
        SampledSteps {
            rule: self.rule,
            epoch: self.sampler.iterations_of_an_epoch(),
            planned: self.planned,
            averaged_of: self.sampler.iterations_for_one_averaged(),
        }
    }

    /// The settings for a budget: its iterations are what a schedule is planned for.
    pub fn for_budget(sampler: Sampler, rule: UpdateRule, seed: u64, budget: Budget) -> Self {
        let planned = match (rule, budget) {
            (UpdateRule::ScheduledDiscounted, Budget::Iterations(iterations)) => iterations,
            _ => 0,
        };
        Self { sampler, opponent: Opponent::Itself, rule, seed, planned }
    }

    /// The same settings against another opponent.
    pub fn against(self, opponent: Opponent) -> Self {
        Self { opponent, ..self }
    }

    /// Checks that a run can be started with them at all. [`Trainer::open`](crate::run::Trainer::open) checks, too, but
    /// a caller that makes a folder for the run checks before that, so that a refusal leaves nothing behind.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for the sampler of small games, single deals against an opponent with exact cards, or a
    /// schedule of unknown length.
    pub fn require_trainable(&self) -> Result<(), SolverError> {
        if self.sampler == Sampler::Full {
            return Err(SolverError::unfit(
                "sampler",
                "a sampler of boards or deals for hold'em",
                "full, which deals every board in each iteration",
                "give --sampler public, or use solve for a small game",
            ));
        }
        if self.opponent == Opponent::Exact && self.sampler != Sampler::Public {
            return Err(SolverError::unfit(
                "opponent",
                "boards to answer on, as --sampler public deals them",
                format!("{}, which deals single hands", self.sampler),
                "leave --sampler out, or train against itself",
            ));
        }
        if self.rule == UpdateRule::ScheduledDiscounted && self.planned == 0 {
            return Err(SolverError::unfit(
                "hs-dcfr",
                "a number of iterations, which its schedule divides",
                "none",
                "give --iterations, and no --time",
            ));
        }
        Ok(())
    }
}

/// When training ends, counted from the very first iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// At the end of the batch in which this many iterations are done.
    Iterations(u64),
    /// At the end of the batch in which this many seconds of training are over.
    Seconds(f64),
}

/// How an iteration chooses its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampler {
    /// All boards and all holdings (small games).
    Full,
    /// One complete board, all holdings of both players.
    Public,
    /// One deal of all cards, the whole betting tree.
    Chance,
    /// One deal of all cards, all actions of one player against drawn actions of the other.
    External,
}

impl Sampler {
    /// The most iterations of a batch, see [`batch_end`](super::sampled_training::batch_end).
    pub fn most_of_a_batch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_A_BATCH } else { BOARDS_OF_A_BATCH }
    }

    /// Iterations after which rules that discount do so, see [`SampledSteps`].
    pub(crate) fn iterations_of_an_epoch(self) -> u64 {
        if self.is_of_deals() { DEALS_OF_AN_EPOCH } else { BOARDS_OF_AN_EPOCH }
    }

    /// One of this many iterations takes part in the average strategy.
    pub(crate) fn iterations_for_one_averaged(self) -> u64 {
        if self.is_of_deals() { 1 } else { BOARDS_FOR_ONE_AVERAGED }
    }

    /// How many deals the regrets of one iteration are summed over.
    pub(crate) fn deals_of_an_iteration(self, game: &PreparedGame<f32>) -> f64 {
        if self.is_of_deals() { 1.0 } else { game.rules.meetings() }
    }

    /// Iterations before the first point of the curve, each of which reads the whole table once.
    pub(crate) fn first_curve_point(self) -> u64 {
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

impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "full",
            Self::Public => "public",
            Self::Chance => "chance",
            Self::External => "external",
        })
    }
}

impl FromStr for Sampler {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "full" => Ok(Self::Full),
            "public" => Ok(Self::Public),
            "chance" => Ok(Self::Chance),
            "external" => Ok(Self::External),
            _ => Err(format!(
                "'{text}' is not a sampler; choose public, chance or external (small games are solved in full, \
                 by solve){}",
                did_you_mean(text, ["public", "chance", "external"])
            )),
        }
    }
}
