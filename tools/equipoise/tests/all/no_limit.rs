//! No-limit games from training to exploitability, on the deck of 20 cards.

use crate::program::Program;
use crate::small_buckets::{write_buckets, write_round};
use evaluator::round::Round;
use serde_json::{Value, json};
use std::fs;

const SIZES: &str = "cap = [3, 2, 2, 2]\n[all]\nbet = ['50%', 'a']\nraise = ['100%', 'a']\n";

/// The words of a command, and what a no-limit game needs beside them.
fn with_game<'a>(words: &[&'a str], stack: &'a str) -> Vec<&'a str> {
    [words, &["--game", "holdem-nolimit", "--stack", stack, "--sizes", "sizes.toml", "--deck", "20"]].concat()
}

#[test]
fn a_no_limit_training_is_exported_asked_measured_and_matched() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    fs::write(program.folder().join("sizes.toml"), SIZES).unwrap();
    let train = ["train", "--buckets", "buckets", "--iterations", "20", "--seed", "1", "--out"];
    for (run, stack, opponent) in [("run", "6", "itself"), ("exact", "6", "exact"), ("deeper", "9", "itself")] {
        let words = [&train[..], &[run, "--opponent", opponent]].concat();
        assert_eq!(program.json(&with_game(&words, stack))["iterations"], 20);
        program.json(&["export", run]);
    }
    files_say_which_game_they_are_of(&program);
    // Without a word about the game it is not the same training.
    program.refuses_lines(&[
        ("train --buckets buckets --iterations 30 --seed 1 --out run", "another game"),
        ("train --buckets buckets --iterations 30 --seed 1 --out run --stack 6", "give --game holdem-nolimit"),
        ("train --buckets buckets --iterations 30 --out other --game kuhn", "expected hold'em"),
        (
            "train --buckets buckets --iterations 1000 --out other --game holdem-nolimit --stack 6 --deck 20 --sampler \
             external",
            "choose public",
        ),
    ]);
    a_run_begins_with_one_on_other_buckets(&program);
    a_hand_is_asked_by_totals(&program);
    a_response_is_measured(&program);
    strategies_of_one_game_meet(&program);
    strategies_of_other_sizes_meet_hand_by_hand(&program);
    a_person_plays(&program);
    the_page_is_opened(&program);
}

fn strategies_of_other_sizes_meet_hand_by_hand(program: &Program) {
    let sizes = "cap = [3, 2, 2, 2]\n[all]\nbet = ['100%', 'a']\nraise = ['a']\n";
    fs::write(program.folder().join("others.toml"), sizes).unwrap();
    let train = ["train", "--buckets", "buckets", "--iterations", "20", "--seed", "1", "--out", "wide"];
    let game = ["--game", "holdem-nolimit", "--stack", "6", "--sizes", "others.toml", "--deck", "20"];
    program.json(&[&train[..], &game].concat());
    program.json(&["export", "wide"]);
    let [one, two] = ["run", "wide"].map(|run| format!("{run}/strategies/default.strategy"));
    let play = |one: &str, two: &str, more: &[&str]| {
        program.json(&[&["match", one, two, "--hands", "2000", "--seed", "3"], more].concat())
    };
    let found = play(&one, &two, &["--log", "m.log"]);
    let reversed = play(&two, &one, &[])["mbb_per_game"].as_f64().unwrap();
    assert_eq!(found["mbb_per_game"].as_f64().unwrap(), -reversed);
    assert_eq!(play(&one, &one, &[])["mbb_per_game"], 0.0);
    let league = ["league", &one, &two, "always-all-in", "--hands", "2000", "--seed", "3"];
    assert_eq!(program.json(&league)["mbb_per_game"][0][1], found["mbb_per_game"]);
    // By boards, and on a page, all bet the same amounts.
    program.refuses(&[
        (&["match", &one, &two, "--boards", "2"], "give players of one game"),
        (&["explore", &one, &two, "--port", "0"], "give players of one game"),
        (&["play", &one, "--log", "p.log", "--phh", "p.phhs"], "hold'em with 52 cards"),
    ]);
    assert!(!program.folder().join("p.log").exists(), "nothing is made for hands that cannot be kept");
    // The log says its stack, so that whoever reads it knows the game; all-ins are worth their equity.
    let judged = program.json(&["judge", "m.log"]);
    let name = |number: usize| judged["players"][number]["mbb_per_game"].as_f64().unwrap();
    assert!((name(0) - found["mbb_per_game"].as_f64().unwrap()).abs() < 1e-9, "{judged}");
    assert!(judged["players"][0]["variance_factor"].as_f64().is_some_and(|it| it > 1.5), "{judged}");
    program.refuses(&[
        (&["judge", "m.log", "--strategy", &one, "--player", "default-2"], "leave out --strategy"),
        // Both are called after their files.
        (&["judge", "m.log", "--strategy", &one], "two in these logs are called 'default'; say with --player whether"),
    ]);
    program.refuses(&[(&["styles", "m.log"], "limit games only")]);
}

fn a_person_plays(program: &Program) {
    let words =
        ["play", "run/strategies/default.strategy", "--seed", "2", "--hands", "4", "--log", "me.log", "--review"];
    let outcome = program.run_with_input(&words, &"r 250\nr600\nr\nx\nc\n".repeat(20));
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for said in ["r200 to r600, all you have put in then (r300 raise to 300, r600 all-in 600)", "cannot be done here"] {
        assert!(outcome.out.contains(said), "{said}: {}", outcome.out);
    }
    let log = program.read("me.log");
    assert!(log.contains("r250") && log.contains(" holdem-nolimit-20-6bb "), "{log}");
    assert_eq!(program.json(&["judge", "me.log"])["hands"], 4);
    let words = ["play", "always-call", "--game", "holdem-nolimit", "--stack", "20", "--seed", "1", "--hands", "1"];
    let outcome = program.run_with_input(&words, &"r2000\n".repeat(9));
    assert!(outcome.code == 0 && outcome.out.contains("1 hand, "), "{}{}", outcome.out, outcome.err);
}

#[cfg(not(unix))]
fn the_page_is_opened(_: &Program) {}

#[cfg(unix)]
fn the_page_is_opened(program: &Program) {
    use crate::program::{host_of, send};
    use std::io::{BufRead, BufReader, Read, Write};
    let mut child = program.start(&["explore", "run/strategies/default.strategy", "--port", "0", "--quiet"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = host_of(&line);
    let get = |what: &str| -> Value {
        let mut stream = std::net::TcpStream::connect(&host).unwrap();
        write!(stream, "GET {what} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{what}: {answer}")).1;
        serde_json::from_str(body).unwrap()
    };
    let spot = get("/api/spot?strategy=0&board=AsKhTc&betting=r300c/");
    let names: Vec<&Value> = spot["actions"].as_array().unwrap().iter().map(|action| &action["name"]).collect();
    assert_eq!(names, ["check", "all-in 300"], "{spot}");
    let values = get("/api/values?strategy=0&board=AsKhTc&betting=r300c/&boards=4&seconds=5");
    assert_eq!(values["mbb"].as_array().unwrap().len(), 2, "{values}");
    send(&child, "-INT");
    child.wait().unwrap();
}

fn a_run_begins_with_one_on_other_buckets(program: &Program) {
    fs::create_dir_all(program.folder().join("others")).unwrap();
    for round in [Round::Flop, Round::Turn, Round::River] {
        write_round(round, 1, &program.folder().join(format!("others/{round}.buckets")));
    }
    let words =
        ["train", "--buckets", "others", "--iterations", "25", "--seed", "1", "--out", "refined", "--from", "run"];
    assert_eq!(program.json(&with_game(&words, "6"))["iterations_before"], 20);
}

fn files_say_which_game_they_are_of(program: &Program) {
    for file in ["run/training/default/checkpoint", "run/strategies/default.strategy"] {
        let told = program.json(&["inspect", file]);
        assert_eq!((&told["version"], &told["recipe"]["stack"]), (&json!(2), &json!(600)), "{file}");
        assert!(told["recipe"]["sizes"].as_str().unwrap().contains("50%"), "{file}");
        assert!(told["recipe"]["game"].as_str().unwrap().contains("nolimit"), "{file}");
    }
}

fn a_hand_is_asked_by_totals(program: &Program) {
    let file = "run/strategies/default.strategy";
    let found = program.json(&["strategy", file, "AsKd"]);
    let words: Vec<&String> = found["actions"].as_object().unwrap().keys().collect();
    assert_eq!(words, ["c", "f", "r300", "r600"]);
    let found = program.json(&["strategy", file, "AsKd", "QhJhTc", "--betting", "r300c/"]);
    let probabilities = found["actions"].as_object().unwrap().values().map(|it| it.as_f64().unwrap());
    assert!((probabilities.sum::<f64>() - 1.0).abs() < 1e-6, "{found}");
    program.refuses_lines(&[
        ("strategy run/strategies/default.strategy AsKd --betting r", "r"),
        ("strategy run/strategies/default.strategy AsKd --betting r250", "r250"),
    ]);
}

fn a_response_is_measured(program: &Program) {
    let of = |words: &[&str]| {
        let words = [&["exploit"][..], words, &["--flops", "3", "--seed", "4"]].concat();
        program.json(&words)["mbb_per_game"].as_f64().unwrap()
    };
    let trained = of(&["run/strategies/default.strategy"]);
    let uniform = of(&with_game(&["uniform"], "6"));
    assert!(0.0 < trained && trained < uniform, "{trained} {uniform}");
    // Whoever folds to any bet loses the blinds: half a big blind on the button, a whole one in the big blind.
    let folds = of(&with_game(&["always-fold"], "6"));
    assert!((folds - 750.0).abs() < 1e-9, "{folds}");
}

fn strategies_of_one_game_meet(program: &Program) {
    let strategy = "run/strategies/default.strategy";
    let boards = ["--boards", "5", "--seed", "2"];
    let of = |first: &str, second: &str, more: &[&str]| -> Value {
        program.json(&[&["match", first, second], &boards[..], more].concat())
    };
    let found = of(strategy, "always-all-in", &[])["mbb_per_game"].as_f64().unwrap();
    let reversed = of("always-all-in", strategy, &[])["mbb_per_game"].as_f64().unwrap();
    assert!(found != 0.0 && found == -reversed, "{found} {reversed}");
    let game = with_game(&[], "6");
    // On the button half a big blind is lost, in the other seat a whole one, whatever the cards.
    assert_eq!(of("always-fold", "always-all-in", &game)["mbb_per_game"], -750.0);
    let exact = [&["match", "always-fold", "always-raise", "--method", "exact", "--out", "kept"][..], &game].concat();
    assert_eq!(program.json(&exact)["mbb_per_game"], -750.0);
    let league =
        program.json(&[&["league", strategy, "exact/strategies/default.strategy", "uniform"], &boards[..]].concat());
    assert_eq!(league["players"].as_array().unwrap().len(), 3);
    let other = "deeper/strategies/default.strategy";
    program.refuses_lines(&[
        (&format!("match {strategy} {other} --boards 5"), "no-limit, 9 big blinds"),
        (
            &format!("exploit {strategy} --flops 2 --game holdem-nolimit --stack 9 --deck 20"),
            "give players of one game",
        ),
        (&format!("match {strategy} {other} --hands 100"), "no-limit, 9 big blinds"),
        (&format!("match {strategy} uniform --protocol paper --deals 2 --sets 2"), "limit games only"),
        (&format!("player --strategy {strategy} --game holdem-nolimit-20-9bb localhost 1"), "no-limit, 9 big blinds"),
        (&format!("player --strategy {strategy} --game holdem localhost 1"), "of 52"),
        (&format!("judge m.log --strategy {strategy}"), "m.log"),
    ]);
}

const STUDY: &str = r#"
name = "short"
deck = 20
game = "holdem-nolimit"
stack = 5
[sizes]
cap = [2, 2, 2, 2]
[sizes.all]
bet = ["100%", "a"]
raise = ["a"]
[[variant]]
name = "few"
flop = { feature = "strength", method = "percentiles", buckets = 4 }
turn = { feature = "strength", method = "percentiles", buckets = 4 }
river = { feature = "strength", method = "percentiles", buckets = 4 }
[[variant]]
name = "fewer"
flop = { feature = "strength", method = "percentiles", buckets = 2 }
turn = { feature = "strength", method = "percentiles", buckets = 2 }
river = { feature = "strength", method = "percentiles", buckets = 2 }
[training]
iterations = 20
[league]
method = "boards"
boards = 4
built_in_boards = 2
[exploitability]
flops = 2
"#;

#[test]
fn a_study_of_a_no_limit_game_is_planned_run_and_reported() {
    let program = Program::new();
    program.write("short.toml", STUDY);
    assert_eq!(program.json(&["plan", "short.toml"])["fits"], true);
    let run = program.json(&["run", "short.toml", "--out", "run"]);
    assert!(run["stages"].as_array().unwrap().iter().all(|stage| stage["status"] == "done"));
    let told = program.json(&["inspect", "run/strategies/few.strategy"]);
    assert_eq!((&told["version"], &told["recipe"]["stack"]), (&json!(2), &json!(500)));
    // The report shows every decision before the flop, raises of all sizes as one.
    let report = program.read("run/report.html");
    for said in ["Play before the flop", "Raises of all sizes are one colour", "after raise to 500"] {
        assert!(report.contains(said), "{said}");
    }
    let league: Value = serde_json::from_str(&program.read("run/league.json")).unwrap();
    // Big blinds are of 100 chips: nobody wins more than the stack of five.
    let table = league["league"]["mbb_per_game"].as_array().unwrap();
    let amounts = table.iter().flat_map(|row| row.as_array().unwrap()).map(|it| it.as_f64().unwrap().abs());
    assert!(amounts.fold(0.0, f64::max) < 5_000.0, "{league}");
    for (from, to, why) in [
        ("iterations = 20", "iterations = 20\nsampler = \"external\"", "public for a no-limit game"),
        ("\"holdem-nolimit\"", "\"kuhn\"", "is not a game"),
        ("\"holdem-nolimit\"", "\"holdem\"", "leave them out"),
        ("deck = 20\ngame = \"holdem-nolimit\"", "game = \"holdem-nolimit-20\"", "with 52 cards"),
    ] {
        assert!(STUDY.contains(from), "{from}");
        program.write("wrong.toml", STUDY.replace(from, to));
        program.refuses(&[(&["plan", "wrong.toml"], why)]);
    }
}
