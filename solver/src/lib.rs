//! How to play: games, betting trees, counterfactual regret minimisation and its measures.
//!
//! A [`game`] is read from an ACPC game definition and laid out as a betting tree; [`boards`] deals its cards. One
//! [`walk`] goes down a board and up again for all holdings at once, with a reply for each purpose: [`train`] learns
//! from it, a [`policy`] is the result or is given, and [`measure`] finds what it is worth. [`run`] puts them together.
//!
//! ```
//! use solver::train::UpdateRule;
//! use solver::run::solve;
//! use solver::game::GameDefinition;
//! use tables::together::progress::Silent;
//!
//! // Kuhn poker is worth minus an eighteenth of a chip to the first player.
//! let kuhn = solve(&GameDefinition::kuhn(), UpdateRule::CfrPlus, 2_000, &Silent)?;
//! assert!((kuhn.value + 1.0 / 18.0).abs() < 1e-4);
//! assert!(kuhn.exploitability < 1e-3);
//! # Ok::<_, solver::error::SolverError>(())
//! ```

// The theory stands with the code: its links lead into private rooms, too, as `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]

pub mod boards;
pub mod error;
pub mod game;
pub mod measure;
pub mod policy;
pub mod push_fold;
pub mod run;
pub mod spot;
pub mod train;
pub mod units;
pub mod walk;
