//! A public situation, board and betting: the hands with which each seat gets there, and what each hand does.

mod betting_spot;
mod board_buckets;
mod common_spots;
mod decision_view;
mod ranges;

pub use betting_spot::Spot;
pub use board_buckets::board_buckets;
pub use common_spots::{CommonSpot, common_spots};
pub use decision_view::{ClassView, DecisionView};
pub use ranges::Ranges;
