//! Bucket files of builds that were killed at any moment are those of builds that were not.
#![cfg(unix)]

use crate::program::binary;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Instant;

/// Starts a build in a folder.
fn build(folder: &Path, threads: &str, arguments: &[&str]) -> std::process::Child {
    binary()
        .args(["buckets", "build"])
        .args(arguments)
        .args(["--quiet", "--threads", threads, "--out"])
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The only bucket file of a folder.
fn bytes(folder: &Path) -> Vec<u8> {
    let files: Vec<_> = std::fs::read_dir(folder.join("buckets")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "the bucket file and nothing besides: {files:?}");
    std::fs::read(&files[0]).unwrap()
}

/// Kills builds later and later until one gets through; the bytes must be those of a build in peace.
fn killed_builds_end_with_the_same_bytes(arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let [peace, killed] = ["peace", "killed"].map(|name| folder.path().join(name));
    let started = Instant::now();
    assert!(build(&peace, "1", arguments).wait().unwrap().success());
    // A tenth of its time: every stage is hit, and the end is reached.
    let step = started.elapsed() / 10;
    let mut kills = 0;
    for attempt in 1.. {
        let mut child = build(&killed, "2", arguments);
        sleep(step * attempt);
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 3, "{kills} kills");
    assert!(bytes(&peace) == bytes(&killed), "other bytes after {kills} kills");
}

#[test]
fn a_killed_build_of_flop_strengths_goes_on_to_the_same_bytes() {
    killed_builds_end_with_the_same_bytes(&["flop", "--feature", "strength", "--count", "200"]);
}

#[test]
#[ignore = "minutes: kills the builds of the quickstart's turn and of a river that does not fit into memory"]
fn killed_builds_of_large_streets_go_on_to_the_same_bytes() {
    killed_builds_end_with_the_same_bytes(&["turn", "--feature", "hsd", "--count", "2000"]);
    let river = ["river", "--feature", "ochs", "--clusters", "20", "--count", "50", "--sample-rows", "20000"];
    killed_builds_end_with_the_same_bytes(&[&river[..], &["--max-iterations", "3"]].concat());
}
