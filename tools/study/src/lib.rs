//! A study file and its stages in order, each skipped when done and resumed when cut off.
//!
//! A study is one TOML file: features, clusters, buckets, training, export, league, report. This crate is the only
//! place that knows their order; each stage is one call into another room, and what it needs and leaves are files.
//!
//! ```text
//! file      what may be said, and the order that follows from it
//!   ▼
//! walk      through the stages in order, each done once      stages    what every stage is, and one file a kind
//!   ▼                                                          ▼
//! results   the files they leave ───────────────────────────▶ report    sections
//!
//! plan, run and run_part walk; runs does the work of two stages, training and export, without a study
//! ```
//!
//! ```
//! let study = study::file::study::Study::quickstart().unwrap();
//! assert_eq!(study.opponents.clusters, [6, 8, 10, 12]);
//! assert_eq!(study.order().stages.last().unwrap().0, "report");
//! ```

pub mod error;
pub mod file;
pub mod machine;
mod own_files;
pub mod plan;
pub mod references;
pub mod report;
pub mod results;
pub mod run;
pub mod runs;
pub mod stages;
pub mod study_run;
pub mod walk;
