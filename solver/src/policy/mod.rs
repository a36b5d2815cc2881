//! Policies: how a player acts everywhere, trained, stored or fixed.

pub mod average;
pub mod fixed;
pub mod stored;

pub use fixed::{FixedPolicy, OneBucket};
pub use stored::StoredPolicy;
