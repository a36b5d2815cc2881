//! Policies: how a player acts everywhere, trained, stored, fixed, or asked.

pub mod asked;
pub mod average;
pub mod chunk_decisions;
pub mod current;
pub mod export;
pub mod fineness;
pub mod fixed;
pub mod given_row;
pub mod smoothing;
pub mod stored;
pub mod threshold;

pub use asked::{Answers, AskedPolicy, PolicyFunction};
pub use export::{ExportForm, StrategyOrigin, TrainedStrategy, TrainedTables};
pub use fixed::FixedPolicy;
pub use smoothing::Smoothing;
pub use stored::StoredPolicy;
pub use threshold::Threshold;
