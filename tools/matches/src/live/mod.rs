//! One hand after another between an agent and a person, at a terminal or on a web page.
//!
//! [`table::LiveTable`] knows the agent and the cards of every hand; a [`table::LiveHand`] is plain data that the table
//! deals, shows ([`player_view`]) and carries on; when it is over, [`record`](table::LiveTable::record) returns it for
//! logs, and [`reviewed`](table::LiveTable::reviewed) returns what the agent would have done in the person's place.
//! Nothing here prints, waits or asks.
//!
//! ```
//! use matches::agent::Agent;
//! use matches::live::player_view::RunningResult;
//! use matches::live::table::LiveTable;
//! use solver::game::Action;
//! use solver::policy::FixedPolicy;
//!
//! # fn main() -> Result<(), matches::acpc::error::AcpcError> {
//! let table = LiveTable::new(Agent::of_fixed(FixedPolicy::AlwaysCall)?, "me", 7)?;
//! let mut result = RunningResult::default();
//! for number in 0..4 {
//!     let mut hand = table.deal(number);
//!     while table.view(&hand).legal.contains(&Action::Call) {
//!         table.act(&mut hand, Action::Call)?;
//!     }
//!     let record = table.record(&hand).expect("the hand is over");
//!     assert_eq!(record.betting, "cc/cc/cc/cc");
//!     assert_eq!(record.names[0], ["me", "always-call"][number as usize % 2]);
//!     result.add(hand.person(), &record);
//! }
//! assert_eq!(result.mbb_per_game().observations, 4);
//! # Ok(())
//! # }
//! ```

pub mod player_view;
pub mod table;
