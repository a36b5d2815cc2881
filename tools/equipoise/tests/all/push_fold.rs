//! `push-fold`: the promised keys, known charts, and the text.

use crate::program::Program;
use serde_json::{Value, json};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_chart_has_the_promised_keys_and_the_known_values() {
    let program = Program::new();
    for (stack, jams, calls, value) in
        [("2", 89.442, 100.0, 9.549), ("10", 58.284, 37.376, -45.371), ("12.0", 53.243, 33.032, -82.529)]
    {
        let chart = program.json(&["push-fold", "--stack", stack]);
        for (key, expected, scale) in
            [("small_blind_jams", jams, 100.0), ("big_blind_calls", calls, 100.0), ("value_mbb", value, 1.0)]
        {
            assert!((scale * number(&chart[key]) - expected).abs() < 6e-4, "{stack} bb: {key} {}", chart[key]);
        }
        assert!(number(&chart["exploitability_mbb"]).abs() < 1e-6, "{chart}");
        for key in ["hands", "advantages_mbb"] {
            assert_eq!(chart[key].as_object().unwrap().len(), 169);
        }
        assert_eq!(chart["hands"]["AA"], json!([1.0, 1.0]));
    }
    let ten = program.json(&["push-fold", "--stack", "10"]);
    let [jam, call] = [number(&ten["hands"]["43s"][0]), number(&ten["hands"]["Q6s"][1])];
    assert!((jam - 0.7107).abs() < 1e-4 && (call - 0.4028).abs() < 1e-4, "{jam} {call}");
    assert!(number(&ten["advantages_mbb"]["72o"][0]) < 0.0 && number(&ten["advantages_mbb"]["AA"][1]) > 0.0);
    // The ranges of the published solution, mixed hands with their probability.
    let jams = "22+,A2s+,A2o+,K2s+,K2o+,Q2s+,Q7o+,J3s+,J8o+,T4s+,T8o+,95s+,97o+,84s+,87o,74s+,76o,64s+,53s+,43s:0.7107";
    assert_eq!(ten["ranges"]["jam"], jams);
    assert_eq!(ten["ranges"]["call"], "22+,A2s+,A2o+,K2s+,K5o+,Q7s+,Q6s:0.4028,Q9o+,J8s+,JTo,T9s");
}

#[test]
fn the_text_shows_both_grids_and_names_mixed_hands() {
    let shown = Program::new().run(&["push-fold", "--stack", "10"]).out;
    for expected in
        ["58.284 % of hands", "-45.371 mbb per hand", "43s:0.7107", "Q6s:0.4028", "suited hands to the upper right"]
    {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    // Two grids of thirteen rows.
    let is_row = |line: &&str| !line.starts_with(' ') && line.chars().nth(1) == Some(' ');
    assert_eq!(shown.lines().filter(is_row).count(), 26, "{shown}");
}
