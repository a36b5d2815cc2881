//! What this machine has left for a run, and what a run uses of it.

pub mod clock;
pub mod speeds;
pub mod usage;
