//! The bluffing player of seven-card stud: enumeration, fuzzy rules that learn about the opponent, and cards opened to
//! deceive.
//!
//! Takahashi, "A poker playing system with bluffing strategies", master's thesis, University of Tsukuba, January 2004.

pub mod ablation;
pub mod bet;
pub mod classifier;
pub mod deal;
pub mod drop;
pub mod endgame;
pub mod enumeration;
pub mod estimate;
pub mod game;
pub mod knowledge;
pub mod learning;
pub mod measured_rows;
pub mod model;
pub mod opening;
pub mod points;
pub mod position;
pub mod potential;
pub mod reproduce;
pub mod rules;
pub mod simulation;
pub mod tally;
pub mod verdicts;

pub use reproduce::{Settings, published, reproduce};
