//! Run folders: names that cannot leave them, one process at a time, and records that are whole or absent.

use crate::observer::StopAfter;
use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::process::Command;
use tables::error::{Failure, TableError};
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Fingerprint;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::{RunFolder, part_count, part_lock};
use tables::run::record::{StageCost, StageEnd, StageRecord, StageStatus};
use tables::together::progress::{Cancelled, Progress, Silent};
use tables::together::ranks::JobPart;

#[test]
fn everything_of_a_run_lies_in_its_folder() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path().join("runs/quick start"));
    let _lock = run.lock().unwrap();
    let root = run.root();
    let files = [
        (run.study(), "study.toml"),
        (run.opponent_clusters("k8").unwrap(), "opponent_clusters/k8.clusters"),
        (run.buckets("river-ochs.8").unwrap(), "buckets/river-ochs.8.buckets"),
        (run.begin_training("ochs8").unwrap(), "training/ochs8/checkpoint"),
        (run.training_curve("ochs8").unwrap(), "training/ochs8/curve.json"),
        (run.strategy("ochs8").unwrap(), "strategies/ochs8.strategy"),
        (run.stage("train-ochs8").unwrap(), "stages/train-ochs8.json"),
        (run.picture("grid").unwrap(), "pictures/grid.svg"),
        (run.league(), "league.json"),
        (run.report(), "report.html"),
    ];
    for (path, expected) in files {
        assert_eq!(path, root.join(expected));
        write_text_atomically(&path, "text").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
    }
    for name in ["a", "ochs10"] {
        write_text_atomically(&run.strategy(name).unwrap(), "").unwrap();
    }
    // Other forms of a strategy are no variants.
    let words = ["current", "16bit"].map(str::to_owned);
    assert_eq!(run.strategy_form("ochs8", &[]).unwrap(), run.strategy("ochs8").unwrap());
    let form = run.strategy_form("ochs8", &words).unwrap();
    assert_eq!(form, root.join("strategies/ochs8+current+16bit.strategy"));
    write_text_atomically(&form, "").unwrap();
    let names = |list: Vec<(String, std::path::PathBuf)>| list.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(run.strategies().unwrap()), ["a", "ochs8", "ochs10"]);
    assert_eq!(names(run.bucket_files().unwrap()), ["river-ochs.8"]);
    assert_eq!(names(run.opponent_cluster_files().unwrap()), ["k8"]);
    assert_eq!(names(run.variants().unwrap()), ["ochs8"]);
    assert!(root.join("lock").is_file());
}

#[test]
fn a_folder_that_is_not_there_holds_nothing_and_is_not_made_by_asking() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path().join("absent"));
    assert!(run.strategies().unwrap().is_empty() && run.variants().unwrap().is_empty());
    assert!(!run.checkpoint("v").unwrap().exists() && !run.training_curve("v").unwrap().exists());
    assert!(!run.root().exists());
}

#[test]
fn names_cannot_leave_the_folder_or_hide_in_it() {
    let run = RunFolder::new("run");
    for name in ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a b", "ü", "a\0", "-x", &"x".repeat(101)] {
        for path in [run.buckets(name), run.strategy(name), run.checkpoint(name), run.stage(name), run.picture(name)] {
            let error = path.unwrap_err();
            assert!(matches!(error, TableError::Name { .. }) && error.is_input_error(), "{name:?}");
        }
        for form in [run.strategy_form(name, &[]), run.strategy_form("a", &[name.to_owned()])] {
            assert!(matches!(form, Err(TableError::Name { .. })), "{name:?}");
        }
    }
}

#[test]
fn a_second_process_is_refused_with_the_number_of_the_first() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path());
    let lock = run.lock().unwrap();
    let error = run.lock().unwrap_err();
    assert!(matches!(error, TableError::Busy { pid: Some(pid), .. } if pid == std::process::id()), "{error}");
    assert!(error.to_string().contains(&std::process::id().to_string()));
    assert!(matches!(run.lock(), Err(TableError::Busy { pid: Some(_), .. })), "a refusal keeps the first one's number");
    drop(lock);
    run.lock().unwrap();
}

#[test]
fn a_folder_divided_in_two_ways_has_no_number_of_parts() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(part_count(folder.path()), None);
    let divided = |number, of| {
        fs::write(part_lock(folder.path(), JobPart::new(number, of).unwrap()), "").unwrap();
        part_count(folder.path())
    };
    assert_eq!([divided(1, 3), divided(3, 3)], [Some(3); 2]);
    assert_eq!(divided(1, 2), None);
}

#[test]
fn parts_share_a_folder_that_nobody_then_has_alone() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path());
    let part = |number| run.lock_part(JobPart::new(number, 2).unwrap());
    drop(run.lock().unwrap());
    let (one, other) = (part(1).unwrap(), part(2).unwrap());
    // Nobody is blamed who had it alone before.
    assert!(matches!(run.lock(), Err(TableError::Busy { pid: None, .. })));
    assert!(matches!(part(1), Err(TableError::Busy { pid: Some(_), .. })));
    drop(one);
    assert!(run.lock().is_err() && part(1).is_ok());
    drop(other);
    let _alone = run.lock().unwrap();
    assert!(part(1).is_err());
}

#[cfg(unix)]
#[test]
fn a_lock_ends_while_other_processes_are_being_started() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path());
    // A process that is just being started has every file that is open here.
    std::thread::scope(|scope| {
        let starting = || (0..200).for_each(|_| assert!(Command::new("true").status().unwrap().success()));
        let started = scope.spawn(starting);
        while !started.is_finished() {
            drop(run.lock().unwrap());
            drop(run.lock_part(JobPart::new(1, 2).unwrap()).unwrap());
        }
    });
}

#[test]
fn the_lock_file_of_a_killed_process_does_not_block() {
    let temporary = tempfile::tempdir().unwrap();
    for left in ["", "1\n", "4000000\n", "18446744073709551615\n"] {
        fs::write(temporary.path().join("lock"), left).unwrap();
        let run = RunFolder::new(temporary.path());
        let _lock = run.lock().unwrap();
        assert_eq!(fs::read_to_string(temporary.path().join("lock")).unwrap().trim(), std::process::id().to_string());
    }
}

#[test]
fn locking_clears_away_what_killed_processes_left_half_written() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path());
    drop(run.lock().unwrap());
    let training = run.begin_training("v").unwrap();
    let abandoned = [
        temporary.path().join(".league.json.equipoise-12.tmp"),
        temporary.path().join("buckets/.river.buckets.equipoise-3999999.tmp"),
        training.with_file_name(".checkpoint.equipoise-1.tmp"),
    ];
    let kept = [
        temporary.path().join(".notes"),
        temporary.path().join("buckets/.mine.tmp"),
        temporary.path().join(".notes.txt.4000000.tmp"),
        training,
    ];
    for path in abandoned.iter().chain(&kept) {
        File::create(path).unwrap().write_all(b"x").unwrap();
    }
    let _lock = run.lock().unwrap();
    assert!(abandoned.iter().all(|path| !path.exists()));
    assert!(kept.iter().all(|path| path.exists()));
}

#[test]
fn a_stage_record_comes_back_and_a_broken_one_is_an_error() {
    let temporary = tempfile::tempdir().unwrap();
    let run = RunFolder::new(temporary.path());
    let _lock = run.lock().unwrap();
    let path = run.stage("train").unwrap();
    assert_eq!(StageRecord::read(&path).unwrap(), None);
    for status in [StageStatus::Done, StageStatus::Interrupted] {
        let fingerprint = Fingerprint::of("stage", &json!({"a": 1}), &[]);
        let cost =
            StageCost { seconds: 0.1 + 0.2, core_seconds: Some(0.7), memory_bytes: Some(1 << 40), disk_bytes: None };
        let ended = Some(StageEnd { unix_seconds: 1_795_000_000, processor: "a processor, 2 threads".into() });
        let record = StageRecord { name: "train".into(), fingerprint, status, cost, ended };
        record.write(&path).unwrap();
        assert_eq!(StageRecord::read(&path).unwrap(), Some(record));
    }
    fs::write(&path, "{\"name\": 1}").unwrap();
    let error = StageRecord::read(&path).unwrap_err();
    assert!(error.is_input_error() && !error.to_string().contains('\n'), "{error}");
}

#[test]
fn a_stage_record_without_core_time_memory_disk_and_machine_is_read() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("stage.json");
    let fingerprint = Fingerprint::of("stage", &json!({}), &[]);
    let text = json!({ "name": "train", "fingerprint": fingerprint, "status": "done", "seconds": 2.5 });
    fs::write(&path, text.to_string()).unwrap();
    let record = StageRecord::read(&path).unwrap().unwrap();
    assert_eq!(record.cost, StageCost { seconds: 2.5, ..StageCost::default() });
    assert_eq!(record.ended, None);
}

#[test]
fn the_parts_of_a_stage_add_their_times_and_share_their_memory() {
    let first = StageCost { seconds: 1.0, core_seconds: Some(2.0), memory_bytes: Some(30), disk_bytes: Some(9) };
    let second = StageCost { seconds: 0.5, core_seconds: Some(0.25), memory_bytes: Some(20), disk_bytes: Some(7) };
    let both = StageCost { seconds: 1.5, core_seconds: Some(2.25), memory_bytes: Some(30), disk_bytes: Some(7) };
    assert_eq!(first.followed_by(second), both);
    // A sum with an unknown part is unknown.
    assert_eq!(first.followed_by(StageCost::default()).core_seconds, None);
}

#[test]
fn a_missing_folder_is_a_clear_error_of_the_work() {
    let temporary = tempfile::tempdir().unwrap();
    let error = write_text_atomically(&temporary.path().join("absent/report.html"), "x").unwrap_err();
    assert!(!error.is_input_error());
    assert!(error.to_string().contains("the folder does not exist"), "{error}");
    let error = write_text_atomically(temporary.path(), "x").unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    assert!(write_text_atomically(std::path::Path::new("/"), "x").is_err());
}

#[test]
fn verifying_reports_its_progress_and_stops_when_asked_to() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/buckets.v1");
    let file = ArrayFile::open(&path).unwrap();
    file.verify_with(&StopAfter::reports(7)).unwrap();
    let error = file.verify_with(&StopAfter::reports(3)).unwrap_err();
    assert!(matches!(error, TableError::Cancelled(Cancelled)) && !error.is_input_error());
    assert_eq!(Silent.check(), Ok(()));
}

#[test]
fn a_file_in_the_place_of_a_folder_is_the_callers_mistake_and_stays() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    for root in [file.clone(), file.join("deeper/run")] {
        let error = RunFolder::new(root).lock().unwrap_err();
        assert!(matches!(&error, TableError::NoFolder { path } if *path == file), "{error}");
        assert!(error.is_input_error());
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}
