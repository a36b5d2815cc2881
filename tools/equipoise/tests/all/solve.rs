//! `solve` as it is typed: what is promised of its document, the curve, and what it refuses.

use crate::program::Program;

#[test]
fn a_small_game_is_solved_with_its_curve_up_to_the_goal() {
    let program = Program::new();
    let solve = |more: &[&str]| program.json(&[&["solve", "--game", "leduc", "--iterations", "9000"], more].concat());
    let found = solve(&["--algorithm", "pdcfr+", "--until", "1e-4"]);
    let number = |key: &str| found[key].as_f64().unwrap();
    assert!(number("exploitability") <= 1e-4 && (number("value") + 0.085_606).abs() < 2e-4, "{found}");
    assert!((number("nash_conv") - 2.0 * number("exploitability")).abs() < 1e-12);
    let curve = found["curve"].as_array().unwrap();
    let last = curve.last().unwrap();
    for key in ["iterations", "seconds", "exploitability"] {
        assert_eq!(last[key], found[key], "{key}");
    }
    assert!(number("iterations") < 9000.0 && curve.len() > 20, "{found}");
    let before = curve[curve.len() - 2]["exploitability"].as_f64().unwrap();
    assert!(before > 1e-4, "{before}");
    let plain = solve(&[]);
    assert!(plain.get("curve").is_none() && plain["iterations"] == 9000, "{plain}");
    let measured = solve(&["--curve"]);
    assert_eq!(measured["exploitability"], plain["exploitability"]);
    assert_eq!(measured["curve"].as_array().unwrap().last().unwrap()["iterations"], 9000);
}

#[test]
fn what_cannot_be_reached_or_is_no_rule_is_refused() {
    let program = Program::new();
    for (flag, value) in [("--until", "0"), ("--until", "-1"), ("--until", "nan"), ("--algorithm", "pdcfr+:2,5,2")] {
        let arguments = ["solve", "--game", "kuhn", "--iterations", "1", &format!("{flag}={value}")];
        let error = program.refusal(2, &arguments);
        assert!(error.contains(value), "{error}");
    }
}

#[test]
fn what_a_game_file_says_too_much_or_too_little_is_remarked() {
    let program = Program::new();
    let kuhn = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1 1\nraiseSize = 1 1 1\nfirstPlayer = 1\n\
                maxRaises = 1 1\nnumSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 3 1\nEND GAMEDEF\n";
    program.write("kuhn.game", kuhn);
    let said = [
        "kuhn.game: line 5: 2 values are read for 'blind', one per player; left aside: 1",
        "kuhn.game: line 6: 1 value is read for 'raiseSize', one per round; left aside: 1 1",
        "kuhn.game: line 8: 1 value is read for 'maxRaises', one per round; left aside: 1",
        "kuhn.game: line 12: 1 value is read for 'numBoardCards', one per round; left aside: 3 1",
    ];
    let solve = ["solve", "--iterations", "200", "--game"];
    let built_in = program.json(&[&solve[..], &["kuhn"]].concat());
    assert_eq!(built_in["remarks"], serde_json::json!([]));
    for (words, built_in) in [(&solve[..], built_in), (&["game"], program.json(&["game", "kuhn"]))] {
        let outcome = program.run(&[words, &["kuhn.game", "--json", "--quiet"]].concat());
        assert_eq!((outcome.code, outcome.err.lines().collect::<Vec<_>>()), (0, said.to_vec()), "{words:?}");
        let found: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
        assert_eq!(found["remarks"], serde_json::json!(said));
        for key in ["exploitability", "value", "information_sets"] {
            assert_eq!(found.get(key), built_in.get(key), "{key}");
        }
    }
    // Without a limit there may be 255 raises.
    program.write("endless.game", kuhn.replace("maxRaises = 1 1\n", ""));
    let outcome = program.run(&["game", "endless.game", "--json"]);
    assert!(outcome.err.contains("no line 'maxRaises': 255 in each round"), "{}", outcome.err);
    let found: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(found["decision_nodes"], serde_json::json!([512]));
    program.write("short.game", kuhn.replace("raiseSize = 1 1 1", "raiseSize ="));
    let line = program.refusal(2, &["game", "short.game"]);
    assert!(line.contains("line 6") && line.contains("'raiseSize'"), "{line}");
}
