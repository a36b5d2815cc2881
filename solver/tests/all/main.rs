//! Games, training, strategies and measures. One program, linked once: each file is a module.

mod bet_sizes;
mod board_matches;
mod board_training;
mod cohorts;
mod deal_training;
mod dealing;
mod estimate;
mod exact_training;
mod exports;
mod flop_references;
mod flop_samples;
mod full_passes;
mod function_policy;
mod game;
mod game_definition;
mod hand_policies;
mod kept_flops;
mod last_round;
mod least_exploitable;
#[path = "../../../tables/tests/doubles/look_counter.rs"]
mod look_counter;
mod naive;
mod no_limit_trees;
#[path = "../../../tables/tests/doubles/observer.rs"]
mod observer;
mod own_play;
mod policies;
mod push_fold;
mod real_game;
mod refinement;
mod regret_matching;
mod resolving;
mod sampled_steps;
mod shared_training;
mod small_decks;
mod small_game_columns;
mod small_games;
mod spot_files;
mod spot_locks;
mod spot_values;
mod spots;
mod stored_buckets;
mod support;
#[path = "../../../tables/tests/doubles/thread_ranks.rs"]
mod thread_ranks;
mod training;
mod walk;
