//! The last round's betting as two ladders of bets, and the kernel that values it: the fast form of [`up`](super::up)
//! for the last round, a few times faster than the walk over any betting, and the same for training, best response
//! and expected value.
//!
//! From the inside out: [`branch`] defines which player faces a bet, [`branch_stakes`] what ends are worth,
//! [`branch_products`] how likely the opponent plays to them, [`branch_kernel`] sums over the opponent's holdings, and
//! a [`BranchReply`] defines how the player answers: see [`reply`](super::reply).

pub(crate) mod betting_ladder;
pub(crate) mod branch;
pub(crate) mod branch_ends;
pub(crate) mod branch_kernel;
pub(crate) mod branch_products;
pub(crate) mod branch_stakes;
pub(crate) mod card_sums;
pub(crate) mod free_table;
pub(crate) mod own_products;
pub mod values;

pub use betting_ladder::{BettingLadder, BranchVisitor, MOST_EXITS, MOST_RUNGS, Rung};
pub use branch::{AfterBet, AfterCheck, Branch, Facing, OpponentFaces, PlayerFaces, is_rare};
pub use branch_ends::{EndsMemory, EndsOfBuckets};
pub use branch_kernel::{BranchEnds, BranchReply, BranchValues};
pub use branch_products::{BranchProducts, FreeProbabilities};
pub use branch_stakes::BranchStakes;
pub use card_sums::CardSums;
pub use free_table::{AskedCells, FreeTable};
pub use own_products::OwnProducts;
pub use values::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
