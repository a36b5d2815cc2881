//! One walk for training, best response and expected value: sixteen betting histories at once, all holdings of a board.
//!
//! A player comes [`down`] a board with the reach of every chunk of histories, and what the ends are worth goes back
//! [`up`] it as values; in between a [`reply`] says what the player makes of them. Sixteen histories lie side by side
//! in vector [`lanes`], a holding's bucket decides its strategy, and what happens within a round depends on the
//! holding only through its bucket: so strategies, products of reaches and regrets are made once for each *distinct
//! bucket of the board*, and single holdings appear only where cards matter, in sums over the opponent's range and in
//! showdowns. [`last_round`] is the fast form for the round in which nine tenths of all decisions lie.

pub mod all_boards;
pub mod down;
pub(crate) mod ends;
pub mod lanes;
pub mod last_round;
pub(crate) mod memory_pool;
pub mod prepared_game;
pub(crate) mod reach_products;
pub(crate) mod reply;
pub(crate) mod up;

pub use down::ChunkId;
pub use lanes::{HistoryLanes, RoundLanes, Shape};
pub use prepared_game::{Player, Strategies};
pub use prepared_game::{PreparedGame, Stakes};
pub use reach_products::{LANES, Real, Row};
pub use up::{BoardMemory, BoardWalk};
