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
