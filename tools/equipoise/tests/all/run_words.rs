//! A run stands for its strategy, and `RUN/NAME` for one of several, wherever a strategy is taken.

use crate::program::Program;
use crate::small_buckets::write_buckets;
use serde_json::Value;
use std::fs;

const FILE: &str = "run/strategies/default.strategy";

/// The document of a command about a strategy, without its names, times and the place of its file.
fn without_names(program: &Program, line: &str, word: &str) -> Value {
    let line = line.replace("STRATEGY", word);
    let mut document = program.json(&line.split_whitespace().collect::<Vec<_>>());
    for key in ["seconds", "core_seconds", "curve", "file"] {
        document.as_object_mut().unwrap().remove(key);
    }
    let names = [word, "default", "run"].map(|name| format!("\"{name}\""));
    let text = names.iter().fold(document.to_string(), |text, name| text.replace(name, "\"it\""));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_run_is_taken_wherever_its_strategy_file_is() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    program.json(&["train", "--buckets", "buckets", "--iterations", "3", "--out", "run"]);
    program.write("flop.toml", "deck = 20\nboard = 'AsKhTc'\n");
    for line in [
        "strategy STRATEGY AhKd QsJhTc --betting rc/",
        "exploit STRATEGY --flops 2",
        "exploit always-call --deck 20 --flops 2 --beside STRATEGY",
        "match STRATEGY always-call --boards 2",
        "match always-call STRATEGY --hands 4",
        "league always-fold STRATEGY always-call --boards 2",
        "inspect STRATEGY",
        "solve-spot flop.toml --from STRATEGY --betting rc/ --iterations 2 --out spots",
    ] {
        let of_file = without_names(&program, line, FILE);
        for word in ["./run/", "run/default"] {
            assert_eq!(without_names(&program, line, word), of_file, "{line}: {word}");
        }
    }
    let played = ["run", FILE].map(|word| {
        let played =
            program.run_with_input(&["play", word, "--hands", "2", "--seed", "1", "--quiet"], &"c\n".repeat(20));
        played.out.replace("default", "run")
    });
    assert!(played[0].contains("Hand 2") && played[0] == played[1], "{played:?}");
}

#[test]
fn a_strategy_without_a_name_is_called_after_its_run_and_judged_under_that_name() {
    let program = Program::new();
    program.trained("2");
    let words = ["match", "run", "always-call", "--hands", "6", "--log", "a.log"];
    program.json(&words);
    let judged = program.json(&["judge", "a.log", "--strategy", "run"]);
    assert_eq!((&judged["player"], &judged["correction"]), (&"run".into(), &"aivat".into()));
    program.refuses(&[(
        &["judge", "a.log", "--strategy", FILE],
        "nobody in these logs is called 'default'; say who plays run/strategies/default.strategy with --player: run",
    )]);
}

#[test]
fn of_several_strategies_one_is_named() {
    let program = Program::new();
    program.trained("2");
    fs::copy(program.folder().join(FILE), program.folder().join("run/strategies/other.strategy")).unwrap();
    for command in ["strategy RUN AhKd", "exploit RUN", "match RUN uniform", "play RUN", "inspect RUN", "bundle RUN"] {
        let several = command.replace("RUN", "run");
        program.refuses_lines(&[(&several, "run: has 2 strategies; name one of them: run/default, run/other")]);
        let unknown = command.replace("RUN", "run/C8");
        program.refuses_lines(&[(&unknown, "run: has no strategy 'C8'; name one of these: run/default, run/other")]);
    }
    let asked = |word: &str| program.json(&["strategy", word, "AhKd"]);
    assert_eq!(asked("run/other"), asked(FILE));
}

#[test]
fn a_folder_without_a_strategy_says_what_to_do() {
    let program = Program::new();
    program.trained("2");
    fs::remove_file(program.folder().join(FILE)).unwrap();
    fs::create_dir(program.folder().join("empty")).unwrap();
    for command in
        ["strategy RUN AhKd", "exploit RUN", "league RUN uniform", "inspect RUN", "bundle RUN", "explore RUN"]
    {
        program.refuses_lines(&[
            (&command.replace("RUN", "run"), "write it with 'equipoise export run'"),
            (&command.replace("RUN", "empty"), "empty: no strategies there; give a run"),
        ]);
    }
    program.refuses_lines(&[
        ("strategy run/default AhKd", "write it with 'equipoise export run'"),
        ("match empty/C8 uniform", "'empty/C8': neither a built-in policy"),
        ("inspect nowhere", "nowhere: cannot open it"),
    ]);
    program.json(&["export", "run"]);
    assert_eq!(program.json(&["strategy", "run", "AhKd"])["class"], "AKo");
}

#[test]
fn a_training_of_several_is_begun_with_by_its_name() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    let train = |iterations, more: &[&'static str]| {
        [&["train", "--buckets", "buckets", "--iterations", iterations][..], more].concat()
    };
    program.json(&train("3", &["--out", "run", "--variant", "one"]));
    program.json(&train("4", &["--out", "run", "--variant", "two"]));
    // A training without a name is not preferred to the others.
    program.json(&train("2", &["--out", "run"]));
    assert_eq!(program.json(&["export", "run/two"])["file"], "run/strategies/two.strategy");
    program.refuses(&[
        (&["export", "run/three"], "run/three: nothing has been trained there"),
        (&train("9", &["--out", "new", "--from", "run"]), "name one of them: run/default, run/one, run/two"),
        (&train("9", &["--out", "new", "--from", "run/strategies/one.strategy"]), "it takes the regrets of a training"),
    ]);
    let begun = program.json(&train("9", &["--out", "new", "--from", "run/two"]));
    assert_eq!(begun["iterations_before"], 4);
}

#[test]
fn a_training_ends_with_the_file_that_export_writes() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    let train =
        |iterations| program.json(&["train", "--buckets", "buckets", "--iterations", iterations, "--out", "run"]);
    let trained = train("3");
    assert_eq!(trained["strategy"], FILE);
    let first = fs::read(program.folder().join(FILE)).unwrap();
    program.json(&["export", "run"]);
    assert!(fs::read(program.folder().join(FILE)).unwrap() == first);
    // Longer training brings a new file, the same budget once more the same.
    train("5");
    let longer = fs::read(program.folder().join(FILE)).unwrap();
    assert!(longer != first);
    train("5");
    assert!(fs::read(program.folder().join(FILE)).unwrap() == longer);
}
