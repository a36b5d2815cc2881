//! At the table with a strategy: one table for each, whose hands are kept as a log and as poker hand histories.

mod file_stem;
mod sitting;
mod tables;

pub use file_stem::file_stem;
pub use sitting::Sitting;
pub use tables::{PlaySettings, Tables};
