//! Clusters of the 169 starting hands: none empty, each hand nearest its own, the same for a seed.

use crate::naive::{in_bins, on_threads};
use abstraction::clustering::ClusteringError;
use abstraction::clustering::seeding::{below, generator};
use abstraction::clustering::starting_hands::{L1InLanes, StartingHandClusters, StartingHandHistograms};
use evaluator::holding::StartingHand;
use linfa_nn::distance::{Distance, L1Dist};
use ndarray::Array2;
use tables::together::progress::Silent;

/// 169 histograms of 1,000 counts over 50 bins, stronger with the hand's number.
fn made_starting_hands() -> Vec<Vec<u64>> {
    let mut random = generator(12, 0);
    let histogram = |hand: u64| {
        let mut counts = vec![0; 50];
        let spread = 4 + below(&mut random, 20);
        (0..1_000).for_each(|_| counts[(hand / 6 + below(&mut random, spread)).min(49) as usize] += 1);
        counts
    };
    (0..169).map(histogram).collect()
}

/// The histograms of the starting hands in the order of their numbers.
fn histograms(hands: &[Vec<u64>]) -> Result<StartingHandHistograms, ClusteringError> {
    let rows: Vec<_> = StartingHand::all().zip(hands).map(|(hand, row)| (hand, row.as_slice())).collect();
    StartingHandHistograms::new(&rows)
}

fn clusters_of(
    hands: &[Vec<u64>],
    k: usize,
    seed: u64,
    restarts: usize,
) -> Result<StartingHandClusters, ClusteringError> {
    histograms(hands)?.cluster(k, seed, restarts, &Silent)
}

#[test]
fn starting_hands_settle_in_clusters_none_of_them_empty() {
    let hands = made_starting_hands();
    let histograms = histograms(&hands).unwrap();
    let mut costs = Vec::new();
    for k in [1, 2, 8, 60, 168, 169] {
        let found = clusters_of(&hands, k, 3, 24).unwrap();
        let mut clusters = found.cluster_of.to_vec();
        clusters.sort_unstable();
        clusters.dedup();
        assert_eq!(clusters, (0..k as u8).collect::<Vec<_>>());
        assert_eq!(histograms.lloyd_step(&found.cluster_of), found.cluster_of, "K = {k}");
        assert_eq!(histograms.cost(&found.cluster_of), found.cost_in_bins);
        costs.push(found.cost_in_bins);
    }
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    assert!(costs[5] < 1e-12, "a cluster each: only the rounding of means is left");
    // One cluster: the mean EMD from the overall histogram, computed with plain histograms.
    let combos = |hand| StartingHand::from_number(hand).unwrap().combos() as u64;
    let mut overall = vec![0; 50];
    for (hand, histogram) in hands.iter().enumerate() {
        overall.iter_mut().zip(histogram).for_each(|(sum, count)| *sum += combos(hand) * count);
    }
    let cost = hands.iter().enumerate().map(|(hand, h)| combos(hand) as f64 * in_bins(h, &overall));
    assert!((cost.sum::<f64>() / 1326.0 - costs[0]).abs() < 1e-9);
}

#[test]
fn starting_hand_clusters_depend_on_the_seed_alone() {
    let hands = made_starting_hands();
    let found = || clusters_of(&hands, 8, 5, 40).unwrap();
    assert_eq!(on_threads(1, found), on_threads(2, found));
    let one = clusters_of(&hands, 8, 5, 1).unwrap();
    assert!(found().cost_in_bins <= one.cost_in_bins);
}

#[test]
fn more_clusters_than_different_starting_hands_are_refused() {
    let mut hands = made_starting_hands();
    hands[3] = hands[4].clone();
    assert!(clusters_of(&hands, 168, 0, 1).is_ok());
    for (k, restarts) in [(169, 1), (0, 1), (170, 1), (8, 0)] {
        let refused = clusters_of(&hands, k, 0, restarts);
        assert!(matches!(refused, Err(ClusteringError::Setting { .. })), "{k} clusters, {restarts} restarts");
    }
    for (hand, bins) in [(0, 0), (168, 49)] {
        let mut uneven = hands.clone();
        uneven[hand].truncate(bins);
        assert!(matches!(clusters_of(&uneven, 8, 0, 1), Err(ClusteringError::Shape { .. })));
    }
    hands[9] = vec![0; 50];
    assert!(matches!(clusters_of(&hands, 8, 0, 1), Err(ClusteringError::ZeroWeight { row: 9 })));
}

#[test]
fn distances_in_lanes_are_linfas() {
    let mut random = generator(5, 0);
    for columns in [1, 7, 8, 50, 56] {
        let mut matrix = || Array2::from_shape_fn((3, columns), |_| below(&mut random, 1_000) as f64 / 1_000.0);
        let (a, b) = (matrix(), matrix());
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12 * other, "{one}, {other}");
        close(L1InLanes.distance(a.view(), b.view()), L1Dist.distance(a.view(), b.view()));
        close(L1InLanes.distance(a.t(), b.t()), L1Dist.distance(a.t(), b.t()));
        for (a, b) in a.rows().into_iter().zip(b.rows()) {
            close(L1InLanes.distance(a, b), L1Dist.distance(a, b));
            close(L1InLanes.rdistance(a, b), L1Dist.rdistance(a, b));
        }
    }
}
