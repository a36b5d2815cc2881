//! `strategy`: what is said of a decision to which a hand is not played, from a strategy file made by hand.

use crate::program::Program;
use serde_json::{Value, json};
use solver::game::{BettingTree, GameDefinition, Node};
use tables::strategy::block::ProbabilityBits;
use tables::strategy::writer::{StrategyDescription, StrategyWriter};

#[path = "../../../../solver/tests/all/support/strategy_files.rs"]
mod strategy_files;

/// A strategy that takes every action alike, but for the button's first two decisions: it folds the hands below the
/// hundredth, calls with a part of 255 of the others, and after a raise does the same once more.
fn write_strategy(program: &Program) -> &'static str {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let rare = ["", "cr"].map(|betting| tree.node_at(betting).unwrap().number());
    let weights = |(number, node): (usize, &Node), bucket: usize| match (number, bucket) {
        (0, ..100) => vec![1.0, 0.0, 0.0],
        (0, _) => vec![0.0, 1.0, 254.0],
        _ if rare.contains(&number) => vec![0.0, 254.0, 1.0],
        _ => vec![1.0; node.actions.len()],
    };
    let file = program.folder().join("made.strategy");
    strategy_files::write_strategy(&file, &game, &[169, 1, 1, 1], ProbabilityBits::Eight, weights);
    "made.strategy"
}

#[test]
fn a_hand_that_does_not_come_to_a_decision_is_said_not_to() {
    let program = Program::new();
    let file = write_strategy(&program);
    // 3h2d is hand 13, AhKd hand 167; its call is one part of 255, and a raise behind it one of 255 of that, which is
    // seldom, not never.
    for (hand, betting, reached, is_reached) in [
        ("3h2d", "", 1.0, true),
        ("3h2d", "cr", 0.0, false),
        ("3h2d", "r", 1.0, true),
        ("AhKd", "rr", 254.0 / 255.0, true),
        ("AhKd", "cr", 1.0 / 255.0, true),
        ("AhKd", "crrr", 1.0 / 65_025.0, true),
    ] {
        let words = ["strategy", file, hand, "--betting", betting];
        let found: Value = program.json(&words);
        assert!((found["reached"].as_f64().unwrap() - reached).abs() < 1e-9, "{hand} {betting}: {found}");
        assert_eq!(found["is_reached"], json!(is_reached), "{hand} {betting}");
        let told = program.run(&words).out;
        assert_eq!(told.contains("not reached"), !is_reached, "{hand} {betting}: {told}");
    }
}

#[test]
fn a_board_of_another_street_and_a_file_of_another_tree_are_refused() {
    let program = Program::new();
    write_strategy(&program);
    let description = StrategyDescription {
        recipe: json!({ "game": GameDefinition::holdem_limit().to_acpc_text() }),
        parents: Vec::new(),
        buckets_per_round: vec![1; 4],
        facts: json!({}),
    };
    let no_decisions = StrategyWriter::with_bits(description, ProbabilityBits::Eight);
    no_decisions.write(&program.folder().join("short.strategy")).unwrap();
    program.refuses_lines(&[
        (
            "strategy made.strategy AhKd Qs7h2c --betting cr",
            "'cr' leads to the preflop, which needs 0 board cards, not 3",
        ),
        ("strategy made.strategy AhKd --betting crc/", "leads to the flop, which needs 3 board cards, not 0"),
        ("strategy short.strategy AhKd", "short.strategy: not a strategy of this betting tree"),
    ]);
}
