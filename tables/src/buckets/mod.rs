//! Which hands are alike: a street's bucket file, the files of all streets, and buckets within clusters of boards.

pub mod hand_numbers;
pub mod public_clusters;
pub mod set;
pub mod table;
