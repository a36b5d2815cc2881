//! K-means over weighted whole-number vectors: exact, reproducible, and fast enough for millions of rows.
//!
//! Rows may be dealt to several processes ([`shared_rows`]).
//!
//! The data flow of one clustering: [`settings`] → [`seeding`] (k-means++) → [`kmeans`] (Lloyd's loop over
//! [`assignment`] and [`centres`]) → [`partition`]. Rows that do not fit into memory go through [`streamed`],
//! which calls the same loop on a sample and the same assignment on all rows. [`percentiles`] cuts rows of one
//! number. The 169 starting hands have their own small search in [`starting_hands`].
//!
//! # The limit, worked out first
//!
//! An iteration of Lloyd's loop without pruning costs distinct rows × centres × coordinates. A core adds 31 G absolute
//! differences a second in `f32` and multiplies and adds 100 G times, so that with 9,000 centres one core needs:
//!
//! | street | distinct rows | coordinates | operations | core-seconds an iteration |
//! |---|---|---|---|---|
//! | flop, HSD | 1,035,371 | 50 | 466 G | 15 |
//! | turn, HSD | 1,317,777 | 50 | 593 G | 19 |
//! | river, OCHS(8) | 19,054,886 | 8 | 1,372 G | 14 |
//!
//! The triangle inequality leaves most of that undone: after the first iterations only rows whose own centre moved
//! away, or near which a centre moved, are measured against others. What remains is reading every row once per
//! iteration (0.1 to 0.3 GB), the distances between all centres (81 M of them), and the rows still undecided. Measured
//! figures are in `benches/lab`.
//!
//! # Mean or median
//!
//! Under the earth mover's distance the default centre is the coordinate-wise median of the cumulative histograms,
//! which minimises the cost; with it every iteration improves, and the loop ends by itself. The mean histogram of J13
//! and GS14 ([`Centre::Mean`]) minimises squares instead: on the real flop and turn with 9,000 buckets it costs 8 and
//! 17 % more.
//!
//! Everything that decides an assignment is a whole number, so the result is the same bytes on every processor and
//! for any number of threads (rayon's current pool).

pub mod assignment;
pub mod centres;
pub mod kmeans;
pub mod partition;
pub mod percentiles;
mod scores;
pub mod seeding;
pub mod settings;
pub mod shared_rows;
pub mod starting_hands;
pub mod streamed;

pub use kmeans::{KMeansResult, fit, fit_from, fit_shared};
pub use partition::BucketOrder;
pub use settings::{Centre, ClusteringError, KMeansSettings, WeightedRows};
