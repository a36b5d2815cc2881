//! Estimates made before a training.

use crate::look_counter::LookCounter;
use crate::support::StopAfter;
use solver::game::{BettingTree, GameDefinition};
use solver::run::estimate::{TrainingSize, seconds_a_board};
use solver::train::UpdateRule;
use solver::train::boards::BOARDS_OF_A_BATCH;
use solver::train::sampled_training::BOARDS_OF_AN_EPOCH;
use tables::together::progress::Silent;
use tables::together::time::WallClock;

#[test]
fn the_table_holds_two_numbers_for_every_action_of_every_bucket() {
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    for count in [500, 9_000] {
        let buckets = [169, count, count, count];
        let numbers: usize = tree.nodes().iter().map(|node| node.actions.len() * buckets[node.round]).sum();
        let found = TrainingSize::of(&GameDefinition::holdem_limit(), buckets);
        let least = 2 * 4 * numbers as u64;
        // Lanes without a history make it a little larger.
        assert!((least..least + least / 10).contains(&found.table_bytes), "{least} {found:?}");
        let bytes: usize = tree.nodes().iter().map(|node| (node.actions.len() - 1) * buckets[node.round]).sum();
        // Files of trained strategies took 0.33 to 0.40 of a byte a free probability; an estimate should not be below.
        let (least, most) = (bytes as u64 * 2 / 5, bytes as u64 * 3 / 5);
        assert!((least..=most).contains(&found.strategy_bytes), "{bytes} {found:?}");
    }
}

#[test]
fn a_board_costs_its_part_of_a_batch_and_of_a_discount() {
    // One batch, measured as one second whatever it takes, and one second for the discount of the table.
    let seconds = |count: usize, rule| {
        seconds_a_board(
            &GameDefinition::holdem_limit(),
            [169, count, count, count],
            rule,
            0.0,
            &LookCounter::default(),
            &Silent,
        )
        .unwrap()
    };
    let board = 1.0 / BOARDS_OF_A_BATCH as f64;
    let dcfr = UpdateRule::DCFR;
    assert_eq!([seconds(4, UpdateRule::Linear), seconds(9_000, UpdateRule::Linear)], [board; 2]);
    assert!((seconds(4, dcfr) - board - 1.0 / BOARDS_OF_AN_EPOCH as f64).abs() < 1e-9);
    // 1,000 buckets a round are tried, and a table of 9,000 takes as much longer as it is larger.
    let discount = (seconds(9_000, dcfr) - board) * BOARDS_OF_AN_EPOCH as f64;
    assert!((8.5..9.0).contains(&discount), "{discount}");
}

#[test]
fn a_try_can_be_stopped() {
    assert!(
        seconds_a_board(
            &GameDefinition::holdem_limit(),
            [169, 4, 4, 4],
            UpdateRule::Linear,
            1e9,
            &WallClock,
            &StopAfter::reports(0)
        )
        .is_err()
    );
}
