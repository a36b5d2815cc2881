//! Features, clusterings and bucket files. One program, linked once: each file is a module.

mod agreement;
mod bucket_comparison;
mod bucket_files;
mod bucket_quality;
mod clustering;
mod estimate;
mod examples;
mod explain_bucket;
mod features;
mod imported_buckets;
#[path = "../../../tables/tests/doubles/look_counter.rs"]
mod look_counter;
mod made_tables;
mod many_hands;
mod naive;
#[path = "../../../tables/tests/doubles/observer.rs"]
mod observer;
mod opponent_cluster_hand_strength;
mod opponent_clusters;
mod public_buckets;
mod sampling;
mod shared_clustering;
mod shared_source;
mod shipped_tables;
mod small_decks;
mod starting_hand_clusters;
mod streamed_clustering;
#[path = "../../../tables/tests/doubles/thread_ranks.rs"]
mod thread_ranks;
