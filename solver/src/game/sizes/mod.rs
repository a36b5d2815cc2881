//! Bet sizes of no-limit games: the words, the file that lists them, and their chips at a decision.
//!
//! ```
//! use solver::game::{BetSizes, GameDefinition, GameOptions, BettingTree};
//!
//! let sizes = BetSizes::parse("cap = [4, 3, 3, 3]\n[all]\nbet = ['50%', 'a']\nraise = ['2.5x', 'a']")?;
//! let options = GameOptions { stack: Some(20.0), sizes: Some(sizes) };
//! let tree = BettingTree::new(&GameDefinition::named_with("holdem-nolimit", &options)?);
//! // A raise to 250 chips before the flop, a call, and a bet of half the pot.
//! assert!(tree.node_at("r250c/r500").is_ok());
//! # Ok::<_, solver::game::GameError>(())
//! ```

mod bet_sizes;
mod offers;
mod size;
mod size_use;

pub(crate) use bet_sizes::toml_problem;
pub use bet_sizes::{BetKind, BetSizes, Seat};
pub(crate) use offers::Situation;
pub(super) use offers::raises_among;
pub use offers::{Fate, Offer};
pub use size::Size;
pub use size_use::SizeUse;
