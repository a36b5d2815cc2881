//! Buckets local to public clusters: each flop belongs to a cluster, and each cluster has buckets of its own.
//!
//! With ordinary buckets a hand on the turn or the river forgets all cards except for what the feature records of them;
//! hands on quite different flops share a bucket, and so a strategy. Where a bucket is a number *within the cluster of
//! its flop*, the abstraction remembers the public cards as far as the clusters tell them apart (public imperfect
//! recall: Waugh, Zinkevich, Johanson, Kan, Schnizlein and Bowling 2009; Johanson, Burch, Valenzano and Bowling 2013),
//! and all rows that a training touches on one board lie side by side.
//!
//! A hand does not record which of its board's cards were the flop: on the turn there are 4 possible flops, on the
//! river 10. So hands are first put into many fine *classes*, by the same k-means as ordinary buckets. Then the deals
//! of each class are counted by the cluster of their flop, and every cluster merges the classes
//! into its own buckets, by k-means of their centres with these weights ([`local_buckets`]).
//!
//! All decisions are made on whole numbers: the same bytes on every processor and for any number of threads.

pub mod flop_clusters;
pub mod local_buckets;
