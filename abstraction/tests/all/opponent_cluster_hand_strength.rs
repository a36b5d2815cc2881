//! OCHS held to the printed vectors, the counted rows and a naive twin that looks at every opponent.

use crate::naive::{
    assert_complete, assert_row_totals, board, class, holding, naive_counts, naive_halves, on_threads, sampled_hands,
};
use abstraction::features::distinct_rows::gather;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::{
    OCHS_ONE, OchsSweep, expected_ochs, ochs_of_hand, river_ochs,
};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::opponent_clusters::shipped_preflop_ochs;
use abstraction::features::single_hand::for_each_runout;
use abstraction::street::{Street, certain_win};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding, StartingHand};
use evaluator::round::Round;
use tables::together::progress::Silent;

/// Every class a cluster of its own: most clusters are small, some cannot be met.
fn every_class_alone() -> OpponentClusters {
    OpponentClusters::new("alone".to_owned(), Deck::FULL, &(1..=169).collect::<Vec<u8>>()).unwrap()
}

/// A row entry is the twin's share to the nearest whole part of `OCHS_ONE`; returns how many clusters nobody is left
/// in.
fn assert_ochs_row(row: &[u16], hole: Holding, complete: CardSet, clusters: &OpponentClusters) -> usize {
    let cluster_of = |class| usize::from(clusters.cluster_of(class));
    let counts = naive_counts(hole, complete, cluster_of, clusters.count());
    let halves: u32 = counts.iter().map(|it| it[0]).sum();
    assert_eq!(counts.iter().map(|it| it[1]).sum::<u32>(), 990);
    assert_eq!(row.len(), clusters.count());
    for (cluster, (&entry, [won, met])) in row.iter().zip(&counts).enumerate() {
        let (won, met) = if *met > 0 { (*won, *met) } else { (halves, 990) };
        let expected = (won * u32::from(OCHS_ONE) + met) / (2 * met);
        assert_eq!(u32::from(entry), expected, "{hole} on {complete}, cluster {cluster}");
    }
    counts.iter().filter(|it| it[1] == 0).count()
}

/// A row before the river is the mean over the boards to come; where no opponent can be in a cluster, its entry is the
/// strength itself.
fn assert_expected_ochs(row: &[u16], hole: Holding, cards: CardSet, clusters: &OpponentClusters) {
    let (_, halves) = distribution_of_hand(Deck::FULL, hole, cards, 50);
    let runouts = Street::full(Round::of_board_cards(cards.len()).unwrap()).runouts();
    let strength = halves as f64 / (f64::from(runouts) * f64::from(certain_win(Deck::FULL)));
    for (entry, mean) in row.iter().zip(ochs_of_hand(hole, cards, clusters)) {
        let expected = mean.unwrap_or(strength) * f64::from(OCHS_ONE);
        assert!((f64::from(*entry) - expected).abs() < 0.6, "{hole} on {cards}: {entry}, {expected}");
    }
}

#[test]
fn starting_hands_against_the_eight_clusters_are_as_printed() {
    // The shipped ones are held to all boards by a marked test.
    let rows = shipped_preflop_ochs(&OpponentClusters::johanson_2013()).unwrap();
    let printed = [
        ("44", [0.702, 0.635, 0.496, 0.614, 0.482, 0.558, 0.476, 0.180]),
        ("KQs", [0.646, 0.676, 0.638, 0.724, 0.682, 0.549, 0.497, 0.389]),
    ];
    for (hand, expected) in printed {
        for (cluster, expected) in expected.into_iter().enumerate() {
            let found = rows[class(hand)][cluster].unwrap();
            assert!((found - expected).abs() < 0.0006, "{hand} against cluster {}: {found}, {expected}", cluster + 1);
        }
    }
}

#[test]
#[ignore = "exhaustive: the rows of all river hands, some 40 core-seconds"]
fn river_hands_have_the_counted_number_of_rows_against_eight_clusters() {
    let clusters = OpponentClusters::johanson_2013();
    let rows = gather(&river_ochs(&clusters), &Silent).unwrap();
    assert_eq!(rows.len(), 16_935_446);
    assert_complete(&rows, Round::River, 2_598_960 * 1_081);
    for (hand, hole, complete) in sampled_hands(Round::River, 150) {
        let row = rows.row(rows.row_of_hand[hand.0 as usize] as usize);
        assert_ochs_row(row, hole, complete, &clusters);
    }
    for (hand, ..) in sampled_hands(Round::River, 3) {
        let row = rows.row_of_hand[hand.0 as usize];
        assert_row_totals(&rows, Round::River, row, |_, hole, complete| u64::from(naive_halves(hole, complete)));
    }
}

#[test]
#[ignore = "exhaustive: the river's rows twice, some 40 core-seconds and 3 GB"]
fn river_rows_do_not_depend_on_the_number_of_threads() {
    let clusters = OpponentClusters::johanson_2013();
    let [alone, together] =
        [1, 2].map(|threads| on_threads(threads, || gather(&river_ochs(&clusters), &Silent).unwrap()));
    assert!(alone.rows == together.rows && alone.row_of_hand == together.row_of_hand);
    assert!(alone.weights == together.weights && alone.strengths == together.strengths);
}

/// Rows of all holdings of an actual board, each in the slot of its own number.
fn rows_of_board(clusters: &OpponentClusters, complete: CardSet) -> (Vec<u16>, Vec<u16>) {
    let slot_of: [u16; HOLDINGS] = std::array::from_fn(|number| number as u16);
    let (mut rows, mut halves) = (vec![0; HOLDINGS * clusters.count()], vec![0; HOLDINGS]);
    OchsSweep::new(clusters).board_rows(complete, &slot_of, &mut rows, &mut halves);
    (rows, halves)
}

#[test]
fn any_number_of_clusters_gives_the_rows_of_comparing_with_every_opponent() {
    // 15 clusters fill one sweep, 16 and 20 need a second, 169 need twelve and leave clusters without survivors.
    let mut nobody_left = 0;
    for count in [1u8, 2, 15, 16, 20, 169] {
        let table: Vec<u8> = (0..169u8).map(|class| 1 + class % count).collect();
        let clusters = OpponentClusters::new(format!("by {count}"), Deck::FULL, &table).unwrap();
        for complete in ["AsAhAdKs2c", "2c3c4c5c7c", "9h8d3s2hTd"].map(board) {
            let (rows, halves) = rows_of_board(&clusters, complete);
            let free = Holding::all().filter(|hole| !hole.card_set().intersects(complete));
            for hole in free.step_by(83) {
                let row = &rows[hole.number() * clusters.count()..][..clusters.count()];
                nobody_left += assert_ochs_row(row, hole, complete, &clusters);
                assert_eq!(u32::from(halves[hole.number()]), naive_halves(hole, complete));
            }
        }
    }
    // On three aces nobody holds a pair of them, against 13 hands at least.
    assert!(nobody_left >= 13, "{nobody_left}");
}

#[test]
fn boards_without_survivors_of_a_cluster_are_left_out_of_the_mean() {
    let clusters = every_class_alone();
    // With Ac in the hand and As on the board only AhAd are left, on the 44 rivers that are neither of them.
    for (hole, cards) in [(holding("AcKd"), board("As7c2d3h")), (holding("AcKd"), board("AsAh7c2d"))] {
        let found = ochs_of_hand(hole, cards, &clusters);
        let mut sums = vec![(0.0, 0.0); 169];
        for_each_runout(Deck::FULL, hole, cards, &mut |complete| {
            for (sum, [won, met]) in sums.iter_mut().zip(naive_counts(hole, complete, StartingHand::number, 169)) {
                if met > 0 {
                    *sum = (sum.0 + f64::from(won) / f64::from(2 * met), sum.1 + 1.0);
                }
            }
        });
        for (class, (found, (sum, boards))) in found.iter().zip(&sums).enumerate() {
            let class = StartingHand::from_number(class).unwrap();
            assert_eq!(found.is_some(), *boards > 0.0, "{class}");
            assert!(found.is_none_or(|found| (found - sum / boards).abs() < 1e-12), "{class}: {found:?}");
        }
        let aces = sums[class("AA")].1;
        assert_eq!(aces, if cards.len() == 4 && cards.contains("Ah".parse().unwrap()) { 0.0 } else { 44.0 });
    }
}

#[test]
#[ignore = "exhaustive: OCHS of all turn hands twice, some 150 core-seconds"]
fn expected_ochs_of_the_turn_is_the_mean_of_the_rivers() {
    let index = BoardFirst::of(Deck::FULL, Round::Turn);
    let aces = [("AcKd", "As7c2d3h"), ("AcKd", "AsAh7c2d"), ("7c2d", "AsAhAc9d")];
    let aces = aces.map(|(hole, cards)| (holding(hole), board(cards)));
    for clusters in [OpponentClusters::johanson_2013(), aces_alone()] {
        let rows = gather(&expected_ochs(Round::Turn, &clusters), &Silent).unwrap();
        assert_complete(&rows, Round::Turn, 270_725 * 1_128);
        let sampled = sampled_hands(Round::Turn, 60).map(|(_, hole, cards)| (hole, cards));
        for (hole, cards) in sampled.chain(aces) {
            let row = rows.row(rows.row_of_hand[index.index(hole, cards).0 as usize] as usize);
            assert_expected_ochs(row, hole, cards, &clusters);
        }
    }
}

/// A cluster of aces alone: on some boards nobody can hold it.
fn aces_alone() -> OpponentClusters {
    let table = StartingHand::all().map(|class| if class.number() == 168 { 8 } else { 1 + class.number() as u8 % 7 });
    OpponentClusters::new("aces".to_owned(), Deck::FULL, &table.collect::<Vec<u8>>()).unwrap()
}

#[test]
fn ochs_before_the_river_is_the_mean_over_the_boards_to_come() {
    let hands =
        [("AcKd", "As7c2d"), ("9h8h", "7hTh2c"), ("7c2d", "AsAhAc9d"), ("AcKd", "As7c2d3h"), ("JdTd", "9d8s2c3h")];
    for clusters in [OpponentClusters::johanson_2013(), aces_alone()] {
        for (hole, cards) in hands.map(|(hole, cards)| (holding(hole), board(cards))) {
            let round = Round::of_board_cards(cards.len()).unwrap();
            assert_expected_ochs(&expected_ochs(round, &clusters).row_of_hand(hole, cards), hole, cards, &clusters);
        }
    }
}

#[test]
#[ignore = "exhaustive: OCHS of all flop hands, some 60 core-seconds"]
fn expected_ochs_of_the_flop_is_complete() {
    let clusters = OpponentClusters::johanson_2013();
    let rows = gather(&expected_ochs(Round::Flop, &clusters), &Silent).unwrap();
    assert_complete(&rows, Round::Flop, 22_100 * 1_176);
}
