//! A study small enough to be run in seconds: planned, run, run again, planned again.

use std::sync::Mutex;
use study::file::study::Study;
use study::plan::needs::PlannedStatus;
use study::plan::plan;
use study::results::training::StabilityFile;
use study::run::{PartSummary, run, run_part};
use tables::error::Failure;
use tables::run::folder::RunFolder;
use tables::together::progress::Silent;
use tables::together::ranks::JobPart;

use super::{begun_folder, check_contains, run_folder, study};
use crate::observer::StopAfter;

/// Two abstractions of the flop alone, one of them clustered with a second seed.
const SMALL: &str = concat!("\n", include_str!("../small.toml"));

#[test]
fn a_study_without_training_is_planned_run_and_skipped() {
    let (_root, folder) = run_folder();
    let study = study(&format!("deck = 20{SMALL}"));
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    assert!(!folder.root().exists(), "planning begins nothing");
    assert!(planned.fits && planned.advice.is_none());
    assert_eq!(planned.total.seconds, planned.stages.iter().map(|stage| stage.seconds).sum::<f64>());

    let first = run(&study, &folder, &Silent).unwrap();
    let names: Vec<&str> = first.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["buckets-flop", "buckets-flop-strength", "stability", "report"]);
    assert!(first.stages.iter().all(|stage| stage.status == "done"));
    assert_eq!(names, planned.stages.iter().map(|stage| stage.name.as_str()).collect::<Vec<_>>());
    for (planned, ran) in planned.stages.iter().zip(&first.stages).take(2) {
        let disk = ran.cost.disk_bytes.unwrap();
        assert!((disk..=disk + (1 << 17)).contains(&planned.disk_bytes), "{planned:?}, took {disk} bytes of disk");
        assert!(planned.seconds > 0.0);
    }
    assert!(first.league.is_none());

    let page = std::fs::read_to_string(&first.report).unwrap();
    check_contains(&page, &["Luck of the seed", "Do histograms of five bins", "buckets-flop-strength", "of core time"]);
    assert!(!page.contains("The answer") && !page.contains("Play before the flop") && !page.contains("Exploitability"));

    // Percentiles draw nothing: only the histograms were clustered again.
    let comparisons = StabilityFile::read(&folder).comparisons;
    assert_eq!(comparisons.iter().map(|it| it.file.as_str()).collect::<Vec<_>>(), ["flop"]);
    assert!((0.1..1.0).contains(&comparisons[0].adjusted_rand_index), "{comparisons:?}");
    assert!(folder.bucket_files().unwrap().iter().all(|(name, _)| name.starts_with("flop")));

    let second = run(&study, &folder, &Silent).unwrap();
    assert!(second.stages.iter().all(|stage| stage.status == "skipped"));
    assert_eq!(second.stages[0].cost, first.stages[0].cost);
    let planned = plan(&study, &folder, Some(0.001), &Silent).unwrap();
    assert!(planned.stages.iter().all(|stage| stage.status == PlannedStatus::Done && stage.seconds == 0.0));
    assert!(planned.fits);

    // What is gone is made again, to the same bytes, so that what was made from it stays.
    let flop = folder.buckets("flop").unwrap();
    let before = std::fs::read(&flop).unwrap();
    std::fs::remove_file(&flop).unwrap();
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    assert_eq!((planned.stages[0].status, planned.stages[1].status), (PlannedStatus::ToDo, PlannedStatus::Done));
    let third = run(&study, &folder, &Silent).unwrap();
    let statuses: Vec<&str> = third.stages.iter().map(|stage| stage.status).collect();
    assert_eq!(statuses, ["done", "skipped", "skipped", "skipped"]);
    assert_eq!(std::fs::read(&flop).unwrap(), before);
}

#[test]
fn a_plan_says_that_it_measures_this_machine() {
    let (_root, folder) = run_folder();
    let stages = Mutex::new(Vec::new());
    let listener = StopAfter::when(|_, update| {
        stages.lock().unwrap().push(update.stage.to_owned());
        false
    });
    plan(&study(&format!("deck = 20{SMALL}")), &folder, None, &listener).unwrap();
    drop(listener);
    let stages = stages.into_inner().unwrap();
    assert!(!stages.is_empty() && stages.iter().all(|stage| stage == "measuring this machine"), "{stages:?}");
}

#[test]
fn parts_of_a_study_done_apart_make_the_same_files() {
    let temporary = tempfile::tempdir().unwrap();
    let [alone, one, two] = ["alone", "one", "two"].map(|name| RunFolder::new(temporary.path().join(name)));
    let study = study(&format!("deck = 20{SMALL}"));
    run(&study, &alone, &Silent).unwrap();
    let part = |number| JobPart::new(number, 2).unwrap();
    let names = |summary: &PartSummary| summary.stages.iter().map(|stage| stage.name.clone()).collect::<Vec<_>>();
    let left = |summary: &PartSummary| -> Vec<(String, Option<String>)> {
        summary.left.iter().map(|stage| (stage.name.clone(), stage.part.clone())).collect()
    };
    let first = run_part(&study, &one, part(1), &Silent).unwrap();
    assert_eq!(names(&first), ["buckets-flop"]);
    let nobodys = |name: &str| (name.to_owned(), None);
    let others = ("buckets-flop-strength".to_owned(), Some("2/2".to_owned()));
    assert_eq!(left(&first), [others, nobodys("stability"), nobodys("report")]);
    assert!(!first.is_complete());
    // A part done twice finds itself done.
    let again = run_part(&study, &one, part(1), &Silent).unwrap();
    assert_eq!((again.stages[0].status, again.left), ("skipped", first.left));
    let second = run_part(&study, &two, part(2), &Silent).unwrap();
    assert_eq!(names(&second), ["buckets-flop-strength"]);
    for inner in ["buckets", "stages"] {
        for file in std::fs::read_dir(two.root().join(inner)).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), one.root().join(inner).join(file.file_name())).unwrap();
        }
    }
    let complete = run_part(&study, &one, part(1), &Silent).unwrap();
    assert!(complete.is_complete());
    let whole = run(&study, &one, &Silent).unwrap();
    let statuses: Vec<&str> = whole.stages.iter().map(|stage| stage.status).collect();
    assert_eq!(statuses, ["skipped", "skipped", "done", "done"]);
    for (name, file) in alone.bucket_files().unwrap() {
        assert_eq!(std::fs::read(file).unwrap(), std::fs::read(one.buckets(&name).unwrap()).unwrap(), "{name}");
    }
    // Nobody has the whole folder while somebody has a part, nor the same part twice.
    let _at_work = one.lock_part(part(2)).unwrap();
    assert!(run(&study, &one, &Silent).is_err() && run_part(&study, &one, part(2), &Silent).is_err());
    assert!(run_part(&study, &one, part(1), &Silent).is_ok());
}

#[test]
fn a_cluster_file_is_kept_in_the_run_and_read_there_once_it_is_gone() {
    use abstraction::cluster_file::{read_clusters, write_clusters};
    use abstraction::features::opponent_clusters::OpponentClusters;
    use study::stages::buckets::SharedInputs;
    use study::stages::buckets::make_clusters;
    use study::study_run::StudyRun;

    let (root, folder) = begun_folder();
    let file = root.path().join("mine.clusters");
    let clusters = OpponentClusters::johanson_2013();
    write_clusters(&file, &clusters, serde_json::json!({ "made": "by hand" }), 1.0).unwrap();
    let text = "name = \"x\"\n[opponents]\nfiles = [\"mine.clusters\"]\n[river]\nfeature = \"ochs\"\nbuckets = 9\n";
    let study = Study::parse(text, &root.path().join("x.toml")).unwrap();
    let order = study.order();
    let run = StudyRun { study: &study, folder: &folder };
    assert_eq!(run.bucket_recipe(0).unwrap().feature.dimensions(), 8);
    let before = run.definition(order.stages[0].1, &[]).unwrap();
    make_clusters(&run, 0, &mut SharedInputs::default(), &Silent).unwrap();
    let copy = folder.opponent_clusters("mine").unwrap();
    assert_eq!(read_clusters(&copy).unwrap(), read_clusters(&file).unwrap());
    std::fs::remove_file(&file).unwrap();
    assert_eq!(run.definition(order.stages[0].1, &[]).unwrap(), before);
    assert_eq!(run.bucket_recipe(0).unwrap().feature.dimensions(), 8);
    std::fs::remove_file(&copy).unwrap();
    assert!(run.bucket_recipe(0).unwrap_err().is_input_error());
}

#[test]
fn too_little_time_is_refused_with_cheaper_settings() {
    let (_root, folder) = run_folder();
    let planned = plan(&study(SMALL), &folder, Some(0.001), &Silent).unwrap();
    assert!(!planned.fits);
    let advice = planned.advice.unwrap();
    assert!(advice.contains("give fewer") && !advice.contains('\n'), "{advice}");
}

#[test]
#[ignore = "half a minute of work on a free machine; on a busy one times differ by more than the factor"]
fn the_plan_is_within_a_factor_of_two_of_what_happens() {
    // A tenth of a second of work.
    let small = plan(&study(&format!("deck = 20{SMALL}")), &run_folder().1, None, &Silent).unwrap();
    assert!(small.total.seconds < 1.0, "{:?}", small.stages);
    let text = "name = \"x\"\n[flop]\nfeature = \"hsd\"\nbuckets = 2000\n[turn]\nfeature = \"hsd\"\nbuckets = 2000\n";
    let (_root, folder) = run_folder();
    let study = study(text);
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    let ran = run(&study, &folder, &Silent).unwrap();
    for (planned, ran) in planned.stages.iter().zip(&ran.stages).take(2) {
        let factor = planned.seconds / ran.cost.seconds;
        assert!((0.5..=2.0).contains(&factor), "{planned:?}, took {:?}", ran.cost);
        let factor = planned.memory_bytes as f64 / ran.cost.memory_bytes.unwrap() as f64;
        assert!((0.5..=2.0).contains(&factor), "{planned:?}, took {:?}", ran.cost);
    }
}
