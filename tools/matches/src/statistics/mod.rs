//! How well numbers are known: mean and spread of observations, their intervals, and which differences are more than
//! chance.

pub mod crossed;
pub mod score;
