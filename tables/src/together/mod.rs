//! Work that is shared or watched: ranks, parts, progress and time.

pub mod progress;
pub mod ranks;
pub mod time;
