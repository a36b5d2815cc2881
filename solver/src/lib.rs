//! How to play: games, betting trees, counterfactual regret minimisation and its measures.
//!
//! A [`game`] is read from the competition's game definitions and laid out as a betting tree; [`cfr`] trains on it, with all
//! holdings of both players at once where it can; a [`policy`] is what comes out or is given; [`measure`] says what it is worth.
//! [`walk`] is the machinery below both: histories in the vector lanes of a processor.
//!
//! ```
//! use solver::cfr::UpdateRule;
//! use solver::cfr::small_game::solve;
//! use solver::game::GameDefinition;
//! use tables::progress::Silent;
//!
//! // Kuhn poker is worth minus an eighteenth of a chip to the first player.
//! let kuhn = solve(&GameDefinition::kuhn(), UpdateRule::CfrPlus, 2_000, &Silent)?;
//! assert!((kuhn.value + 1.0 / 18.0).abs() < 1e-4);
//! assert!(kuhn.exploitability < 1e-3);
//! # Ok::<_, solver::error::SolverError>(())
//! ```

pub mod cfr;
pub mod dealing;
pub mod error;
pub mod estimate;
pub mod game;
pub mod lossless_buckets;
pub mod measure;
pub mod policy;
pub mod public_board;
pub mod stored_buckets;
pub mod units;
pub mod walk;
