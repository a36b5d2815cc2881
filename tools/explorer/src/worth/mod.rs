//! What each action of a decision is worth with each hand, the strategy against itself.
//!
//! The opponent holds what it has come with, both go on as the strategy says, and the cards still to come are gone
//! through: all of them, or a fixed sample with its standard error.

mod action_values;
mod board_worth;

pub use action_values::{ActionValues, Difference, HoldingValues, action_values};
pub use board_worth::Runouts;
