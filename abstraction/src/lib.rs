//! Which hands are alike: strength features, opponent clusters and k-means buckets.

pub mod agreement;
pub mod bucket_comparison;
pub mod bucket_quality;
pub mod build_buckets;
pub mod cluster_file;
pub mod cluster_origin;
pub mod clustering;
pub mod distance;
pub mod error;
pub mod estimate;
pub mod explain_bucket;
pub mod features;
pub mod group_hands;
pub mod group_totals;
pub mod import_buckets;
pub mod opponent_cluster_spread;
pub mod recipe;
