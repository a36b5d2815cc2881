//! What each action of a decision is worth with each hand, the strategy against itself, and what hands are worth
//! without any further action.
//!
//! The opponent holds what it has come with, both go on as the strategy says, and the cards still to come are gone
//! through: all of them, or a fixed sample with its standard error.

mod action_values;
mod board_worth;
mod equity;
mod next_card;

pub use action_values::{ActionValues, Difference, HoldingValues, Wanted, action_values};
pub use board_worth::Runouts;
pub use equity::Equities;
pub use next_card::{NextCard, shares_on_each};
