//! `solve` as it is typed: what is promised of its document, the curve, and what it refuses.

use crate::program::Program;
use serde_json::{Value, json};

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
}

/// Numbers of a document by their keys.
fn numbers(found: &Value) -> [f64; 3] {
    ["value", "nash_conv", "exploitability"].map(|key| found[key].as_f64().unwrap())
}

#[test]
fn a_solution_that_was_saved_is_measured_as_it_was_solved() {
    let program = Program::new();
    for (game, sets) in [("kuhn", 12), ("leduc", 936)] {
        for iterations in ["0", "300"] {
            let solved = program.json(&["solve", "--game", game, "--iterations", iterations, "--save", "own.json"]);
            assert_eq!(solved["file"], "own.json");
            let measured = program.json(&["solve", "--game", game, "--policy", "own.json"]);
            for (found, expected) in numbers(&measured).into_iter().zip(numbers(&solved)) {
                assert!((found - expected).abs() < 1e-12, "{game}: {measured} {solved}");
            }
            assert_eq!((&measured["information_sets"], &measured["policy"]), (&json!(sets), &json!("own.json")));
            if iterations == "0" {
                let published = if game == "kuhn" { 11.0 / 12.0 } else { 4.747_222_222_222 };
                assert!((numbers(&measured)[1] - published).abs() < 1e-9, "{measured}");
            }
        }
    }
    let text = program.read("own.json");
    assert!(text.contains("\n\"Ks|Qh:crc/r\": ["), "{}", &text[..200]);
    let shown = program.run(&["solve", "--game", "leduc", "--policy", "own.json"]);
    assert!(shown.code == 0 && shown.out.contains("NashConv") && shown.out.contains("936"), "{}", shown.out);
}

#[test]
fn files_that_are_not_policies_of_the_game_are_refused_in_one_line() {
    let program = Program::new();
    program.json(&["solve", "--game", "kuhn", "--iterations", "0", "--save", "kuhn.json"]);
    let kuhn = program.read("kuhn.json");
    let refused = |game: &str, file: &str, said: &str| {
        let line = program.refusal(2, &["solve", "--game", game, "--policy", file]);
        assert!(line.contains(said) && line.contains(file), "{file}: {line}");
    };
    // A byte order mark is no part of it.
    program.write("marked.json", format!("\u{feff}{kuhn}"));
    let marked = program.json(&["solve", "--game", "kuhn", "--policy", "marked.json"]);
    assert!((numbers(&marked)[1] - 11.0 / 12.0).abs() < 1e-9);
    let written = |name: &str, from: &str, to: &str| {
        assert!(kuhn.contains(from), "{from}");
        program.write(name, kuhn.replacen(from, to, 1));
    };
    written("twice.json", "\"As:\"", "\"As:cr\": [0.5, 0.5],\n\"As:\"");
    refused("kuhn", "twice.json", "As:cr is given twice");
    written("missing.json", "\"As:\": [0.5, 0.5],", "");
    refused("kuhn", "missing.json", "1 information set that it can reach is missing, first As:");
    refused("kuhn", "nowhere.json", "nowhere.json");
    program.write("text.json", "GAMEDEF");
    refused("kuhn", "text.json", "line 1");
    std::fs::create_dir(program.folder().join("folder.json")).unwrap();
    refused("kuhn", "folder.json", "folder.json");
    // Too long for any policy, and nothing of it is read.
    std::fs::File::create(program.folder().join("long.json")).unwrap().set_len(1 << 36).unwrap();
    refused("kuhn", "long.json", "long.json");
    for more in [&["--iterations", "1"][..], &["--save", "x.json"], &["--algorithm", "cfr"], &["--curve"]] {
        let arguments = [&["solve", "--game", "kuhn", "--policy", "kuhn.json"][..], more].concat();
        assert!(program.refusal(2, &arguments).contains("--policy"));
    }
    assert!(program.refusal(2, &["solve", "--game", "kuhn"]).contains("--iterations"));
}
