//! Measures: what a policy is worth against another, and against the opponent who knows it.

pub mod best_response;
pub mod board_match;
pub mod expected_value;
pub mod exploitability;
pub mod real_game;
pub mod rounding_price;
