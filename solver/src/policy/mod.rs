//! Policies: how a player acts everywhere, trained, stored or fixed.

pub mod average;
pub mod chunk_decisions;
pub mod current;
pub mod export;
pub mod fineness;
pub mod fixed;
pub mod stored;

pub use export::{ExportForm, StrategyOrigin, TrainedStrategy, TrainedTables};
pub use fixed::FixedPolicy;
pub use stored::StoredPolicy;
