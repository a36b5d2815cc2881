//! How to play: games, betting trees, counterfactual regret minimisation and its measures.

pub mod cfr;
pub mod error;
pub mod estimate;
pub mod game;
pub mod lossless_buckets;
pub mod measure;
pub mod policy;
pub mod public_board;
pub mod stored_buckets;
pub mod units;
pub mod walk;
