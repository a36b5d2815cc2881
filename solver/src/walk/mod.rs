//! The walk that training, best response and expected value share: one board, all holdings, sixteen histories at once.
//!
//! For one complete board the betting tree is walked from the first round to the showdown with both players' reaches
//! of every holding, and the values of one player come back. Sixteen histories lie side by side in vector lanes
//! ([`history_lanes`]), a holding's bucket decides its strategy, and what happens within a round depends on the holding
//! only through its bucket: so strategies, products of reaches and regrets are made once for each *distinct bucket of the
//! board*, and single holdings appear only where cards matter, in sums over the opponent's range and in showdowns.

pub mod board_walk;
pub mod chunk_kernels;
pub mod history_lanes;
pub mod last_round;
pub mod memory_pool;
pub mod prepared_game;
pub mod reach_products;
pub mod widened;

pub use board_walk::{BoardWalk, Learner, Lesson, NoLearner, Scratch, Side, Strategies};
pub use history_lanes::{HistoryLanes, LANES, LaneChild, LaneNode, Real, RoundLanes, Row, Stakes};
pub use prepared_game::PreparedGame;
pub use widened::Widened;
