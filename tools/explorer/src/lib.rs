//! What does a strategy do here? One page on the loopback interface, to explore strategies, play
//! against them, and solve spots; and a survey of one decision on all flops.
//!
//! ```text
//!  browser ──▶ server ──▶ api ──▶ spot    what each hand does, and who comes here with what
//!    ▲      requests  addresses  worth   what each action is worth
//!    │     within limits     exact   spots that are solved exactly
//!    │                       play    a table with each strategy
//!    │                   open_strategies   strategies, each opened once
//!    └──────── page (HTML, CSS and JavaScript, built in)
//! ```
//!
//! [`Explorer`] answers requests, [`server::Server`] receives them. Nothing here prints, and nothing leaves the
//! machine: the server listens on 127.0.0.1 and answers its own page only. [`survey`] uses the same `spot` and `worth`
//! on every flop, and makes a page of its own that needs no server.

mod api;
pub mod error;
pub mod exact;
pub mod explorer;
pub mod long_work;
mod page;
pub mod play;
pub mod server;
pub mod spot;
pub mod survey;
pub mod worth;

pub use explorer::Explorer;
