//! Daifugo: the engine against plain twins and scripted tricks, players against figure 1, learning and its files.

mod exact_answers;
mod fixed_players;
mod learning;
mod naive_rules;
mod reproduction;
mod scripted_tricks;
mod stronger_players;
