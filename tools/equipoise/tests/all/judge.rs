//! `judge` on logs of known players: whose money it counts, with what intervals, and logs that cannot be used.

use crate::program::{Program, player};
use serde_json::{Value, json};

#[test]
fn a_duplicate_matchs_log_has_the_matchs_own_result_and_a_narrower_one() {
    let program = Program::new();
    let played =
        program.json(&["match", "call-raise", "uniform", "--hands", "60", "--log", "a.log", "--phh", "a.phhs"]);
    let by_cards = program.json(&["judge", "a.log"]);
    assert_eq!((&by_cards["correction"], &by_cards["hands"]), (&json!("cards"), &json!(60)));
    assert_eq!(by_cards["players"], program.json(&["judge", "a.phhs", "--threads", "1"])["players"]);
    let known = program.json(&["judge", "a.log", "--strategy", "call-raise"]);
    assert_eq!((&known["correction"], &known["player"]), (&json!("aivat"), &json!("call-raise")));
    for document in [&by_cards, &known] {
        let number = |name: &str, key: &str| player(document, name)[key].as_f64().unwrap();
        // Intervals are over deals, as the match's are.
        for key in ["mbb_per_game", "ci95"] {
            let (found, expected) = (number("call-raise", key), played[key].as_f64().unwrap());
            assert!((found - expected).abs() < 1e-6 * expected.abs(), "{key}: {found} {expected}");
        }
        for key in ["mbb_per_game", "corrected_mbb_per_game"] {
            assert!((number("call-raise", key) + number("uniform", key)).abs() < 1e-6, "{document}");
        }
        assert!(number("call-raise", "corrected_ci95") < number("call-raise", "ci95"), "{document}");
        assert_eq!(player(document, "uniform")["corrected_hands"], 60);
    }
    let told = program.run(&["judge", "a.log", "--quiet"]).out;
    assert!(told.contains("all-in equity") && told.contains("variance less by"), "{told}");
}

/// Hides the first hand of the second player in a file of hand histories.
fn hide_a_hand(program: &Program, file: &str) {
    let text = program.read(file);
    let (before, rest) = text.split_once("'d dh p2 ").unwrap();
    program.write(file, format!("{before}'d dh p2 ????{}", &rest[4..]));
}

#[test]
fn pairs_without_the_known_player_are_named() {
    let program = Program::new();
    for (number, (one, other)) in
        [("always-call", "uniform"), ("uniform", "call-raise"), ("always-fold", "always-raise")].into_iter().enumerate()
    {
        let log = format!("{number}.log");
        program.json(&["match", one, other, "--hands", "6", "--log", &log, "--phh", &format!("{number}.phhs")]);
    }
    // Of the third pair a hand is hidden.
    hide_a_hand(&program, "2.phhs");
    let words = ["judge", "0.log", "1.log", "2.phhs", "--strategy", "always-call"];
    let found = program.json(&words);
    let corrections: Vec<&Value> = found["pairs"].as_array().unwrap().iter().map(|pair| &pair["correction"]).collect();
    assert_eq!(
        (corrections, &found["correction"]),
        (vec![&json!("aivat"), &json!("none"), &json!("cards")], &json!("aivat"))
    );
    let told = program.run(&words).out;
    for said in [
        "and of always-call's own hands and dice (AIVAT)",
        "by all-in equity alone, since always-call does not play there: call-raise against uniform",
        "6 hands count as they are: the players hide cards that are needed (always-fold against always-raise)",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // Where none of its hands can be judged, nothing was done by AIVAT.
    let found = program.json(&["judge", "2.phhs", "--strategy", "always-fold"]);
    assert_eq!((&found["correction"], &found["player"]), (&json!("none"), &json!("always-fold")));
    assert!(!found["remarks"].to_string().contains("AIVAT"), "{found}");
}

#[test]
fn hidden_cards_leave_results_as_they_are_and_are_named() {
    let program = Program::new();
    program.json(&["match", "call-raise", "uniform", "--hands", "20", "--phh", "a.phhs"]);
    hide_a_hand(&program, "a.phhs");
    let found = program.json(&["judge", "a.phhs"]);
    assert_eq!(found["corrected_hands"], 0);
    let first = &found["players"][0];
    assert_eq!(first["mbb_per_game"], first["corrected_mbb_per_game"]);
    assert!(found["remarks"].to_string().contains("20 hands count as they are"), "{found}");
}

#[test]
fn logs_and_players_that_cannot_be_judged_are_refused_in_one_line() {
    let program = Program::new();
    program.json(&["match", "call-raise", "uniform", "--hands", "40", "--log", "good.log"]);
    let good = program.read("good.log");
    std::fs::hard_link(program.folder().join("good.log"), program.folder().join("second-name.log")).unwrap();
    program.write("empty.log", "");
    program.write("middle.log", good.replacen("STATE:7:", "STATE:7;", 1));
    program.refuses_lines(&[
        ("judge nowhere.log", "nowhere.log: cannot open it"),
        ("judge empty.log", "empty.log: no finished hand"),
        ("judge middle.log", "middle.log: line 12: 'STATE:7;"),
        ("judge good.log good.log", "good.log: given twice"),
        ("judge good.log ./second-name.log", "second-name.log: given twice"),
        ("judge good.log --player uniform", "--strategy"),
        ("judge good.log --strategy nobody", "neither a built-in policy"),
        ("judge good.log --strategy uniform --player C8", "one of call-raise, uniform"),
        ("judge good.log --strategy always-fold --player call-raise", "good.log: line "),
        ("judge good.log --out here", "judge writes no file there"),
        ("judge good.log --strategy always-call", "say who plays always-call with --player: call-raise, uniform"),
    ]);
}
