//! A public situation, board and betting: the hands with which each seat gets there, and what each hand does.

mod common_spots;
mod view;

pub use common_spots::{CommonSpot, common_spots};
pub use view::{ClassView, DecisionView, Ranges, Spot, board_buckets};
