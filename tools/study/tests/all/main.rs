//! Study files, stages and report sections. One program, linked once: each file is a module.

mod bucket_section;
mod doubling;
mod examples;
mod exploitability_differences;
mod kept_results;
mod machine;
#[path = "../../../../tables/tests/doubles/observer.rs"]
mod observer;
mod own_files;
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
use study::file::order::{StageOrder, Work};
use study::file::study::{SHIPPED, Study};
use tables::run::folder::RunFolder;
use tempfile::TempDir;

/// The study of a text.
fn study(text: &str) -> Study {
    Study::parse(text, Path::new("studies/test.toml")).unwrap()
}

/// The order of the whole study of a text.
fn order(text: &str) -> StageOrder {
    StageOrder::of(&study(text)).unwrap()
}

fn stage_names(order: &StageOrder) -> Vec<&str> {
    order.stages.iter().map(|(name, _)| name.as_str()).collect()
}

/// Whatever a stage needs is done before it.
fn check_order(order: &StageOrder) {
    let place = |work: Work| order.stages.iter().position(|(_, it)| *it == work).unwrap();
    for (number, (_, work)) in order.stages.iter().enumerate() {
        assert!(order.needs(*work).into_iter().all(|need| place(need) < number), "{work:?}");
    }
}

fn check_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is missing in: {text}");
    }
}

/// The folder of a run, not made yet, and what it lies in.
fn run_folder() -> (TempDir, RunFolder) {
    let root = tempfile::tempdir().unwrap();
    let folder = RunFolder::new(root.path().join("run"));
    (root, folder)
}

/// The folder of a run that has begun.
fn begun_folder() -> (TempDir, RunFolder) {
    let (root, folder) = run_folder();
    drop(folder.lock().unwrap());
    (root, folder)
}

/// The same few buckets by plain strength for all three streets.
fn streets(buckets: u32) -> String {
    let table = |street| format!("[{street}]\nfeature = \"strength\"\nbuckets = {buckets}\n");
    ["flop", "turn", "river"].map(table).concat()
}

/// The folders of results under their questions; a study that is not shipped is in the folder of its name.
fn research_folders() -> Vec<PathBuf> {
    let folders_of = |path: &Path| {
        let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|it| it.is_dir()).collect::<Vec<_>>()
    };
    let questions = folders_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/research"));
    questions.iter().flat_map(|question| folders_of(question)).collect()
}

/// A shipped study, or one that stands with its results.
fn known(name: &str) -> Study {
    let is_shipped = SHIPPED.iter().any(|(shipped, _)| *shipped == name);
    let mut folders = research_folders().into_iter();
    let mut folder = || folders.find(|it| it.ends_with(name)).unwrap_or_else(|| panic!("no study {name}"));
    let path = if is_shipped { PathBuf::from(name) } else { folder().join("study.toml") };
    Study::named(&path).unwrap()
}

/// All of both kinds.
fn all_known() -> Vec<Study> {
    let with_study = research_folders().into_iter().filter(|folder| folder.join("study.toml").exists());
    let names = with_study.map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned());
    SHIPPED.iter().map(|(name, _)| (*name).to_owned()).chain(names).map(|name| known(&name)).collect()
}
