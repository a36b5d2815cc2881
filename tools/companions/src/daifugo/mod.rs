//! Pair keeping in Daifugo: the game, the players of Sakata and Ohashi, and what learning to keep pairs is worth.

pub mod card_text;
pub mod cards;
pub mod endgame;
pub mod exact_checks;
pub mod experiments;
pub mod fixed_players;
pub mod games;
pub mod hypergeometric;
pub mod ladder;
pub mod learner;
pub mod legal_plays;
pub mod player;
pub mod reproduce;
pub mod results;
pub mod rules;
pub mod search;
pub mod state_features;
pub mod state_learner;
pub mod stronger;
pub mod table;
pub mod training;
pub mod values_file;
pub mod view;
