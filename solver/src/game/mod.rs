//! Games: their definitions, betting trees, the trees' layout in memory and the counts of their cards.
//!
//! ```
//! use solver::game::{BettingTree, GameDefinition, TreeLayout};
//!
//! let tree = BettingTree::new(&GameDefinition::holdem_limit());
//! assert_eq!(tree.decision_nodes(), [8, 70, 630, 5_670]);
//! let node = tree.node_at("crc/cr").unwrap();
//! assert_eq!((tree[node].round, tree[node].player), (1, 0)); // the big blind faces a bet on the flop
//!
//! let layout = TreeLayout::new(&tree);
//! assert_eq!(layout.rounds[3].entries, 567); // the same ten-node subtree, entered in 567 ways
//! ```

mod acpc_text;
pub(crate) mod action;
mod betting_state;
mod betting_text;
pub(crate) mod betting_tree;
mod built_in;
pub mod card_counts;
pub mod game_definition;
pub(crate) mod game_error;
mod played_betting;
mod recipe;
pub mod sizes;
mod spot_game;
pub(crate) mod tree_layout;
mod tree_size;

pub use action::Action;
pub use betting_tree::{BettingTree, Child, GameEnd, Next, Node, NodeId};
pub use card_counts::GameCounts;
pub use game_definition::{GameDefinition, GameOptions};
pub use game_error::GameError;
pub use played_betting::{PlayedAction, PlayedBetting, PlayedDecision};
pub use sizes::BetSizes;
pub use spot_game::SpotBetting;
pub use tree_layout::{Place, RoundLayout, Template, TemplateNode, TreeLayout};
