//! How fast a training goes, for its progress line.

use tables::together::progress::{Progress, Update};

use super::state::TrainingState;
use crate::train::{Budget, Sampler};

/// What was done since the last checkpoint or measurement.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub iterations: u64,
    /// Information sets at which a player learnt.
    pub touched: u64,
    /// Seconds that took.
    pub elapsed: f64,
}

impl Pace {
    /// Reports iterations and information sets a second, and the latest sign of convergence.
    pub fn report(self, sampler: Sampler, state: &TrainingState, budget: Budget, progress: &dyn Progress) {
        let (done, of, unit) = match budget {
            Budget::Iterations(of) => (state.iterations, of.max(state.iterations), sampler.unit()),
            Budget::Seconds(of) => (state.seconds as u64, of.ceil() as u64, "s"),
        };
        let seconds = self.elapsed.max(1e-9);
        let mut note = format!(
            "{} {}, {:.0}/s, {:.1} M information sets/s",
            state.iterations,
            sampler.unit(),
            self.iterations as f64 / seconds,
            self.touched as f64 / seconds / 1e6,
        );
        if let Some(point) = state.curve.last() {
            note.push_str(&format!(", regret {:.1} mbb/g at {}", point.regret, point.iterations));
        }
        if let Some(point) = state.exploitability.last() {
            note.push_str(&format!(", exploitability {:.1} mbb/g at {}", point.mbb_per_game, point.iterations));
        }
        progress.report(&Update { stage: "training", done, of, unit, note: Some(note) });
    }
}
