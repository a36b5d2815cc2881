//! All tests of the companion systems, one program.

mod daifugo;
mod fuzzy_inference;
mod learners;
mod mlp;
mod prospect;
mod ring;
mod shared_parts;
mod stud_games;
mod stud_hands;
mod stud_player;
mod stud_rules;
mod styles;
mod superiority_counts;
mod superiority_player;
mod support;
