//! How players of a log play: loose or tight, aggressive or passive, and who plays like whom.
//!
//! `equipoise styles` reads logs of limit games of two players ([`log_input`]), counts what each player does
//! ([`counts`]), predicts held-out hands by learners beside five baselines ([`baselines`], [`held_out`]), and groups
//! players by the learners of [`crate::learners::clustering`] ([`groups`]). Nothing is known of the players but their
//! actions.

pub mod analysis;
pub mod baselines;
pub mod counts;
pub mod decisions;
pub mod features;
pub mod groups;
pub mod held_out;
pub mod log_input;
pub mod strength;

pub use analysis::{Settings, StylesReport, analyse, analyse_hands};
pub use features::Features;
