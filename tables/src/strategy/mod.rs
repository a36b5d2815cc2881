//! Exported strategies: probabilities of few bits, in compressed blocks.

pub mod block;
pub mod bundle;
mod content;
mod frames;
pub mod reader;
pub mod writer;
