//! What the stages of a study take of memory, held to its plan. A program of its own: what other tests do would count
//! towards the peak of this process.
#![cfg(target_os = "linux")]

use std::path::Path;
use study::file::study::Study;
use study::plan::plan;
use study::run::run;
use tables::run::folder::RunFolder;
use tables::together::progress::Silent;

/// Two abstractions of the flop alone.
const STUDY: &str = concat!("deck = 20\n", include_str!("small.toml"));

#[test]
fn clusterings_take_the_memory_that_was_planned() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = RunFolder::new(temporary.path().join("run"));
    let study = Study::parse(STUDY, Path::new("studies/test.toml")).unwrap();
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    let ran = run(&study, &folder, &Silent).unwrap();
    let clusterings = planned.stages.iter().zip(&ran.stages).filter(|(stage, _)| stage.name.starts_with("buckets-"));
    assert_eq!(clusterings.clone().count(), 2);
    for (planned, ran) in clusterings {
        let memory = ran.cost.memory_bytes.expect("the kernel tells");
        let factor = planned.memory_bytes as f64 / memory as f64;
        assert!((1.0 / 3.0..3.0).contains(&factor), "{planned:?}, took {memory}");
    }
}
