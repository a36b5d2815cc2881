//! `export`: forms, their names and recipes, the price of rounding, and flags that are refused.

use crate::program::Program;
use crate::small_buckets::{write_buckets, write_round};
use evaluator::round::Round;
use serde_json::{Value, json};

fn number(document: &Value, key: &str) -> f64 {
    document[key].as_f64().unwrap_or_else(|| panic!("no '{key}' in {document}"))
}

#[test]
#[ignore = "trains and measures for some ten seconds"]
fn every_form_of_a_trained_strategy_has_a_file_of_its_own_and_a_price() {
    let program = Program::new();
    write_buckets(&program.folder().join("run/buckets"));
    program.json(&["train", "--out", "run", "--buckets", "run", "--sampler", "public", "--iterations", "40"]);
    let usual = program.json(&["export", "run"]);
    assert_eq!(usual["file"], "run/strategies/default.strategy");
    assert_eq!(usual["information_sets"], 8 * 25 + (70 + 630 + 5_670) * 4);
    assert_eq!(usual.get("price"), None);
    let before = std::fs::read(program.folder().join("run/strategies/default.strategy")).unwrap();
    let elsewhere = program.json(&["export", "run", "--out", "given/away"]);
    assert_eq!(elsewhere["file"], "given/away/default.strategy");
    assert!(std::fs::read(program.folder().join("given/away/default.strategy")).unwrap() == before);
    files_of_one_name_are_called_as_typed(&program, ["run/strategies/default.strategy", "given/away/default.strategy"]);
    let mut prices = Vec::new();
    for (strategy, bits, name) in [
        ("average", "4", "default+4bit"),
        ("average", "16", "default+16bit"),
        ("current", "8", "default+current"),
        ("current", "4", "default+current+4bit"),
    ] {
        let made = program.json(&["export", "run", "--strategy", strategy, "--bits", bits, "--price", "20"]);
        let file = format!("run/strategies/{name}.strategy");
        assert_eq!(made["file"], file);
        let (price, bytes) = (&made["price"], number(&made, "bytes"));
        assert_eq!((price["boards"].as_u64(), price.get("against_third").is_some()), (Some(20), true));
        assert!(number(price, "ci95") >= 0.0 && bytes > 4096.0);
        prices.push(number(price, "mbb_per_game"));
        let inspected = program.json(&["inspect", &file]);
        assert_eq!(inspected["meta"]["bits"], bits.parse::<u32>().unwrap());
        assert_eq!(inspected["recipe"].get("strategy"), (strategy == "current").then_some(&json!("current")));
        assert_eq!(inspected["recipe"].get("bits").is_some(), bits != "8");
        assert_eq!(inspected["recipe"]["iterations"], 40);
        assert_eq!(program.json(&["verify", &file])["files"][0]["ok"], true);
        let shown = program.json(&["strategy", &file, "AhKd"]);
        let sum: f64 = shown["actions"].as_object().unwrap().values().map(|it| it.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{shown}");
        let duel = program.json(&["match", &file, "uniform", "--hands", "2000"]);
        assert!(number(&duel, "ci95") > 0.0);
    }
    assert!(prices[0].abs() > prices[1].abs(), "{prices:?}");
    // Other buckets are refused, and the run still finds its own.
    write_round(Round::Flop, 9, &program.folder().join("other.buckets"));
    program.refuses(&[(&["train", "--out", "run", "--flop", "other.buckets", "--iterations", "60"], "other.buckets")]);
    let again = program.json(&["train", "--out", "run", "--iterations", "40"]);
    assert_eq!((&again["iterations"], &again["iterations_before"]), (&json!(40), &json!(40)));
    let told = program.run(&["train", "--out", "run", "--iterations", "40", "--quiet"]).out;
    assert!(told.contains("40, all of them before: the budget was spent already"), "{told}");
    a_flipped_bit_is_not_played(&program);
    // The usual file is the same whatever else was exported.
    program.json(&["export", "run"]);
    assert!(std::fs::read(program.folder().join("run/strategies/default.strategy")).unwrap() == before);
    assert_eq!(program.json(&["export", "run", "--price"])["price"]["boards"], 200);
}

#[test]
fn a_strategy_trained_against_exact_cards_is_a_strategy_like_any_other() {
    let program = Program::new();
    write_buckets(&program.folder().join("run/buckets"));
    let [flop, turn] = ["flop", "turn"].map(|street| format!("run/buckets/{street}.buckets"));
    let exact = ["train", "--out", "safe", "--buckets", "run", "--opponent", "exact", "--iterations"];
    let train = |iterations: &str, turn: &str| -> Vec<String> {
        let files = ["--opponent-flop", &flop, "--opponent-turn", turn];
        exact.iter().chain(&[iterations]).chain(&files).map(|it| it.to_string()).collect()
    };
    let arguments = train("12", &turn);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(program.json(&arguments)["iterations"], 12);
    // It goes on only against the same opponent.
    write_round(Round::Turn, 9, &program.folder().join("other.buckets"));
    let others = train("20", "other.buckets");
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    assert!(program.refusal(2, &others).contains("opponent_turn"));
    program.refuses(&[(&["train", "--out", "safe", "--buckets", "run", "--iterations", "20"], "opponent exact")]);
    let goes_on = train("20", &turn);
    let goes_on: Vec<&str> = goes_on.iter().map(String::as_str).collect();
    assert_eq!(program.json(&goes_on)["iterations_before"], 12);
    // Its strategy needs the learner's files alone.
    let made = program.json(&["export", "safe"]);
    let inspected = program.json(&["inspect", made["file"].as_str().unwrap()]);
    assert_eq!((&inspected["recipe"]["opponent"], &inspected["recipe"]["iterations"]), (&json!("exact"), &json!(20)));
    assert_eq!(inspected["parents"].as_array().unwrap().len(), 3);
    // Who says nothing of the opponent's cards before the river has named the strategy's own files.
    program.json(&["train", "--out", "own", "--buckets", "run", "--opponent", "exact", "--iterations", "20"]);
    let own = program.json(&["export", "own"]);
    let [own, named] = [&own, &made].map(|it| std::fs::read(program.folder().join(it["file"].as_str().unwrap())));
    assert!(own.unwrap() == named.unwrap());
    // A study's opponent has files of its own; without them it is not another one's turn.
    let of_study = ["train", "least-exploitable", "--out", "safest", "--buckets", "run", "--iterations", "20"];
    assert!(program.refusal(2, &of_study).contains("does not meet 'default'"));
    program.refuses(&[(&[&of_study[..], &["--variant", "C8"]].concat(), "no opponent-turn.buckets")]);
    assert!(!program.folder().join("safest").exists());
    let duel = program.json(&["match", made["file"].as_str().unwrap(), "uniform", "--boards", "2"]);
    assert!(number(&duel, "mbb_per_game").is_finite());
}

fn files_of_one_name_are_called_as_typed(program: &Program, files: [&str; 2]) {
    let [first, second] = files;
    let found = program.json(&["exploit", first, "--beside", second, "--flops", "2", "--buckets", "run"]);
    assert_eq!((&found["policy"], &found["beside"]["policy"]), (&json!(first), &json!(second)));
    let told = program.run(&["match", first, second, "--boards", "2", "--buckets", "run", "--quiet"]).out;
    assert!(told.contains(&format!("{first} against {second}")), "{told}");
    let league = program.json(&["league", first, second, "--boards", "2", "--buckets", "run"]);
    assert_eq!(league["players"], json!(files));
}

/// Whoever reads a strategy finds it damaged before it plays.
fn a_flipped_bit_is_not_played(program: &Program) {
    let mut bytes = std::fs::read(program.folder().join("run/strategies/default.strategy")).unwrap();
    let place = bytes.len() / 2;
    bytes[place] ^= 4;
    let file = "run/strategies/flipped.strategy";
    program.write(file, bytes);
    for arguments in [&["strategy", file, "AhKd"][..], &["exploit", file], &["match", file, "uniform"]] {
        let line = program.refusal(2, arguments);
        assert!(line.contains("flipped.strategy"), "{line}");
    }
}

#[test]
fn variants_that_kept_no_regrets_are_named_and_left_out() {
    let program = Program::new();
    let curve = program.folder().join("run/training/C6-k1/curve.json");
    std::fs::create_dir_all(curve.parent().unwrap()).unwrap();
    std::fs::write(&curve, "{}").unwrap();
    program.refuses(&[
        (&["export", "run"], "no training kept its regrets"),
        (&["export", "run", "--deck", "20"], "export has no deck to choose"),
    ]);
    let line = program.refusal(2, &["export", "run", "--variant", "C6-k1"]);
    assert!(line.contains("keep_checkpoints") && line.contains("strategies/C6-k1.strategy"), "{line}");
    // Another one is exported as far as it can be: this one has a checkpoint, though no good one.
    let other = program.folder().join("run/training/C8-k1/checkpoint");
    std::fs::create_dir_all(other.parent().unwrap()).unwrap();
    std::fs::write(&other, "no checkpoint").unwrap();
    let line = program.refusal(2, &["export", "run"]);
    assert!(line.contains("C8-k1") && !line.contains("C6-k1"), "{line}");
}

#[test]
fn a_negative_price_is_explained() {
    let program = Program::new();
    program.trained("30");
    let shown = |words: &[&str]| {
        let words = [&["export", "run", "--price", "2", "--seed", "1"][..], words].concat();
        let price = number(&program.json(&words)["price"], "mbb_per_game");
        (price < 0.0, program.run(&words).out.contains("a negative price: the file wins"))
    };
    let found = [["--bits", "4"], ["--bits", "16"]].map(|words| shown(&words));
    assert_eq!(found, [(true, true), (false, false)]);
}

#[test]
fn an_export_replaces_strategies_alone() {
    let program = Program::new();
    program.trained("2");
    program.json(&["export", "run", "--out", "given"]);
    program.json(&["export", "run", "--out", "given"]);
    std::fs::copy(program.folder().join("buckets/flop.buckets"), program.folder().join("given/default.strategy"))
        .unwrap();
    program.refuses_lines(&[("export run --out given", "default.strategy: is there already, and no strategy file")]);
    program.write("given/default.strategy", "mine");
    program.refuses_lines(&[("export run --out given", "default.strategy: is there already, and no strategy file")]);
    assert_eq!(program.read("given/default.strategy"), "mine");
}
