//! What one policy wins from another: exactly, over all boards, or on boards that are drawn.

pub mod boards;
pub mod meeting;
mod seated_player;
pub(crate) mod vectors;
