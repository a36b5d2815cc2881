//! All tests of the companion systems, one program.

mod shared_parts;
mod superiority_counts;
mod superiority_hands;
mod superiority_player;
