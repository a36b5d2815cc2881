//! How far a training run is, its curve, and where it is measured on the way.
//!
//! The points of a training's curve: when one is due, and what it shows.

use serde_json::json;
use tables::run::state::bincode::{Decode, Encode};

use super::team::Team;
use crate::game::GameDefinition;
use crate::train::sampled_training::SampledTraining;
use crate::train::{Budget, Sampler};
use crate::units::mbb_per_game;
use crate::walk::PreparedGame;

/// Where exploitability is measured on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Watch {
    /// Seconds of training from one measurement to the next, more than 0.
    pub every_seconds: f64,
    /// Flops drawn for each, the same ones every time.
    pub flops: usize,
}

/// A point of the training curve.
#[derive(Clone, Copy, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct CurvePoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// Average positive regret over the boards seen, in mbb/g: a cheap sign of convergence, not a bound on
    /// exploitability. After a start on coarser buckets it is too low at first: rounds that were carried over unchanged
    /// weigh less than the divisor.
    pub regret: f64,
}

/// An exploitability that was measured on the way.
#[derive(Clone, Copy, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct ExploitabilityPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// Exploitability of the average strategy in the real game, in mbb/g: the middle of both bounds.
    pub mbb_per_game: f64,
    /// Its standard error, by a jackknife over the flops drawn.
    pub standard_error: f64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Encode, Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct TrainingState {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of training, all sessions together; checkpoints and measuring left out.
    pub seconds: f64,
    /// Processor time of that training, all processes and sessions together; not a number where the system does not
    /// report it. Checkpoints written before version 0.3 counted the time on the clock times the number of threads.
    pub core_seconds: f64,
    /// The iterations' weights in the sums of regrets; after a start on coarser buckets, in the rounds whose buckets
    /// were divided.
    pub weight: f64,
    /// Information sets visited to learn at them, counted at each visit: on boards those of all histories that are
    /// played, even where no hand of the opponent comes; on deals those that a player reaches.
    pub touched: u64,
    /// The curve so far.
    pub curve: Vec<CurvePoint>,
    /// What was measured so far.
    pub exploitability: Vec<ExploitabilityPoint>,
}

impl TrainingState {
    /// The run so far as text for its curve file: `points` are `[iterations, seconds, regret]`, `exploitability` is
    /// `[iterations, seconds, mbb/g, standard error]`.
    pub fn curve_text(&self) -> String {
        let points = self.curve.iter().map(|it| (it.iterations, it.seconds, it.regret));
        let measured =
            self.exploitability.iter().map(|it| (it.iterations, it.seconds, it.mbb_per_game, it.standard_error));
        json!({
            "iterations": self.iterations,
            "seconds": self.seconds,
            "core_seconds": self.core_seconds,
            "touched_information_sets": self.touched,
            "points": points.collect::<Vec<_>>(),
            "exploitability": measured.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Whether a budget is spent.
    pub(crate) fn has_spent(&self, budget: Budget) -> bool {
        match budget {
            Budget::Iterations(iterations) => self.iterations >= iterations,
            Budget::Seconds(seconds) => self.seconds >= seconds,
        }
    }

    /// Whether a measurement is due.
    pub fn is_due(&self, watch: Watch) -> bool {
        let last = self.exploitability.last().map_or(0.0, |point| point.seconds);
        // Measurements are due at multiples of the span, however late the last one was.
        (self.seconds / watch.every_seconds).floor() > (last / watch.every_seconds).floor()
    }
}

/// The factor between the iteration counts of successive points.
const CURVE_STEP: f64 = 1.25;

/// What a point is measured with.
pub(in crate::run) struct CurvePoints<'a> {
    /// The ranks that share the training.
    pub team: Team<'a>,
    pub game: &'a PreparedGame<f32>,
    pub definition: &'a GameDefinition,
    pub sampler: Sampler,
}

impl CurvePoints<'_> {
    /// Whether the next point on the way is due.
    pub fn is_due(&self, state: &TrainingState) -> bool {
        is_due(state.iterations, last_iterations(state), self.sampler)
    }

    /// Measures the average positive regret, which reads the whole table once.
    pub(crate) fn add(&self, training: &SampledTraining<'_>, state: &mut TrainingState) {
        self.team.regret();
        let chips = training.positive_regret() / (state.weight * self.sampler.deals_of_an_iteration(self.game));
        let regret = mbb_per_game(chips / 2.0, self.definition.big_blind());
        state.curve.push(CurvePoint { iterations: state.iterations, seconds: state.seconds, regret });
    }
}

/// Takes back a last point that was there for the end alone: a training that goes on has the curve of one that was
/// never cut.
pub(crate) fn go_on_from_end(state: &mut TrainingState, sampler: Sampler) {
    let before = state.curve.iter().rev().nth(1).map_or(0, |point| point.iterations);
    if state.curve.last().is_some_and(|last| !is_due(last.iterations, before, sampler)) {
        state.curve.pop();
    }
}

/// Whether a point is due after so many iterations, the point before it being at `before`.
fn is_due(iterations: u64, before: u64, sampler: Sampler) -> bool {
    iterations as f64 >= (before as f64 * CURVE_STEP).max(sampler.first_curve_point() as f64)
}

/// Whether the curve ends where the training does.
pub(crate) fn has_end(state: &TrainingState) -> bool {
    last_iterations(state) == state.iterations
}

fn last_iterations(state: &TrainingState) -> u64 {
    state.curve.last().map_or(0, |point| point.iterations)
}
