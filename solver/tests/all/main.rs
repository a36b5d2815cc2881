//! Games, training, strategies and measures. One program, linked once: each file is a module.

mod best_response;
mod board_matches;
mod board_training;
mod deal_training;
mod dealing;
mod estimate;
mod exact_opponent;
mod examples;
mod exports;
mod flop_samples;
mod full_passes;
mod game;
mod game_definition;
mod naive;
mod own_play;
mod policies;
mod real_game;
mod real_values;
mod regret_matching;
mod small_game_columns;
mod small_games;
mod suit_symmetry;
mod textbook_deals;
mod training;
mod walk;
mod written_strategies;
