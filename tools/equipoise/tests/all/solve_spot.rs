//! Spots from their file to the answer, kept, gone on with, asked and interrupted.

use crate::program::{Outcome, Program, end, send, start_in};
use crate::small_buckets::write_buckets;
use serde_json::{Value, json};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// A river of nuts and air: out of position bets all aces and half its queens.
const RIVER: &str = "board = '2c2d2h3s3c'\npot = 100\nstack = 100\noop = 'AA,QQ,2sAh'\nip = 'KK'\n\
    [sizes.all]\nbet = ['a']\nraise = []\n[sizes.river.ip]\nbet = []\n";
const TURN: &str = "deck = 20\nboard = 'AsKhTcTd'\npot = 20\nstack = 60\noop = 'random'\n\
    ip = 'QJ, TT+, AJo+, KcQd:0.7'\n[sizes.all]\nbet = ['50%', 'a']\nraise = ['100%']\n";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn a_spot_is_solved_kept_and_asked() {
    let program = Program::new();
    fs::write(program.folder().join("river.toml"), RIVER.replace(",2sAh", ",2cAh")).unwrap();
    let found = program.json(&["solve-spot", "river.toml", "--to", "0.01%", "--out", "spots"]);
    assert!((number(&found["values"]["oop"]) - 75.0).abs() < 0.1, "{found}");
    assert!((number(&found["values"]["oop"]) + number(&found["values"]["ip"]) - 100.0).abs() < 1e-4);
    assert!(number(&found["exploitability_percent_of_pot"]) <= 0.01 && number(&found["equity"]) == 0.5, "{found}");
    let root: Vec<(&Value, &Value)> =
        found["root"].as_array().unwrap().iter().map(|it| (&it["action"], &it["chips"])).collect();
    assert_eq!(root, [(&json!("c"), &json!(0)), (&json!("r100"), &json!(100))]);
    assert!((number(&found["root"][1]["frequency"]) - 0.75).abs() < 0.01, "{found}");
    assert_eq!(found["remarks"][0], "'oop': holding named in the range cannot be held on this board, such as Ah2c");
    assert!(found["curve"].as_array().unwrap().len() > 1 && found["iterations"].as_u64().unwrap() > 10);
    assert_eq!((&found["bits"], &found["file"]), (&json!(32), &json!("spots/river.spot")));

    assert_eq!(program.json(&["inspect", "spots/river.spot"])["kind"], "spot");
    assert_eq!(program.json(&["verify", "spots/river.spot", "spots/river.checkpoint"])["files"][0]["ok"], true);
    let asked = program.json(&["strategy", "spots/river.spot", "QsQh"]);
    assert_eq!((&asked["seat"], &asked["street"]), (&json!("oop"), &json!("river")));
    let called = program.json(&["strategy", "spots/river.spot", "KsKh", "2c2d2h3s3c", "--betting", "r100"]);
    assert!((number(&called["actions"]["c"]) - 0.5).abs() < 0.01, "{called}");
    program.refuses_lines(&[
        ("strategy spots/river.spot KsKh", "KsKh: not in the range of the player out of position"),
        ("strategy spots/river.spot QsQh 2c2d2h3s4c", "the spot is on 2c2d2h3s3c"),
        ("strategy spots/river.spot QsQh --betting r50", "betting 'r50'"),
    ]);
}

#[test]
fn a_solving_goes_on_from_where_it_was_with_any_number_of_threads() {
    let program = Program::new();
    fs::write(program.folder().join("turn.toml"), TURN).unwrap();
    let solve = |words: &[&str]| program.json(&[&["solve-spot", "turn.toml", "--out"], words].concat());
    for bits in ["16", "32"] {
        let [whole, parts] = ["whole", "parts"].map(|name| format!("{name}{bits}"));
        let found = solve(&[&whole, "--bits", bits, "--iterations", "30", "--threads", "2"]);
        assert_eq!(solve(&[&parts, "--bits", bits, "--iterations", "11", "--threads", "1"])["iterations"], 11);
        let other = solve(&[&parts, "--bits", bits, "--iterations", "30", "--threads", "1"]);
        assert_eq!((&other["iterations"], &other["values"]), (&json!(30), &found["values"]));
        let read = |folder: &str| fs::read(program.folder().join(folder).join("turn.spot")).unwrap();
        assert_eq!(read(&whole), read(&parts));
        // What is good enough already is not solved further.
        let again = solve(&[&parts, "--bits", bits, "--to", "100%"]);
        assert_eq!(again["iterations"], 30);
    }
    program.refuses_lines(&[
        ("solve-spot turn.toml --out whole16 --iterations 40", "expected 32 bits, found 16 bits"),
        ("solve-spot turn.toml --to 0%", "is not above 0"),
        ("solve-spot turn.toml --to nan", "is not above 0"),
        ("solve-spot turn.toml --bits 8", "choose 16 or 32"),
        ("solve-spot turn.toml --deck 52", "the spot is played with 20 cards"),
        ("solve-spot missing.toml", "missing.toml"),
        ("solve-spot turn.toml --betting rc/", "--from"),
        ("solve-spot turn.toml --buckets buckets", "name it with --from"),
    ]);
    fs::write(program.folder().join("turn.toml"), TURN.replace("pot = 20", "pot = 30")).unwrap();
    program.refuses_lines(&[("solve-spot turn.toml --out whole32", "another spot in whole32/turn.spot")]);
}

#[test]
fn locks_and_blueprints_are_taken_over() {
    let program = Program::new();
    let write = |name: &str, text: &str| fs::write(program.folder().join(name), text).unwrap();
    write("river.toml", RIVER);
    write("lock.json", r#"{"QQ": [0, 1], "AA": [0, 1]}"#);
    let found = program.json(&["solve-spot", "river.toml", "--to", "0.1%", "--lock", "", "lock.json"]);
    assert!(number(&found["root"][1]["frequency"]) > 0.9, "{found}");
    write("broken.json", "{");
    write("short.json", r#"{"KK": [1]}"#);
    program.refuses_lines(&[
        ("solve-spot river.toml --lock r7 lock.json", "betting 'r7'"),
        ("solve-spot river.toml --lock r100 lock.json", "none of its hands is in the range"),
        ("solve-spot river.toml --lock c broken.json", "broken.json"),
        ("solve-spot river.toml --lock r100 short.json", "'KK' has 1 probabilities"),
        ("solve-spot river.toml --lock c missing.json", "missing.json"),
    ]);

    // A strategy's play on the small deck, by limit.
    write_buckets(&program.folder().join("buckets"));
    program.json(&["train", "--buckets", "buckets", "--iterations", "20", "--seed", "1", "--out", "run"]);
    program.json(&["export", "run"]);
    write("flop.toml", "deck = 20\nboard = 'AsKhTc'\n");
    let from = "solve-spot flop.toml --iterations 3 --from run/strategies/default.strategy --betting";
    let solved = |betting: &str| program.json(&[from.split(' ').collect::<Vec<_>>(), vec![betting]].concat());
    let found = solved("rc/");
    assert!((number(&found["values"]["oop"]) + number(&found["values"]["ip"]) - 40.0).abs() < 1e-3, "{found}");
    assert_eq!(found["root"][1]["chips"], 10);
    program.refuses_lines(&[
        (&format!("{from} rc/c"), "does not end a round"),
        (&format!("{from} rc/cc/"), "leads to the turn, which needs 4 board cards, not 3"),
        (&format!("{from} x"), "betting 'x'"),
    ]);
}

#[test]
#[cfg(unix)]
fn an_interrupted_solving_goes_on() {
    let program = Program::new();
    fs::write(program.folder().join("turn.toml"), TURN).unwrap();
    let words = ["solve-spot", "turn.toml", "--to", "0.0000001%", "--out", "spots", "--quiet"];
    let child = start_in(program.folder(), &words);
    sleep(Duration::from_millis(1_000));
    send(&child, "-INT");
    let Outcome { code, out, err } = end(child);
    assert_eq!((code, out.as_str(), err.lines().count()), (130, "", 1), "{err}");
    assert!(err.contains("run the same command again to go on"), "{err}");
    let checkpoint = program.json(&["inspect", "spots/turn.checkpoint"]);
    let before = checkpoint["meta"]["iterations"].as_u64().unwrap();
    assert!(before > 0);
    let after = (before + 5).to_string();
    let found = program.json(&["solve-spot", "turn.toml", "--iterations", &after, "--out", "spots"]);
    assert_eq!(found["iterations"], before + 5);
    let whole = program.json(&["solve-spot", "turn.toml", "--iterations", &after, "--out", "whole"]);
    assert_eq!(whole["values"], found["values"]);
}
