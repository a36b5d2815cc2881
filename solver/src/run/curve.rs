//! The points of a training's curve: when one is due, and what it shows.

use super::state::{CurvePoint, TrainingState};
use super::team::Team;
use crate::game::GameDefinition;
use crate::train::Sampler;
use crate::train::sampled_training::SampledTraining;
use crate::units::mbb_per_game;
use crate::walk::PreparedGame;

/// The factor between the iteration counts of successive points.
const CURVE_STEP: f64 = 1.25;

/// What a point is measured with.
pub(super) struct CurvePoints<'a> {
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
    pub fn add(&self, training: &mut SampledTraining<'_>, state: &mut TrainingState) {
        self.team.regret();
        let chips = training.positive_regret() / (state.weight * self.sampler.deals_of_an_iteration(self.game));
        let regret = mbb_per_game(chips / 2.0, self.definition.big_blind());
        state.curve.push(CurvePoint { iterations: state.iterations, seconds: state.seconds, regret });
    }
}

/// Takes back a last point that was there for the end alone: a training that goes on has the curve of one that was
/// never cut.
pub(super) fn go_on_from_end(state: &mut TrainingState, sampler: Sampler) {
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
pub(super) fn has_end(state: &TrainingState) -> bool {
    last_iterations(state) == state.iterations
}

fn last_iterations(state: &TrainingState) -> u64 {
    state.curve.last().map_or(0, |point| point.iterations)
}
