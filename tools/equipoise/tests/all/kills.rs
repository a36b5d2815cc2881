//! A hundred kills: every long stage is killed at random moments, goes on, and ends with the bytes of one that nobody
//! disturbed.
//!
//! `cargo test --release -p equipoise --test all kills:: -- --ignored --nocapture --test-threads 1`, half an hour.
//! After every kill each finished file in the folder must pass `verify`, and must be the one an undisturbed run ends
//! with; a checkpoint must pass `verify` alone, and in the end hold the same iterations, regrets and strategy sums
//! (beside them it records how long training took).
#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "shows how far half an hour has come")]

use crate::program::{binary, send};
use solver::boards::card_rules::{below, generator_of};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tables::run::regret_table::Checkpoint;

/// Endings of files that are written once and never changed; they hold neither times nor paths.
const FINISHED: [&str; 5] = ["buckets", "clusters", "strategy", "response", "value"];
/// Between two looks at a running program.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

struct Stage<'a> {
    name: &'a str,
    arguments: &'a [&'a str],
    kills: u64,
    /// The latest moment of a kill; of a shorter stage it is the end.
    latest: Duration,
    /// A stage too long to be seen to its end is stopped by a signal once this many files are finished.
    enough: Option<usize>,
}

/// The files of a run that must be the same however it came about, by their names below its folder.
fn finished_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let is_finished = |path: &Path| {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        FINISHED.contains(&ending) || ["league.json", "exploitability.json"].iter().any(|name| path.ends_with(name))
    };
    files_below(folder, &is_finished)
}

/// What was learnt: iterations, and the bits of regrets and strategy sums.
type Learnt = (u64, [Vec<u32>; 2]);

/// What was learnt, by the checkpoints' names below the folder.
fn learnt(folder: &Path) -> BTreeMap<PathBuf, Learnt> {
    let of_checkpoint = |name: PathBuf| {
        let file = Checkpoint::open(&folder.join(&name)).unwrap();
        let bits = |array| file.file().section::<f32>(array).unwrap().iter().map(|cell| cell.to_bits()).collect();
        let iterations = file.file().header().meta["iterations"].as_u64().unwrap();
        (name, (iterations, ["regrets", "strategy_sums"].map(bits)))
    };
    checkpoints(folder).into_keys().map(of_checkpoint).collect()
}

fn checkpoints(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files_below(folder, &|path| path.ends_with("checkpoint"))
}

fn files_below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&next) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                // What a stage's time and processor time were stands in its record and is not compared.
                true if path.ends_with("stages") => {}
                true => folders.push(path),
                false if wanted(&path) => {
                    found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
                }
                false => {}
            }
        }
    }
    found
}

impl Stage<'_> {
    fn start(&self, folder: &Path, threads: &str) -> Child {
        binary()
            .args(self.arguments)
            .args(["--quiet", "--threads", threads, "--out"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Lets a program come to its end, whatever that is for the stage.
    fn finish(&self, mut child: Child, folder: &Path) {
        let mut stopped = false;
        // A program that has only just begun would not hear the signal yet.
        sleep(Duration::from_secs(1));
        while child.try_wait().unwrap().is_none() {
            if !stopped && self.enough.is_some_and(|enough| finished_files(folder).len() >= enough) {
                send(&child, "-INT");
                stopped = true;
            }
            sleep(BETWEEN_LOOKS * 10);
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = if stopped { 130 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{}: {said}", self.name);
    }

    /// Holds what is in a folder to what an undisturbed run left.
    fn check(&self, folder: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>) -> usize {
        let found = finished_files(folder);
        let mut common = 0;
        for (path, bytes) in &found {
            match expected.get(path) {
                Some(expected) => assert!(bytes == expected, "{}: other bytes in {}", self.name, path.display()),
                None => assert!(self.enough.is_some(), "{}: {} is none of its files", self.name, path.display()),
            }
            common += usize::from(expected.contains_key(path));
        }
        for path in
            found.keys().chain(checkpoints(folder).keys()).filter(|path| path.extension() != Some("json".as_ref()))
        {
            let verify = binary().args(["verify", "--quiet"]).arg(folder.join(path)).output().unwrap();
            let said = String::from_utf8_lossy(&verify.stderr).into_owned();
            assert!(verify.status.success(), "{}: {}: {said}", self.name, path.display());
        }
        common
    }

    /// Kills and resumes; gives the number of runs that came to their end in between.
    fn survive(&self, number: u64) -> u64 {
        let home = tempfile::tempdir().unwrap();
        let peace = home.path().join("peace");
        let begun = Instant::now();
        self.finish(self.start(&peace, "2"), &peace);
        let in_peace = begun.elapsed();
        let (expected, last) = (finished_files(&peace), learnt(&peace));
        assert!(!expected.is_empty() || !last.is_empty(), "{}: nothing to compare", self.name);
        let latest = self.latest.min(in_peace).as_millis() as u64;
        let mut dice = generator_of(1, number);
        let (mut runs, mut kills) = (0, 0);
        let mut folder = home.path().join("killed-0");
        while kills < self.kills {
            let moment = Duration::from_millis(below(&mut dice, latest));
            // The matches by flops give their threads flops of their own: with fewer of them other flops come first.
            let threads = if kills % 2 == 0 && self.enough.is_none() { "1" } else { "2" };
            let mut child = self.start(&folder, threads);
            let begun = Instant::now();
            while begun.elapsed() < moment && child.try_wait().unwrap().is_none() {
                sleep(BETWEEN_LOOKS.min(moment.saturating_sub(begun.elapsed())));
            }
            if child.try_wait().unwrap().is_some() {
                self.finish(child, &folder);
                runs += self.ended(&folder, &expected, &last);
                folder = home.path().join(format!("killed-{runs}"));
                continue;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            self.check(&folder, &expected);
        }
        self.finish(self.start(&folder, "2"), &folder);
        runs += self.ended(&folder, &expected, &last);
        let seconds = in_peace.as_secs_f64();
        eprintln!("{}: {kills} kills, {runs} runs to the end, {seconds:.1} s undisturbed", self.name);
        runs
    }

    /// Holds a run that came to its end to the undisturbed one.
    fn ended(&self, folder: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>, last: &BTreeMap<PathBuf, Learnt>) -> u64 {
        let common = self.check(folder, expected);
        match self.enough {
            None => assert_eq!(common, expected.len(), "{}: files are missing", self.name),
            Some(enough) => assert!(2 * common >= enough, "{}: {common} files in common", self.name),
        }
        assert!(learnt(folder) == *last, "{}: the last checkpoint has learnt something else", self.name);
        // Nothing that was under way is left beside the buckets.
        let buckets = files_below(&folder.join("buckets"), &|_| true).into_keys();
        let unfinished: Vec<PathBuf> = buckets.filter(|path| path.extension() != Some("buckets".as_ref())).collect();
        assert!(unfinished.is_empty(), "{}: {unfinished:?}", self.name);
        1
    }
}

const KILLS: [(&str, u64); 9] = [
    ("features", 12),
    ("clustering", 16),
    ("training", 16),
    ("best response", 12),
    ("exact match", 12),
    ("study", 12),
    ("study of the quickstart's size", 20),
    ("training on deals", 16),
    ("training on disk", 16),
];
const _: () = {
    let (mut all, mut number) = (0, 0);
    while number < KILLS.len() {
        all += KILLS[number].1;
        number += 1;
    }
    assert!(all >= 100, "a hundred kills");
};

/// Kills a stage as often as asked, at the latest a number of seconds after its start.
fn kill(name: &str, arguments: &[&str], latest: u64, enough: Option<usize>) {
    let number = KILLS.iter().position(|(stage, _)| *stage == name).expect("a stage of the list");
    let stage = Stage { name, arguments, kills: KILLS[number].1, latest: Duration::from_secs(latest), enough };
    assert!(stage.survive(number as u64) > 0);
}

fn run(arguments: &[&str]) {
    let mut command = binary();
    let status = command.args(arguments).arg("--quiet").stdout(Stdio::null()).status();
    assert!(status.unwrap().success(), "{arguments:?}");
}

/// The run folder of small buckets of all streets.
fn small_buckets(home: &Path) -> String {
    let buckets = home.join("made").to_string_lossy().into_owned();
    for street in ["flop", "turn", "river"] {
        let percentiles = ["--feature", "strength", "--method", "percentiles", "--count", "60", "--out", &buckets];
        run(&[&["buckets", "build", street], &percentiles[..]].concat());
    }
    buckets
}

fn players(home: &Path) -> [String; 2] {
    let buckets = small_buckets(home);
    ["cfr", "dcfr"].map(|algorithm| {
        let folder = home.join(algorithm).to_string_lossy().into_owned();
        run(&["train", "--buckets", &buckets, "--algorithm", algorithm, "--iterations", "60", "--out", &folder]);
        run(&["export", &folder]);
        home.join(algorithm).join("strategies/default.strategy").to_string_lossy().into_owned()
    })
}

/// The quickstart's study with some of its lines changed, as a file.
fn changed_quickstart(home: &Path, changes: &[(&str, &str)]) -> String {
    let quickstart = include_str!("../../../study/studies/quickstart.toml");
    let text = changes.iter().fold(quickstart.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the quickstart has no line {old}");
        text.replace(old, new)
    });
    let path = home.join("study.toml");
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// Kills a build a few times, at any moment.
fn kill_build(arguments: &[&str]) {
    let arguments = &[&["buckets", "build"], arguments].concat();
    let stage = Stage { name: arguments[2], arguments, kills: 4, latest: Duration::MAX, enough: None };
    assert!(stage.survive(KILLS.len() as u64) > 0);
}

#[test]
fn a_killed_build_of_flop_strengths_goes_on_to_the_same_bytes() {
    kill_build(&["flop", "--feature", "strength", "--count", "200", "--deck", "36"]);
}

#[test]
#[ignore = "minutes: kills the builds of the quickstart's turn and of a river that does not fit into memory"]
fn killed_builds_of_large_streets_go_on_to_the_same_bytes() {
    kill_build(&["turn", "--feature", "hsd", "--count", "2000"]);
    let river = ["river", "--feature", "ochs", "--clusters", "20", "--count", "50", "--sample-rows", "20000"];
    kill_build(&[&river[..], &["--max-iterations", "3"]].concat());
}

#[test]
#[ignore = "twelve kills, a minute or two"]
fn killed_features_end_the_same() {
    let percentiles = ["--feature", "strength", "--method", "percentiles", "--count", "90"];
    kill("features", &[&["buckets", "build", "turn"], &percentiles[..]].concat(), 20, None);
}

#[test]
#[ignore = "sixteen kills, some three minutes"]
fn killed_clusterings_end_the_same() {
    kill("clustering", &["buckets", "build", "flop", "--feature", "hsd", "--count", "300"], 30, None);
}

#[test]
#[ignore = "sixteen kills, some four minutes"]
fn killed_trainings_end_the_same() {
    kill_training("training", &["--iterations", "4000"]);
}

#[test]
#[ignore = "sixteen kills, some four minutes"]
fn killed_trainings_on_single_deals_end_the_same() {
    kill_training("training on deals", &["--sampler", "external", "--iterations", "1500000"]);
}

#[test]
#[ignore = "sixteen kills, some four minutes"]
fn killed_trainings_in_a_working_file_end_the_same() {
    kill_training("training on disk", &["--table", "disk", "--iterations", "3000"]);
}

fn kill_training(stage: &str, flags: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let buckets = small_buckets(home.path());
    kill(stage, &[&["train", "--buckets", &buckets][..], flags].concat(), 40, None);
}

#[test]
#[ignore = "twelve kills, some three minutes"]
fn killed_best_responses_end_the_same() {
    let home = tempfile::tempdir().unwrap();
    let [player, _] = players(home.path());
    kill("best response", &["exploit", &player, "--flops", "4"], 30, None);
}

#[test]
#[ignore = "twelve kills, some three minutes"]
fn killed_exact_matches_end_the_same() {
    let home = tempfile::tempdir().unwrap();
    let [first, second] = players(home.path());
    kill("exact match", &["match", &first, &second, "--method", "exact"], 8, Some(16));
}

#[test]
#[ignore = "twelve kills, some four minutes"]
fn killed_studies_end_the_same() {
    let home = tempfile::tempdir().unwrap();
    let changes = [
        ("iterations = 7000", "iterations = 60"),
        ("clusters = [6, 8, 10, 12]", "clusters = [2, 3]"),
        ("restarts = 1000", "restarts = 5"),
        ("buckets = 500\n", "buckets = 30\n"),
        ("sample_rows = 500000", "sample_rows = 20000"),
        ("boards = 500", "boards = 10"),
        ("built_in_boards = 40", "built_in_boards = 2"),
    ];
    kill("study", &["run", &changed_quickstart(home.path(), &changes)], 40, None);
}

#[test]
#[ignore = "twenty kills, a quarter of an hour"]
fn killed_studies_of_the_quickstarts_size_end_the_same() {
    let home = tempfile::tempdir().unwrap();
    let study = changed_quickstart(
        home.path(),
        &[("iterations = 7000", "iterations = 1500"), ("iterations = 3500", "iterations = 750")],
    );
    kill("study of the quickstart's size", &["run", &study], 30, None);
}
