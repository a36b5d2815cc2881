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

use std::path::{Path, PathBuf};
use study::file::study::{SHIPPED, Study};

/// The folder of results, in which studies that are not shipped have folders of their names.
fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results")
}

/// A shipped study, or one that stands with its results.
fn known(name: &str) -> Study {
    let is_shipped = SHIPPED.iter().any(|(shipped, _)| *shipped == name);
    let path = if is_shipped { PathBuf::from(name) } else { results().join(name).join("study.toml") };
    Study::named(&path).unwrap()
}

/// All of both kinds.
fn all_known() -> Vec<Study> {
    let folders = std::fs::read_dir(results()).unwrap().map(|entry| entry.unwrap());
    let with_study = folders.filter(|folder| folder.path().join("study.toml").exists());
    let names = with_study.map(|folder| folder.file_name().into_string().unwrap());
    SHIPPED.iter().map(|(name, _)| (*name).to_owned()).chain(names).map(|name| known(&name)).collect()
}
