//! Who wins: agents, duplicate matches and leagues with confidence intervals.
//!
//! Two methods that agree: [`hands`](method) plays sampled deals, each twice with the seats exchanged;
//! [`boards`](method) samples complete boards only and computes everything else exactly. A match is a [`league`] of
//! two. A third one, [`exact`](method), plays all boards. [`repeated_deals`] plays few deals very often, as the paper
//! does, and shows what such a result is worth.
//!
//! ```
//! use matches::agent::Agent;
//! use matches::league::play_match;
//! use matches::method::Method;
//! use tables::together::progress::Silent;
//!
//! # fn main() -> Result<(), matches::error::MatchError> {
//! let folds = Agent::open("always-fold", &[])?;
//! let raises = Agent::open("always-raise", &[])?;
//! // Always folding loses the small blind on the button and the big blind in the big blind: 750 thousandths a game.
//! let result = play_match(&folds, &raises, Method::Hands, 1_000, 1, &Silent)?;
//! assert_eq!((result.mbb_per_game, result.ci95), (-750.0, 0.0));
//! # Ok(())
//! # }
//! ```

pub mod acpc;
pub mod action_thresholds;
pub mod agent;
pub mod agent_loader;
pub mod betting_steps;
pub mod bucket_lookup;
pub mod dealt_batch;
pub mod dealt_game;
pub mod dealt_play;
pub mod dealt_table;
pub mod error;
pub mod league;
pub mod live;
pub mod logged_hands;
pub mod luck;
pub mod method;
pub mod repeated_deals;
pub mod seated_agent;
pub mod settings;
pub mod statistics;
pub mod strategy_file;
pub mod strategy_place;
pub mod translation;
