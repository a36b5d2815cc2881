//! K-means over weighted whole-number vectors: exact, reproducible, and fast enough for millions of rows.
//!
//! The data flow of one clustering: [`weighted_rows`] → [`seeding`] (k-means++) → [`kmeans`] (Lloyd's loop over
//! [`assignment`] and [`centres`]) → [`bucket_order`]. The 169 starting hands have their own small search in
//! [`starting_hands`].
//!
//! Everything that decides an assignment is a whole number, so the result is the same bytes on every processor and
//! for any number of threads (rayon's current pool).

pub mod assignment;
pub mod bucket_order;
mod centre_blocks;
pub mod centres;
pub mod error;
pub mod kmeans;
mod least_score;
pub mod partition;
pub mod sampling;
pub mod seeding;
pub mod settings;
pub mod starting_hands;
pub mod weighted_rows;

pub use bucket_order::BucketOrder;
pub use error::ClusteringError;
pub use kmeans::{KMeansResult, fit, fit_from};
pub use settings::{Centre, KMeansSettings};
pub use weighted_rows::WeightedRows;
