//! Policies: how a player acts everywhere, trained, stored, fixed, or a function.

pub mod answers;
pub mod export;
pub(crate) mod fineness;
pub mod fixed;
pub mod function_policy;
pub(crate) mod hand_keys;
pub(crate) mod hand_policy;
mod remembered_boards;
pub mod resolved;
pub(crate) mod stored;

pub use answers::{Answers, PolicyFunction};
pub use export::{ExportForm, StrategyOrigin, TrainedStrategy, TrainedTables};
pub use fineness::Threshold;
pub use fixed::FixedPolicy;
pub use function_policy::FunctionPolicy;
pub use hand_keys::{HandKeys, InformationSet};
pub use hand_policy::HandPolicy;
pub use resolved::{Blueprint, Effort, ResolvedPlay, ResolvedPolicy};
pub use stored::StoredPolicy;
