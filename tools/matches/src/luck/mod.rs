//! Luck, taken out of results: who won how much, and how much of it was the cards.
//!
//! What a hand wins is what was played well plus what was drawn well. Each draw with known probabilities (cards, the
//! dice of a known strategy) can be compared with what it brings on average; the difference is luck, its mean is zero,
//! and a result without it has the same mean and less spread.
//!
//! [`aivat`] does so against a known strategy, with a [baseline](aivat) of its own values ([`own_play`]);
//! [`all_in_equity`] where none is known, from both hands. [`judge`] judges the hands of whole logs.

pub mod aivat;
pub mod all_in_equity;
mod group_sums;
pub mod judge;
pub mod own_play;
mod seen_board;
