//! What buckets are: their quality, how two partitions agree, the hands of a bucket, the spread of opponent clusters.

pub mod bucket;
pub mod bucket_mates;
pub mod comparison;
pub mod quality;
pub mod spread;
