//! Cards, strengths, showdowns and indexes. One program, linked once: each file is a module.

mod cards;
mod equity;
mod flop_textures;
mod hand_index;
mod hand_index_rounds_apart;
mod hand_strength;
mod made_hands;
mod range_text;
mod ranges;
mod showdown;
mod small_decks;
mod transposing;
mod words;
