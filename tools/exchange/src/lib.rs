//! In which forms others give and take: arrays as NumPy's `.npy`, all canonical hands in index order.
//!
//! Every number goes out in the order that `tables/FORMAT.md` gives it; nothing is computed here that the rooms below do
//! not compute already.

pub mod error;
pub mod feature_rows;
pub mod file_arrays;
pub mod hand_list;
pub mod npy;
