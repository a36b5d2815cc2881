//! What one policy wins from another: exactly, over all boards, or on boards that are drawn.

pub mod end_vectors;
pub mod exact;
mod fold_vectors;
pub mod meeting;
pub mod sampled_boards;
mod seated_player;
pub mod vector_products;
