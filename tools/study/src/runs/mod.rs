//! Trainings and exports without a study, by the same names of buckets and settings.

pub mod export;
pub mod train;
