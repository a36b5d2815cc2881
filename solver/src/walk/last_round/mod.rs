//! The last round's betting as two ladders of bets, and the kernel that values it: a few times faster than the walk over any
//! tree, and the same for training, best response and expected value.
//!
//! From the inside out: [`branch_stakes`] says what ends are worth, [`branch_products`] how likely the opponent plays to them,
//! [`branch_kernel`] sums over the opponent's holdings, and a [`Reply`] says how the player answers: [`BestReply`],
//! [`OwnStrategy`], or [`LearningReply`] in training.

pub mod best_reply;
pub mod betting_ladder;
pub mod branch_ends;
pub mod branch_kernel;
pub mod branch_products;
pub mod branch_stakes;
pub mod card_sums;
pub mod own_products;
pub mod own_strategy;
pub mod showdown_board;

pub use best_reply::BestReply;
pub use betting_ladder::{BettingLadder, BranchVisitor, MOST_EXITS, MOST_RUNGS, Rung};
pub use branch_ends::{EndsMemory, EndsOfBuckets};
pub use branch_kernel::{BranchValues, Reply};
pub use branch_products::{BranchProducts, FreeProbabilities};
pub use branch_stakes::BranchStakes;
pub use card_sums::CardSums;
pub use own_products::OwnProducts;
pub use own_strategy::{LearningReply, OwnStrategy};
pub use showdown_board::ShowdownBoard;
