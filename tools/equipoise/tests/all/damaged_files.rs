//! Truncated and altered files: found, named and never a panic.

use crate::program::Program;
use std::fs;
use std::path::Path;
use tables::file::header::Header;
use tables::run::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::run::table_home::TableHome;

#[test]
fn a_whole_file_is_verified_and_inspected() {
    let program = Program::new();
    let file = program.cluster_file();
    let file = file.to_str().unwrap();
    let verified = program.json(&["verify", file]);
    assert_eq!(verified["files"][0]["ok"], true);
    assert_eq!(verified["files"][0]["error"], serde_json::Value::Null);
    let inspected = program.json(&["inspect", file]);
    assert_eq!(inspected["kind"], "opponent-clusters");
    assert_eq!(inspected["version"], 1);
    assert_eq!(inspected["recipe"]["named"], "johanson2013");
    assert_eq!(inspected["parents"], serde_json::json!([]));
    assert_eq!(inspected["bytes"], fs::metadata(file).unwrap().len());
}

#[test]
fn truncated_and_altered_files_are_refused_and_the_document_still_printed() {
    let program = Program::new();
    let whole = fs::read(program.cluster_file()).unwrap();
    let mut altered = whole.clone();
    // The first byte of the data: everything before it is the header.
    altered[4096] ^= 1;
    program.write("altered.clusters", &altered);
    let mut foreign_header = whole.clone();
    foreign_header[40] ^= 1;
    program.write("header.clusters", &foreign_header);
    for (name, length) in [("empty", 0), ("stub", 12), ("head", 100), ("body", 4100), ("tail", whole.len() - 1)] {
        program.write(&format!("{name}.clusters"), &whole[..length]);
    }
    for name in ["altered", "header", "empty", "stub", "head", "body", "tail"] {
        let file = format!("{name}.clusters");
        program.refuses(&[(&["hand", "AhKd", "Qs7h2c", "--opponent-clusters", &file], &file)]);
        let outcome = program.run(&["verify", &file, "--json", "--quiet"]);
        assert_eq!((outcome.code, outcome.err.lines().count()), (2, 1), "{name}: {}", outcome.err);
        let document: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
        assert_eq!(document["files"][0]["ok"], false, "{name}");
        assert!(document["files"][0]["error"].as_str().unwrap().contains(&file), "{name}");
    }
}

#[test]
fn what_is_not_there_or_not_ours_is_not_called_damaged() {
    let program = Program::new();
    let file = program.cluster_file();
    program.write("cut.clusters", &fs::read(&file).unwrap()[..5000]);
    program.write("readme.md", "# A text of more bytes than a header has\n".repeat(200));
    let files = ["none.clusters", "readme.md", "cut.clusters", file.to_str().unwrap()];
    let states = ["unread", "foreign", "damaged", "ok"];
    let arguments = |flag| std::iter::once("verify").chain(files).chain([flag]).collect::<Vec<_>>();
    let told = program.run(&arguments("--quiet"));
    let words: Vec<String> = told.out.lines().map(|line| line[..8].trim().to_lowercase()).collect();
    assert_eq!((told.code, words), (2, states.map(str::to_owned).to_vec()));
    assert!(told.err.contains("3 of 4 files could not be verified"), "{}", told.err);
    let document: serde_json::Value = serde_json::from_str(&program.run(&arguments("--json")).out).unwrap();
    for (file, state) in document["files"].as_array().unwrap().iter().zip(states) {
        assert_eq!((&file["state"], &file["ok"]), (&state.into(), &(state == "ok").into()));
    }
}

/// Replaces a number in the middle of a checkpoint's table by one that is none; its checksums are right.
fn write_no_number(path: &Path) {
    let file = Checkpoint::open(path).unwrap();
    let header = file.file().header().clone();
    let arrays = header.sections.iter().filter(|section| section.name != "state");
    let layout: Vec<(&str, u64)> = arrays.map(|section| (section.name.as_str(), section.shape[0])).collect();
    let mut table = RegretTable::load(&file, &layout, TableHome::Memory).unwrap();
    let cells = table.as_mut_slice(layout[0].0).unwrap();
    cells[cells.len() / 2] = f32::NAN;
    let Header { recipe, parents, meta, .. } = header.clone();
    let description = CheckpointDescription { recipe, parents, meta };
    table.checkpoint(path, &description, file.state().unwrap()).unwrap();
}

#[test]
fn what_a_training_rests_on_is_read_before_it_begins() {
    let program = Program::new();
    let strategy = program.trained("2");
    let train = |iterations| ["train", "--buckets", "buckets", "--iterations", iterations, "--out", "run"];
    // One bit, far from the header and from the end.
    let river = program.folder().join("buckets/river.buckets");
    let place = fs::metadata(&river).unwrap().len() / 2;
    let flip = || {
        let file = fs::OpenOptions::new().read(true).write(true).open(&river).unwrap();
        use std::os::unix::fs::FileExt;
        let mut byte = [0];
        file.read_exact_at(&mut byte, place).unwrap();
        file.write_all_at(&[byte[0] ^ 1], place).unwrap();
    };
    flip();
    for words in [
        &train("4")[..],
        &["exploit", strategy, "--flops", "2"],
        &["match", strategy, "always-call", "--boards", "2"],
        &["league", strategy, "always-call", "--hands", "2"],
    ] {
        let line = program.refusal(2, words);
        assert!(line.contains("river.buckets: damaged in section"), "{words:?}: {line}");
    }
    flip();
    assert_eq!(program.json(&train("4"))["iterations"], 4);
    // Numbers that are none, under checksums that are right.
    let checkpoint = "run/training/default/checkpoint";
    assert_eq!(program.json(&["verify", checkpoint, strategy])["files"][1]["ok"], true);
    write_no_number(&program.folder().join(checkpoint));
    for words in [&train("6")[..], &["export", "run"], &["verify", checkpoint]] {
        let said = program.run(&[words, &["--quiet"]].concat());
        assert_eq!(said.code, 2, "{words:?}: {}", said.err);
        assert!(said.err.contains("checkpoint: cell") && said.err.contains("is NaN"), "{words:?}: {}", said.err);
    }
}
