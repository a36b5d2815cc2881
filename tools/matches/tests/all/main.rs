//! Agents, matches, leagues and the competition's dealer. One program, linked once: each file is a module.

mod acpc_faults;
mod acpc_lines;
mod acpc_matches;
mod acpc_players;
mod acpc_table;
mod batched_deals;
mod dealing;
mod exact_matches;
mod file_agents;
mod hand_histories;
mod known_values;
mod live_hands;
mod log_games;
mod logged_hands;
mod logs;
mod luck;
mod made_agents;
mod naive_dealer;
mod no_limit_tables;
#[path = "../../../../tables/tests/doubles/observer.rs"]
mod observer;
mod other_histories;
mod refusals;
mod repeated_deals;
mod response_precision;
mod scores;
mod settings_leagues;
mod settings_pilots;
mod significance;
mod small_decks;
mod small_worlds;
mod translation;
