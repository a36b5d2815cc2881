//! `bundle`: one file with a strategy and its buckets, taken wherever a strategy is.

use crate::program::{Program, binary, host_of, send};
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

const FILE: &str = "run/strategies/default.strategy";

/// A run, its bundle, and after that no run any more.
fn bundled(program: &Program) {
    program.trained("3");
    let made = program.json(&["bundle", "run", "--out", "small.bundle"]);
    assert_eq!(made["file"], "small.bundle");
    assert_eq!(made["bytes"], fs::metadata(program.folder().join("small.bundle")).unwrap().len());
    fs::rename(program.folder().join("run"), program.folder().join("away")).unwrap();
    fs::rename(program.folder().join("buckets"), program.folder().join("away-buckets")).unwrap();
}

#[test]
fn a_bundle_does_what_its_run_did() {
    let program = Program::new();
    program.trained("3");
    let lines = [
        "strategy STRATEGY AhKd QsJhTc --betting rc/",
        "strategy STRATEGY AhKd QsJhTcAsKc --betting rc/cc/cc/",
        "exploit STRATEGY --flops 2 --out kept",
        "match STRATEGY always-call --boards 2",
        "match STRATEGY always-call --hands 4",
    ];
    let document = |line: &str, word: &str| {
        let line = line.replace("STRATEGY", word);
        let text = program.json(&line.split_whitespace().collect::<Vec<_>>()).to_string();
        [word, "default", "small"].iter().fold(text, |text, name| text.replace(&format!("\"{name}\""), "\"it\""))
    };
    let of_file = lines.map(|line| document(line, FILE));
    let kept = program.kept_flops("kept");
    program.json(&["bundle", FILE, "--out", "small.bundle"]);
    fs::remove_dir_all(program.folder().join("run")).unwrap();
    fs::remove_dir_all(program.folder().join("buckets")).unwrap();
    assert_eq!(lines.map(|line| document(line, "small.bundle")), of_file);
    // It is the same strategy: flops that were measured for the file are those of the bundle.
    assert_eq!(program.kept_flops("kept"), kept);
}

#[test]
fn a_bundle_is_inspected_verified_and_refused_when_damaged() {
    let program = Program::new();
    bundled(&program);
    assert_eq!(program.json(&["verify", "small.bundle"])["files"][0]["ok"], true);
    let found = program.json(&["inspect", "small.bundle"]);
    assert_eq!(found["kind"], "bundle");
    let names: Vec<&str> = found["parents"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["strategy", "flop", "turn", "river"]);
    assert_eq!(found["meta"]["files"][3]["recipe"], json!({"by": "a product", "round": "river", "salt": 0}));
    let whole = fs::read(program.folder().join("small.bundle")).unwrap();
    let river = found["sections"].as_array().unwrap().iter().find(|it| it["name"] == "river").unwrap();
    let place = river["offset"].as_u64().unwrap() as usize + river["bytes"].as_u64().unwrap() as usize / 2;
    let mut altered = whole.clone();
    altered[place] ^= 1;
    program.write("altered.bundle", &altered);
    program.write("cut.bundle", &whole[..whole.len() - 1]);
    let verified = program.run(&["verify", "altered.bundle", "--quiet"]);
    assert_eq!((verified.code, verified.out.contains("damaged in section 'river'")), (2, true), "{}", verified.out);
    program.refuses_lines(&[
        ("match altered.bundle always-call --boards 2", "altered.bundle: damaged in section 'river'"),
        ("strategy cut.bundle AhKd", "cut.bundle: "),
        ("export small.bundle", "small.bundle: a file; give the run whose regrets"),
        ("match small.bundle uniform --deck 24", "plays with a deck of 20 cards"),
        ("train --buckets small.bundle --iterations 3 --out new", "a file of kind 'bundle' where 'buckets' is needed"),
    ]);
}

#[test]
fn a_bundle_replaces_only_bundles_and_has_the_same_bytes_for_any_number_of_threads() {
    let program = Program::new();
    program.trained("3");
    program.write("mine.txt", "mine");
    program.refuses_lines(&[
        ("bundle run --out mine.txt", "mine.txt: is there already, and no bundle"),
        ("bundle run --out run/strategies/default.strategy", "is there already, and no bundle"),
        ("bundle run --variant C8", "run: has no strategy 'C8'"),
        ("bundle always-call", "'always-call'"),
        ("bundle run --deck 20", "bundle has no deck to choose"),
    ]);
    // Without a place it lies here, called after the run.
    assert_eq!(program.json(&["bundle", "run", "--threads", "1"])["file"], "run.bundle");
    assert_eq!(program.json(&["bundle", "run/default", "--out", "new/place.bundle"])["file"], "new/place.bundle");
    let read = |name: &str| fs::read(program.folder().join(name)).unwrap();
    assert!(read("run.bundle") == read("new/place.bundle"));
    assert_eq!(program.json(&["bundle", "run", "--variant", "default", "--threads", "2"])["file"], "run.bundle");
    assert!(read("run.bundle") == read("new/place.bundle"));
    // Packed again, it is the same.
    program.json(&["bundle", "run.bundle", "--out", "again.bundle"]);
    assert!(read("again.bundle") == read("run.bundle"));
}

#[test]
fn bundles_that_lie_about_are_offered() {
    let program = Program::new();
    bundled(&program);
    fs::create_dir(program.folder().join("runs")).unwrap();
    fs::copy(program.folder().join("small.bundle"), program.folder().join("runs/other.bundle")).unwrap();
    program.write("broken.bundle", "no bundle");
    let words = ["explore", "--port", "0", "--json"];
    let mut child = binary()
        .args(words)
        .current_dir(program.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let address = said.next().unwrap();
    assert!(host_of(&address).starts_with("127.0.0.1:"), "{address}");
    let left_out = said.next().unwrap();
    assert!(left_out.contains("left out: broken.bundle"), "{left_out}");
    send(&child, "-INT");
    let said: serde_json::Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(said["strategies"], json!(["other", "small"]));
}
