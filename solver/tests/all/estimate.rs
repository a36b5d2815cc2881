//! Estimates made before a training.

use solver::game::{BettingTree, GameDefinition};
use solver::run::estimate::{TrainingSize, seconds_a_board};
use solver::train::UpdateRule;
use tables::progress::{Progress, Silent, Update};
use tables::stopwatch::WallClock;

#[test]
fn the_table_holds_two_numbers_for_every_action_of_every_bucket() {
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    for count in [500, 9_000] {
        let buckets = [169, count, count, count];
        let numbers: usize = tree.nodes().iter().map(|node| node.actions.len() * buckets[node.round]).sum();
        let found = TrainingSize::of_holdem(buckets).unwrap();
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
fn a_board_of_more_buckets_takes_longer() {
    let seconds =
        |count| seconds_a_board([169, count, count, count], UpdateRule::Linear, 0.3, &WallClock, &Silent).unwrap();
    let (few, many) = (seconds(4), seconds(9_000));
    assert!(0.0 < few && few < many, "{few} {many}");
}

struct Stopped;

impl Progress for Stopped {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_try_can_be_stopped() {
    assert!(seconds_a_board([169, 4, 4, 4], UpdateRule::Linear, 1e9, &WallClock, &Stopped).is_err());
}
