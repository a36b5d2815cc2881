//! What a hand is: cards, strength and lossless hand indexes.

pub mod card;
pub mod card_set;
pub mod error;
pub mod hand_category;
pub mod hand_index;
pub mod hand_strength;
pub mod holding;
pub mod lanes;
pub mod processor;
pub mod round;
pub mod showdown;
pub mod strength_tables;
pub mod suit_permutation;
