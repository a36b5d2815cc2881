//! `survey` as it is typed: its document, its page, what is kept, and what it refuses.

use crate::program::{Program, end, send};
use crate::small_buckets::write_buckets;
use serde_json::{Value, json};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

#[test]
fn a_survey_has_all_flops_with_actions_and_values_and_a_page() {
    let program = Program::new();
    program.trained("12");
    let words = ["survey", "run", "--betting", "rc/"];
    let found = program.json(&words);
    let flops = found["flops"].as_array().unwrap();
    let weights: u64 = flops.iter().map(|flop| flop["weight"].as_u64().unwrap()).sum();
    assert_eq!((weights, &found["seat"], &found["betting"]), (1140, &json!("big_blind"), &json!("rc/")));
    for flop in flops {
        let actions = flop["actions"].as_object().unwrap();
        assert_eq!(actions.keys().collect::<Vec<_>>(), ["c", "r"]);
        assert!((actions.values().map(number).sum::<f64>() - 1.0).abs() < 1e-9);
        let [button, big_blind] = ["button", "big_blind"].map(|seat| &flop["values"][seat]);
        for key in ["pot_share", "equity"] {
            assert!((number(&button[key]) + number(&big_blind[key]) - 1.0).abs() < 1e-9, "{flop}");
        }
        assert_eq!(number(&button["chips"]), -number(&big_blind["chips"]));
        assert_eq!(number(&button["chips"]) / 10.0, number(&button["big_blinds"]));
    }
    let file = found["file"].as_str().unwrap();
    assert_eq!(file, "runs/survey-run-rc/survey.html");
    let page = program.read(file);
    assert_eq!(page.matches("<tr data-weight").count(), flops.len());
    // As `explore run` calls it.
    assert_eq!(page.matches("http://127.0.0.1:8113/#strategy=default&amp;board=").count(), flops.len());
    // Made again from what was kept, or after half of it was lost.
    for file in program.kept_flops("runs/survey-run-rc").iter().step_by(2) {
        fs::remove_file(program.folder().join("runs/survey-run-rc").join(file)).unwrap();
    }
    assert_eq!(program.json(&[&words[..], &["--threads", "1"]].concat()), found);
    assert_eq!(program.read(file), page);
    let shown = program.run(&[&words[..], &["--quiet"]].concat()).out;
    for part in ["A high", "two-tone", "check most often", "bet least often", "every turn and river", "survey.html"] {
        assert!(shown.contains(part), "no '{part}' in\n{shown}");
    }
}

#[test]
fn all_boards_drawn_without_replacement_are_all_boards_in_no_limit_games_too() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    program.write("sizes.toml", "cap = [1, 1, 1, 1]\n[all]\nbet = ['a']\nraise = ['a']\n");
    let game = ["--game", "holdem-nolimit", "--deck", "20", "--stack", "3", "--sizes", "sizes.toml"];
    let train = ["train", "--buckets", "buckets", "--iterations", "20", "--out", "run"];
    program.json(&[&train[..], &game].concat());
    let survey =
        |boards: &str| program.json(&["survey", "run", "--betting", "cc/", "--out", boards, "--boards", boards]);
    let [all, drawn, few] = ["all", "2352", "8"].map(survey);
    let of = |found: &Value, key: &str| -> Vec<f64> {
        found["flops"].as_array().unwrap().iter().map(|flop| number(&flop["values"]["button"][key])).collect()
    };
    let both: Vec<(f64, f64)> = of(&all, "chips").into_iter().zip(of(&drawn, "chips")).collect();
    assert!(both.iter().all(|(one, other)| (one - other).abs() < 0.01), "{both:?}");
    assert!(both.iter().any(|(one, _)| one.abs() > 1.0), "{both:?}");
    assert!([&all, &drawn].iter().all(|found| of(found, "standard_error").iter().all(|&error| error == 0.0)));
    assert!(of(&few, "standard_error").iter().all(|&error| error > 0.0));
    // No more are drawn than there are in the deck.
    assert_eq!((&drawn["boards"], &few["boards"]), (&json!(17 * 16), &json!(8)));
    assert_eq!(of(&few, "equity"), of(&all, "equity"));
    // All flops share the draw, so that the error of their mean is not known.
    let of_mean = |found: &Value| found["all"]["values"]["button"]["standard_error"].clone();
    assert_eq!((of_mean(&few), of_mean(&all)), (Value::Null, json!(0.0)));
    assert_eq!(all["actions"][1]["name"], "all-in 200");
}

#[test]
#[cfg(unix)]
fn an_interrupted_survey_says_how_to_go_on() {
    let program = Program::new();
    let child = program.start(&["survey", "call-raise", "--betting", "cc/", "--quiet"]);
    let kept = || program.kept_flops("runs/survey-call-raise-cc").len();
    for _ in 0..600 {
        if kept() > 0 {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    send(&child, "-INT");
    let outcome = end(child);
    assert_eq!((outcome.code, outcome.err.lines().count(), outcome.out.as_str()), (130, 1, ""), "{}", outcome.err);
    assert!(outcome.err.contains("run the same command again to go on"), "{}", outcome.err);
    assert!((1..1755).contains(&kept()));
}

#[test]
fn what_cannot_be_surveyed_is_refused_in_one_line() {
    let program = Program::new();
    program.trained("12");
    program.write("kuhn.json", "{}");
    program.refuses_lines(&[
        ("survey run --betting cr", "leads to a decision on the preflop"),
        ("survey run --betting rc/cc/", "leads to a decision on the turn"),
        ("survey run --betting rf", "the end of the game"),
        ("survey run --betting rc/rx", "character 5"),
        ("survey run --betting -x", "character 1"),
        ("survey run --boards 1", "expected all or a number from 2 to 2352"),
        ("survey run --boards some", "expected all or a number from 2 to 2352"),
        ("survey run --deck 24", "plays with a deck of 20 cards"),
        ("survey nothing", "neither a built-in policy"),
        ("survey kuhn.json", "not an Equipoise file"),
        ("survey always-fold --deck 20", "never comes to a decision on the flop"),
        ("survey run --betting rc/ --out kuhn.json", "give another --out"),
        ("survey run --seed 3", "--seed"),
    ]);
}
