//! Which hands are alike: strength features, opponent clusters and k-means buckets.

pub mod build_buckets;
pub mod cluster_file;
pub mod clustering;
pub mod distance;
pub mod error;
pub mod features;
pub mod recipe;
