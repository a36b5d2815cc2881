//! Work divided among processes: three of them at once, each with a part, make what one makes alone.

use crate::program::{Outcome, Program};
use serde_json::{Value, json};
use std::process::Child;

/// Two flops of the deck of 20 cards: four pieces of work, two seats each.
const FEW_BOARDS: [&str; 6] = ["--deck", "20", "--flops", "2", "--seed", "534"];

/// A process with a part of the best response to a policy, in a folder.
fn begin(program: &Program, part: &str, folder: &str) -> Child {
    let words = ["exploit", "always-call", "--json", "--quiet", "--out", folder, "--part", part];
    program.start(&[&words[..], &FEW_BOARDS].concat())
}

fn end(process: Child) -> Value {
    let Outcome { code, out, err } = crate::program::end(process);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

fn bytes(program: &Program, folder: &str) -> Vec<(String, Vec<u8>)> {
    let read = |path: &std::path::PathBuf| {
        let place = program.folder().join(folder).join(path);
        (path.display().to_string(), std::fs::read(place).unwrap())
    };
    program.kept_flops(folder).iter().map(read).collect()
}

#[test]
fn three_processes_make_the_bytes_of_one() {
    let program = Program::new();
    let alone = program.json(&[&["exploit", "always-call", "--out", "alone"][..], &FEW_BOARDS].concat());
    let parts: Vec<Child> = ["1/3", "2/3", "3/3"].iter().map(|part| begin(&program, part, "shared")).collect();
    let found: Vec<Value> = parts.into_iter().map(end).collect();
    // Whoever saw everything finished shows it all; the others say what was missing when they were done.
    for found in &found {
        let is_last = found.get("finished").is_none();
        assert!(if is_last { *found == alone } else { found["finished"] == json!(false) }, "{found}");
    }
    assert_eq!(bytes(&program, "shared"), bytes(&program, "alone"));
    let merged = [&["exploit", "always-call", "--out", "shared", "--merge"][..], &FEW_BOARDS].concat();
    assert_eq!(program.json(&merged), alone);
}

#[test]
fn a_part_that_is_missing_is_named_and_folders_can_be_copied_together() {
    let program = Program::new();
    let exploit = |folder: &'static str, more: &[&'static str]| {
        [&["exploit", "always-call", "--losses", "--out", folder][..], &FEW_BOARDS, more].concat()
    };
    let first = program.json(&exploit("one", &["--part", "1/2"]));
    // Two responses and two of the policy's own plays are left to the other.
    assert_eq!(first, json!({ "part": "1/2", "finished": false, "missing": { "2/2": 4 } }));
    let refused = program.refusal(2, &exploit("one", &["--merge"]));
    assert!(refused.contains("--part 2/2") && refused.contains("QdQhKc"), "{refused}");
    assert_eq!(program.json(&exploit("two", &["--part", "2/2"]))["missing"], json!({ "1/2": 4 }));
    let [one, two] = ["one", "two"].map(|folder| program.folder().join(folder));
    for policy in std::fs::read_dir(&two).unwrap() {
        let policy = policy.unwrap();
        for file in std::fs::read_dir(policy.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), one.join(policy.file_name()).join(file.file_name())).unwrap();
        }
    }
    let whole = program.json(&exploit("alone", &[]));
    assert_eq!(program.json(&exploit("one", &["--merge"])), whole);
    // A part that is done already is found, and shows the whole.
    assert_eq!(program.json(&exploit("one", &["--part", "2/2"])), whole);
}

#[test]
fn many_missing_parts_are_counted() {
    let program = Program::new();
    // Eight flops in two positions are sixteen pieces: nothing is left for the last part.
    let words = ["exploit", "always-call", "--deck", "20", "--flops", "8", "--seed", "5", "--out", "many"];
    let text = program.run(&[&words[..], &["--part", "100/100", "--quiet"]].concat()).out;
    assert!(text.contains("1 of part 5/100, 11 more parts"), "{text}");
    let refused = program.refusal(2, &[&words[..], &["--merge"]].concat());
    assert!(refused.contains("11 more pieces") && refused.contains("--part 5/100, 11 more parts"), "{refused}");
}
