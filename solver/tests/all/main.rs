//! Games, training, strategies and measures. One program, linked once: each file is a module.

mod best_response;
mod board_matches;
mod board_training;
mod deal_training;
mod dealing;
mod estimate;
mod exact_opponent;
mod exact_training;
mod examples;
mod exports;
mod flop_samples;
mod full_passes;
mod function_policy;
mod game;
mod game_definition;
mod hand_policies;
mod least_exploitable;
#[path = "../../../tables/tests/doubles/look_counter.rs"]
mod look_counter;
mod naive;
mod own_play;
mod policies;
mod public_clusters;
mod real_game;
mod real_values;
mod refinement;
mod regret_matching;
mod shared_training;
mod small_game_columns;
mod small_games;
mod suit_symmetry;
mod textbook_deals;
#[path = "../../../tables/tests/doubles/thread_ranks.rs"]
mod thread_ranks;
mod training;
mod training_facts;
mod walk;
mod wide_buckets;
mod written_strategies;
