//! Which hands are alike: strength features, opponent clusters and k-means buckets.

pub mod clustering;
pub mod distance;
