//! How well numbers are known: mean and spread of observations, their intervals, and which differences are more than
//! chance.

pub mod bootstrap;
pub(crate) mod crossed;
pub mod deviation;
pub mod needed;
pub mod ratio;
pub mod score;
pub mod significance;
pub mod student;
pub mod variance;
