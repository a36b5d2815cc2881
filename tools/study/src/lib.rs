//! A study file and its stages in order, each skipped when done and resumed when cut off.
//!
//! A study is one TOML file: features, clusters, buckets, training, export, league, report. This crate is the only place
//! that knows their order; each stage is one call into another room, and what it needs and leaves are files.
//!
//! ```
//! let study = study::study_file::Study::quickstart().unwrap();
//! assert_eq!(study.opponents.clusters, [6, 8, 10, 12]);
//! ```

pub mod answer_section;
pub mod bucket_section;
pub mod card_section;
pub mod cost_section;
pub mod duration;
pub mod error;
pub mod exploitability_file;
pub mod exploitability_section;
pub mod league_file;
pub mod league_parts;
pub mod league_section;
pub mod machine_room;
pub mod make_buckets;
pub mod opponents;
pub mod paging_progress;
pub mod pictures;
pub mod plan;
pub mod play_settings;
pub mod preflop_section;
pub mod process_usage;
pub mod quality_file;
pub mod repeats;
pub mod report_page;
pub mod run;
mod settings;
pub mod settings_section;
pub mod shortage;
pub mod stability;
pub mod stability_section;
pub mod stage;
mod stage_clock;
pub mod stage_definition;
pub mod stage_needs;
pub mod stage_order;
pub mod standings;
pub mod street;
pub mod study_file;
pub mod train_strategies;
mod training_list;
pub mod training_section;
