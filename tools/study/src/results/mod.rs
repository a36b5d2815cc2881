//! What stages leave for the report and for other programs: files with a JSON form, each a type of its own.

pub mod exploitability;
pub(crate) mod json_file;
pub mod league;
pub mod league_boards;
pub mod quality;
pub mod regrets;
pub mod stability;
pub mod training_curve;
