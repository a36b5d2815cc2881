//! What is trained, how and how long.

use super::exact_opponent::Opponent;
use super::sampler::Sampler;
use super::steps::SampledSteps;
use super::update_rule::UpdateRule;
use crate::error::SolverError;

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
    pub fn sampled_steps(&self) -> SampledSteps {
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
            return Err(SolverError::Unfit {
                what: "sampler",
                expected: "a sampler of boards or deals for hold'em".to_owned(),
                found: "full, which deals every board in each iteration".to_owned(),
                advice: "give --sampler public, or use solve for a small game",
            });
        }
        if self.opponent == Opponent::Exact && self.sampler != Sampler::Public {
            return Err(SolverError::Unfit {
                what: "opponent",
                expected: "boards to answer on, as --sampler public deals them".to_owned(),
                found: format!("{}, which deals single hands", self.sampler),
                advice: "leave --sampler out, or train against itself",
            });
        }
        if self.rule == UpdateRule::ScheduledDiscounted && self.planned == 0 {
            return Err(SolverError::Unfit {
                what: "hs-dcfr",
                expected: "a number of iterations, which its schedule divides".to_owned(),
                found: "none".to_owned(),
                advice: "give --iterations, and no --time",
            });
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
