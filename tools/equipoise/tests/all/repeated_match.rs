//! `match --protocol paper` as it is typed: its document, its text, and what is refused.

use crate::program::Program;
use serde_json::json;

#[test]
fn the_papers_match_shows_its_deals_and_seeds() {
    let program = Program::new();
    let typed = ["match", "always-fold", "always-raise", "--protocol", "paper"];
    let found = program.json(&[&typed[..], &["--deals", "100", "--sets", "3", "--seats", "exchanged"]].concat());
    assert_eq!((&found["mbb_per_game"], &found["ci95"]), (&json!(-750.0), &json!(0.0)));
    assert_eq!((&found["games"], &found["observations"]), (&json!(600), &json!(100)));
    assert_eq!((&found["method"], &found["protocol"]), (&json!("hands"), &json!("paper")));
    assert_eq!((&found["dice"], &found["sets"], &found["spread"]), (&json!("thrown"), &json!(3), &json!(null)));
    let seeds = program.json(&[&typed[..], &["--deals", "10", "--deal-seeds", "4", "--seed", "6"]].concat());
    assert_eq!((&seeds["dice"], &seeds["observations"]), (&json!("exact"), &json!(40)));
    let numbers: Vec<_> = seeds["deal_seeds"].as_array().unwrap().iter().map(|seed| seed["seed"].clone()).collect();
    assert_eq!(numbers, [6, 7, 8, 9].map(|seed| json!(seed)));
    for key in ["standard_deviation", "expected_standard_deviation", "lowest", "highest"] {
        assert!(seeds["spread"][key].is_number(), "{seeds}");
    }
}

#[test]
fn the_paper_plays_81_million_games() {
    let program = Program::new();
    let found = program.json(&["match", "always-fold", "always-fold", "--protocol", "paper"]);
    assert_eq!((&found["games"], &found["observations"]), (&json!(81_000_000), &json!(27_000)));
    // Who sits on the button folds: 5 chips lost on half of the deals, won on the others.
    assert_eq!((&found["mbb_per_game"], &found["seats"]), (&json!(0.0), &json!("alternating")));
}
