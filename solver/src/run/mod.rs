//! Runs: training with checkpoints and a curve, solving a small game, and estimating what a run will take.

pub mod checkpoint;
pub mod estimate;
pub(crate) mod sides;
pub mod solve;
mod solving_memory;
pub mod state;
pub mod team;
pub(crate) mod trainer;

pub use checkpoint::CheckpointOrigin;
pub use sides::TrainingBuckets;
pub use solve::{Solution, Solving, SolvingPoint, SolvingRule, solve};
pub use state::{CurvePoint, ExploitabilityPoint, TrainingState, Watch};
pub use trainer::Trainer;
