//! The explorer's one test program.

mod action_values;
mod browser;
mod client;
mod common_spots;
mod equities;
mod exact;
mod hostile_requests;
#[allow(dead_code, reason = "the tests of matches use the rest")]
#[path = "../../../matches/tests/all/made_agents/mod.rs"]
mod made_agents;
#[path = "../../../../tables/tests/doubles/observer.rs"]
mod observer;
mod page;
mod playing;
mod spots;
mod surveys;
