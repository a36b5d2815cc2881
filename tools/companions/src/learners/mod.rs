//! Learners from match logs: players are imitated from what they did, and grouped by who is imitated best by whom.
//!
//! Koyama, "Building poker AIs with diverse strategies from match logs", master's thesis, University of
//! Electro-Communications, 2020. A strategy is a function from what a player sees to an action; [`clustering`] groups
//! logs of players without any feature made by hand. Three experiments: [`functions`] of two parameters, twelve
//! players at a table of eight ([`ring_game`], [`ring_agents`]), 36 players with [prospect theory](prospect_players)
//! in a small game of two ([`prospect_game`]). `equipoise styles` is what this is good for today ([`crate::styles`]).

pub mod agreement;
pub mod clustering;
pub mod functions;
mod functions_report;
pub mod logs;
pub mod prospect_experiment;
pub mod prospect_game;
pub mod prospect_learners;
pub mod prospect_players;
mod prospect_report;
pub mod reproduction;
pub mod ring_agents;
pub mod ring_claims;
pub mod ring_experiment;
pub mod ring_game;
pub mod ring_learners;
mod ring_report;
pub mod strength_number;
pub mod style;

pub use reproduction::{Part, Settings, published, reproduce};
