//! Tables that are shipped are those that would be computed, to the last bit.

use crate::shared_source::source;
use abstraction::cluster_file::ClusterSearch;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::features::opponent_cluster_hand_strength::{ochs_of_hand, preflop_ochs};
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::features::opponent_clusters::{
    SHIPPED_COUNTS, SHIPPED_SEED, all_shipped_clusters, shipped_clusters, shipped_distributions, shipped_preflop_ochs,
};
use abstraction::features::strengths::RiverStrengths;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use std::fs;
use std::path::Path;
use tables::together::progress::Silent;

fn found(count: u8) -> OpponentClusters {
    let distributions = shipped_distributions();
    OpponentClusters::compute(&distributions, count.into(), SHIPPED_SEED, DEFAULT_RESTARTS, &Silent).unwrap()
}

fn assert_ochs(clusters: &OpponentClusters) {
    let shipped = shipped_preflop_ochs(clusters).unwrap();
    assert!(shipped == preflop_ochs(clusters), "{} clusters", clusters.count());
}

#[test]
#[ignore = "writes the shipped tables anew: a minute or two"]
fn make_the_shipped_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shipped");
    let PreflopDistributions { counts, halves, .. } =
        PreflopDistributions::build(&RiverStrengths::build(Deck::FULL, &Silent).unwrap(), DEFAULT_BINS);
    let counts = counts.into_iter().flat_map(|count| u32::try_from(count).unwrap().to_le_bytes());
    let distributions: Vec<u8> = counts.chain(halves.into_iter().flat_map(u64::to_le_bytes)).collect();
    let file = folder.join("distributions.bin");
    let is_new = fs::read(&file).unwrap_or_default() != distributions;
    fs::write(file, distributions).unwrap();
    assert!(!is_new, "the searches below read what was compiled in: run this test again");
    let (mut grids, mut ochs) = (Vec::new(), Vec::new());
    for clusters in SHIPPED_COUNTS.map(found).into_iter().chain([OpponentClusters::johanson_2013()]) {
        let rows = preflop_ochs(&clusters).concat();
        ochs.extend(rows.into_iter().flat_map(|value| value.unwrap_or(f64::NAN).to_le_bytes()));
        let row = |row: &[u8]| row.iter().map(|cluster| (cluster + 1).to_string()).collect::<Vec<_>>().join(" ");
        grids.push(clusters.table().chunks(13).map(row).collect::<Vec<_>>().join("\n"));
    }
    // The published clusters are a table of the library.
    grids.pop();
    fs::write(folder.join("opponent-clusters.txt"), grids.join("\n\n") + "\n").unwrap();
    fs::write(folder.join("preflop-ochs.bin"), ochs).unwrap();
}

#[test]
fn distributions_are_those_of_all_boards() {
    let computed = PreflopDistributions::build(source().river(Deck::FULL, &Silent).unwrap(), DEFAULT_BINS);
    let shipped = shipped_distributions();
    assert!((shipped.bins, &shipped.counts, &shipped.halves) == (computed.bins, &computed.counts, &computed.halves));
}

#[test]
fn a_search_finds_the_shipped_clusters() {
    for count in [1, 2, 8] {
        assert_eq!(shipped_clusters(count).unwrap(), found(count));
    }
    assert!(SHIPPED_COUNTS.iter().all(|&count| shipped_clusters(count).unwrap().count() == usize::from(count)));
    assert_eq!(shipped_clusters(13), None);
}

#[test]
#[ignore = "exhaustive: fourteen searches, half a minute"]
fn searches_find_all_shipped_clusters() {
    for count in SHIPPED_COUNTS {
        assert_eq!(shipped_clusters(count).unwrap(), found(count));
    }
}

/// A search with other settings is another search.
#[test]
fn only_the_usual_search_is_answered_from_the_tables() {
    let usual = ClusterSearch::new(Deck::FULL, 6, SHIPPED_SEED);
    assert_eq!(usual.shipped(), shipped_clusters(6));
    for other in [
        ClusterSearch { seed: 2, ..usual },
        ClusterSearch { restarts: 999, ..usual },
        ClusterSearch { bins: 49, ..usual },
        ClusterSearch { count: 13, ..usual },
    ] {
        assert_eq!(other.shipped(), None, "{other:?}");
    }
    let other_bins = source().preflop(Deck::FULL, 10, &Silent).unwrap();
    assert_eq!((other_bins.bins, other_bins.row(168).len()), (10, 10));
}

/// That they are the computed ones is tested for one hand below, and for all by the marked test.
#[test]
fn ochs_before_the_flop_lies_where_it_is_looked_for() {
    let aces = StartingHand::from_number(168).unwrap();
    let shipped = &shipped_preflop_ochs(&shipped_clusters(12).unwrap()).unwrap()[168];
    assert_eq!(&ochs_of_hand(aces.first_holding(), CardSet::default(), &shipped_clusters(12).unwrap()), shipped);
    // Aces win against each cluster, 32s loses to most.
    for clusters in all_shipped_clusters() {
        let rows = shipped_preflop_ochs(&clusters).unwrap();
        assert_eq!((rows.len(), rows[0].len()), (169, clusters.count()));
        assert!(rows[168].iter().flatten().all(|strength| (0.49..0.95).contains(strength)), "{}", clusters.count());
        let mean = |row: &[Option<f64>]| row.iter().flatten().sum::<f64>() / row.len() as f64;
        assert!(mean(&rows[168]) > 0.75 && mean(&rows[1]) < 0.5, "{}", clusters.count());
    }
    let other = OpponentClusters::new(
        "other".to_owned(),
        Deck::FULL,
        &(1..=169).map(|class| 1 + class % 5).collect::<Vec<u8>>(),
    );
    assert_eq!(shipped_preflop_ochs(&other.unwrap()), None);
}

#[test]
#[ignore = "exhaustive: all boards for every kind of clusters, a minute"]
fn all_shipped_ochs_is_that_of_all_boards() {
    all_shipped_clusters().for_each(|clusters| assert_ochs(&clusters));
}
