//! What a hand is: cards, strength and lossless hand indexes.

pub mod card;
pub mod card_set;
pub mod error;
pub mod holding;
pub mod processor;
pub mod round;
