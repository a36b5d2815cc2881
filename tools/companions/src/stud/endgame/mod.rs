//! The question the thesis could not ask: how far from equilibrium are the bluffs, and does an equilibrium bluff as
//! often?
//!
//! A reduced stud is solved by CFR: the last interval from a fixed public situation, every hidden card equally likely,
//! bets of the least, the middle and the most that the limits allow, one raise. In the *last turn* each player hides
//! one card of the full deck. In the
//! *opening game* (a deck of 24 cards, hands of six) each hides two, and first chooses which of them to open. The stud
//! player's rules give a probability for every action of the same game, so that a best response says exactly what they
//! lose.

pub mod bluffs;
pub mod equilibrium;
pub mod fuzzy_policy;
pub mod last_turn;
pub mod opening_game;
pub mod regret_rows;
pub mod report;
pub mod situation;
pub mod tree;
