//! The exact best response in the real game: no abstraction for the responder, all holdings at once, boards up to suits.
//!
//! Johanson, Waugh, Bowling, Zinkevich, "Accelerating best response calculation in large extensive games" (2011): the public
//! tree is walked with vectors over all holdings, showdowns are sorted, boards that differ by the names of suits are played
//! once, and flops are independent of each other. Here sixteen betting histories lie side by side in vector lanes, and one
//! chunk of histories is played on all rivers of a turn before the next, so that the opponent's strategies stay in the cache.
//!
//! From the inside out: [`branch_kernel`](crate::walk::last_round::branch_kernel) plays one branch of the last round,
//! [`last_round`] a board, [`flop_response`] all
//! that follows a flop, and [`opening_round`] the decisions before it. [`flop_batch`] does many flops, [`flop_sample`] draws some,
//! [`sampled_seats`] says how far off these may be, and [`played_flops`] what came out either way. Where a policy [loses](losses)
//! is seen beside what it wins from itself, which goes the same way with its own actions instead of the best ones.
//!
//! Two known policies against each other go the same way, without a sampling error and without values of single holdings:
//! [`value_kernel`], [`last_round_value`], [`flop_value`], [`value_batch`].

pub mod board_count;
pub mod flop_batch;
pub mod flop_response;
pub mod flop_sample;
pub mod flop_value;
pub mod game;
pub mod kept_flops;
pub mod last_round;
pub mod last_round_table;
pub mod last_round_value;
pub mod losses;
pub mod opening_round;
pub mod played_flops;
pub mod sampled_exploitability;
pub mod sampled_seats;
pub mod suit_orbits;
pub mod value_batch;
pub mod value_board;
pub mod value_kernel;
mod value_round;
pub mod value_sums;
