//! What `plan` finds out about this machine is kept, and believed only where it was found.

use crate::program::Program;
use serde_json::{Value, json};
use std::fs;

const STUDY: &str = "name = \"small\"\ndeck = 20\n[flop]\nfeature = \"hsd\"\nbuckets = 5\n\
    [turn]\nfeature = \"hsd\"\nbuckets = 5\n[river]\nfeature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 5\n";

/// The seconds of the stages.
fn planned(program: &Program, more: &[&str]) -> Vec<f64> {
    let outcome = program.run(&[&["plan", "study.toml", "--json"], more].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let plan: Value = serde_json::from_str(&outcome.out).unwrap();
    plan["stages"].as_array().unwrap().iter().map(|stage| stage["seconds"].as_f64().unwrap()).collect()
}

#[test]
fn this_machine_is_measured_once_and_anew_where_that_is_asked_for_or_the_cache_is_not_its_own() {
    let program = Program::new();
    program.write("study.toml", STUDY);
    let kept = program.cache().join("equipoise/speeds.json");
    let first = planned(&program, &[]);
    let file: Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
    // Times that could not be measured show that they are read.
    let mut marked = file.clone();
    let seconds = marked["seconds"].as_object_mut().unwrap();
    assert!(seconds.len() >= 3, "{file}");
    seconds.values_mut().for_each(|value| *value = json!(7e9));
    fs::write(&kept, marked.to_string()).unwrap();
    let second = planned(&program, &[]);
    assert!(second.iter().all(|&seconds| seconds > 1e9), "{second:?}");
    let shown = program.run(&["plan", "study.toml"]).out;
    assert!(shown.contains("that of an earlier plan") && shown.contains("--measure makes a new one"), "{shown}");
    // Measured anew: as asked, of another machine or version, damaged.
    let is_measured = |more: &[&str], kept_before: &str| {
        fs::write(&kept, kept_before).unwrap();
        let again = planned(&program, more);
        assert!(again.iter().all(|&seconds| seconds < 1e6) && again.len() == first.len(), "{kept_before}: {again:?}");
        let file: Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
        assert!(file["seconds"].as_object().unwrap().values().all(|it| it.as_f64().unwrap() < 1e6));
    };
    is_measured(&["--measure"], &marked.to_string());
    for key in ["name", "processor", "version"] {
        let mut other = marked.clone();
        other["machine"][key] = json!("another");
        is_measured(&[], &other.to_string());
    }
    let cut = &marked.to_string()[..60];
    let mut negative = marked.clone();
    negative["seconds"].as_object_mut().unwrap().values_mut().for_each(|value| *value = json!(-1.0));
    for damaged in ["", "[]", cut, &negative.to_string()] {
        is_measured(&[], damaged);
    }
    is_measured(&[], &marked.to_string().replace("\"threads\":", "\"threads\":9"));
}

#[test]
fn a_cache_that_cannot_be_written_is_no_failure() {
    let program = Program::new();
    program.write("study.toml", STUDY);
    fs::write(program.cache().join("equipoise"), "in the way").unwrap();
    assert!(planned(&program, &[]).iter().all(|&seconds| seconds > 0.0));
    assert_eq!(fs::read_to_string(program.cache().join("equipoise")).unwrap(), "in the way");
}
