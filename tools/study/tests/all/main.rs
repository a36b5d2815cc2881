//! Study files, stages and report sections. One program, linked once: each file is a module.

mod bucket_section;
mod examples;
mod exploitability_differences;
mod kept_results;
mod machine;
mod page_traffic;
mod plans;
mod repeated_study;
mod repeats;
mod report_sections;
mod selections;
mod shipped_studies;
mod small_study;
mod stages;
mod study_files;
mod variants;
