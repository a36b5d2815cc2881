//! What stages leave for the report and for other programs: files with a JSON form, each a type of its own.

pub mod exploitability;
pub mod league;
pub mod quality;
pub mod training;
