//! Pair keeping in Daifugo: the game, the players of Sakata and Ohashi, and what learning to keep pairs is worth.

pub mod cards;
pub mod endgame;
pub mod fixed_players;
pub mod learner;
pub mod player;
pub mod reproduce;
pub mod rules;
pub mod stronger_players;
pub mod table;
pub mod training;
