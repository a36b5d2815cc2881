//! `--buckets` takes files and folders, several and again, in every command; `exploit` keeps its flops by default.

use crate::program::Program;
use crate::small_buckets::{write_buckets, write_round};
use evaluator::round::Round;
use std::fs;

/// A run whose own links to buckets are gone.
fn trained_elsewhere(program: &Program) {
    program.trained("2");
    fs::remove_dir_all(program.folder().join("run/buckets")).unwrap();
}

#[test]
fn files_and_folders_are_found_in_every_command() {
    let program = Program::new();
    trained_elsewhere(&program);
    fs::create_dir(program.folder().join("flops")).unwrap();
    fs::copy(program.folder().join("buckets/flop.buckets"), program.folder().join("flops/a.buckets")).unwrap();
    let files = "--buckets buckets/flop.buckets buckets/turn.buckets buckets/river.buckets";
    let places = [
        "--buckets buckets",
        files,
        "--buckets flops --buckets buckets/turn.buckets buckets/river.buckets",
        "--buckets=buckets/flop.buckets buckets/turn.buckets --buckets=buckets/river.buckets",
    ];
    program.json(&"match run always-call --buckets buckets --hands 4 --log a.log".split(' ').collect::<Vec<_>>());
    let ask = |line: String| program.json(&line.split_whitespace().collect::<Vec<_>>());
    for command in [
        "strategy PLACES run AhKd QsJhTcAsKc --betting rc/cc/cc/",
        "strategy run AhKd PLACES QsJhTcAsKc --betting rc/cc/cc/",
        "judge PLACES a.log --strategy run",
        "league PLACES always-call run --boards 2",
        "export run PLACES",
        "exploit run PLACES --flops 2",
    ] {
        let found = places.map(|places| ask(command.replace("PLACES", places)));
        assert!(found.iter().all(|it| *it == found[0]), "{command}");
    }
    for (number, places) in places.iter().enumerate() {
        let trained = ask(format!("train {places} --iterations 2 --out new{number}"));
        assert_eq!(trained["iterations"], 2);
    }
    // A folder gives `hand` the files of its streets, a file named for another street is refused.
    let streets = |words: &str| {
        let found = ask(format!("hand AhKd {words} --deck 20 --clusters 2"));
        let found = found["buckets"].as_array().unwrap().iter().map(|it| it["street"].as_str().unwrap().to_owned());
        found.collect::<Vec<_>>()
    };
    assert_eq!(streets("QsJhTcAs --buckets buckets"), ["flop", "turn"]);
    assert_eq!(streets(&format!("QsJhTcAsKc {files}")), ["flop", "turn", "river"]);
    program.refuses_lines(&[
        ("hand AhKd QsJhTc --deck 20 --buckets buckets/turn.buckets", "a board of 4 cards"),
        ("hand AhKd --deck 20 --buckets buckets", "buckets: no bucket files there up to the preflop"),
        ("exploit run --flops 2 --buckets nowhere", "nowhere: cannot be read"),
        ("exploit run --flops 2 --buckets a.log", "a.log: not an Equipoise file"),
    ]);
}

#[test]
fn of_several_files_of_a_street_none_is_taken_silently() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    write_round(Round::River, 1, &program.folder().join("other.buckets"));
    let train = "train --iterations 2 --out new --buckets buckets other.buckets";
    program.refuses_lines(&[(train, "2 bucket files of the river (buckets/river.buckets, other.buckets); choose one")]);
    let words = [train, "--river other.buckets"].join(" ");
    assert_eq!(program.json(&words.split(' ').collect::<Vec<_>>())["iterations"], 2);
}

#[test]
fn drawn_flops_are_kept_and_never_taken_for_those_of_another_strategy() {
    let program = Program::new();
    program.trained("2");
    let exploit = || program.json(&["exploit", "run", "--flops", "2"]);
    let found = exploit();
    let kept = program.kept_flops("runs/exploit-run");
    assert!(!kept.is_empty());
    // What is kept is taken as it is: a file that is damaged would be refused.
    let file = program.folder().join("runs/exploit-run").join(&kept[0]);
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(exploit(), found);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
    fs::write(&file, "damaged").unwrap();
    assert!(program.refusal(2, &["exploit", "run", "--flops", "2"]).contains("not an Equipoise file"));
    fs::remove_file(&file).unwrap();
    assert_eq!(exploit(), found);
    // A strategy that was trained on has flops of its own.
    program.json(&["train", "--buckets", "buckets", "--iterations", "9", "--out", "run"]);
    assert_ne!(exploit()["mbb_per_game"], found["mbb_per_game"]);
    assert_eq!(program.kept_flops("runs/exploit-run").len(), 2 * kept.len());
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_kept_drawn_flops_are_measured_all_the_same() {
    let program = Program::new();
    // A file has the name of the folder.
    program.write("runs", "mine");
    let words = ["exploit", "always-call", "--deck", "20", "--flops", "2"];
    let said = program.run(&words);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("finished flops are not kept: runs/exploit-always-call"), "{}", said.err);
    assert_eq!(program.json(&words)["flops"], 2);
}
