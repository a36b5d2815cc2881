//! Policies: how a player acts everywhere, trained, stored, fixed, or a function.

pub mod answers;
pub mod average;
pub mod chunk_decisions;
pub mod current;
pub mod export;
pub mod fineness;
pub mod fixed;
pub mod function_policy;
pub mod given_row;
mod remembered_boards;
pub mod smoothing;
pub mod stored;
pub mod threshold;

pub use answers::{Answers, PolicyFunction};
pub use export::{ExportForm, StrategyOrigin, TrainedStrategy, TrainedTables};
pub use fixed::FixedPolicy;
pub use function_policy::FunctionPolicy;
pub use smoothing::Smoothing;
pub use stored::StoredPolicy;
pub use threshold::Threshold;
