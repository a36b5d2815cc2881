//! Opponent clusters: the printed table is the best of its kind, computed ones are no worse, files give them back.

use crate::naive::on_threads;
use abstraction::cluster_file::{read_clusters, write_clusters};
use abstraction::clustering::starting_hands::StartingHandHistograms;
use abstraction::error::AbstractionError;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::features::strengths::RiverStrengths;
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use serde_json::json;
use std::sync::OnceLock;
use tables::error::Failure;
use tables::file::array::ArrayFile;
use tables::together::progress::Silent;

const SEED: u64 = 2013;

fn distributions() -> &'static PreflopDistributions {
    static DISTRIBUTIONS: OnceLock<PreflopDistributions> = OnceLock::new();
    DISTRIBUTIONS.get_or_init(|| PreflopDistributions::build(&RiverStrengths::build(Deck::FULL, &Silent).unwrap(), 50))
}

fn histograms() -> StartingHandHistograms {
    let rows: Vec<_> = StartingHand::all().map(|hand| (hand, distributions().row(hand.number()))).collect();
    StartingHandHistograms::new(&rows).unwrap()
}

fn compute(count: usize, seed: u64, restarts: usize) -> OpponentClusters {
    OpponentClusters::compute(distributions(), count, seed, restarts, &Silent).unwrap()
}

/// Mean EMD per combo in bins, from plain histograms.
fn cost(clusters: &OpponentClusters) -> f64 {
    let total = distributions().total() as f64;
    let cumulative = |class: StartingHand| {
        let mut sum = 0;
        let counts = distributions().row(class.number()).iter();
        counts.map(|count| (sum, sum += count).0 as f64 / total).collect::<Vec<f64>>()
    };
    let mut cost = 0.0;
    for cluster in 0..clusters.count() as u8 {
        let members = || StartingHand::all().filter(|&class| clusters.cluster_of(class) == cluster);
        let combos: usize = members().map(StartingHand::combos).sum();
        let mut centre = vec![0.0; 50];
        for class in members() {
            let share = class.combos() as f64 / combos as f64;
            centre.iter_mut().zip(cumulative(class)).for_each(|(sum, value)| *sum += share * value);
        }
        for class in members() {
            let emd: f64 = cumulative(class).iter().zip(&centre).map(|(a, b)| (a - b).abs()).sum();
            cost += class.combos() as f64 * emd;
        }
    }
    cost / 1_326.0
}

/// Combo-weighted mean equity of each cluster.
fn strengths(clusters: &OpponentClusters) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); clusters.count()];
    for class in StartingHand::all() {
        let sum = &mut sums[usize::from(clusters.cluster_of(class))];
        sum.0 += class.combos() as f64 * distributions().equity(class.number());
        sum.1 += class.combos() as f64;
    }
    sums.into_iter().map(|(sum, combos)| sum / combos).collect()
}

#[test]
fn the_printed_table_has_the_printed_combos_and_goes_from_weak_to_strong() {
    let printed = OpponentClusters::johanson_2013();
    assert_eq!((printed.name(), printed.count()), ("johanson2013", 8));
    assert_eq!(printed.combos(), [224, 188, 164, 202, 140, 206, 160, 42]);
    // Suited hands stand above the diagonal: rows and columns from the deuce to the ace.
    let cells = [("22", 4), ("32s", 1), ("32o", 1), ("A2s", 6), ("A2o", 6), ("65s", 3), ("65o", 1), ("75o", 2)];
    let more = [("98o", 3), ("T9s", 5), ("KJs", 7), ("KJo", 7), ("K9s", 7), ("K9o", 6), ("KK", 8), ("AA", 8)];
    for (class, cluster) in cells.into_iter().chain(more) {
        assert_eq!(printed.cluster_of(class.parse().unwrap()) + 1, cluster, "{class}");
    }
    // J13 numbers them as printed, not by equity: against a random hand 1 to 8 also rises.
    assert!(strengths(&printed).is_sorted(), "{:?}", strengths(&printed));
}

#[test]
fn a_lloyd_step_gives_the_printed_table_back() {
    let printed = OpponentClusters::johanson_2013();
    let next = histograms().lloyd_step(&printed.of_deck());
    let moved: Vec<StartingHand> =
        StartingHand::all().filter(|class| next[class.number()] != printed.table()[class.number()]).collect();
    assert!(moved.is_empty(), "{moved:?}");
    assert!((cost(&printed) - 1.3475).abs() < 0.00005, "{}", cost(&printed));
    assert!((histograms().cost(&printed.of_deck()) - cost(&printed)).abs() < 1e-9);
}

#[test]
fn computed_clusters_cost_no_more_than_the_printed_ones() {
    let computed = compute(8, SEED, DEFAULT_RESTARTS);
    let printed = OpponentClusters::johanson_2013();
    assert!(cost(&computed) <= cost(&printed) + 1e-9, "{} against {}", cost(&computed), cost(&printed));
    assert_eq!(histograms().lloyd_step(&computed.of_deck()), computed.of_deck());
}

#[test]
fn clusters_of_any_number_are_filled_and_numbered_from_weak_to_strong() {
    let mut costs = Vec::new();
    let computed = [1, 2, 3, 20, 169].map(|count| compute(count, SEED, 25));
    for (count, clusters) in [1, 2, 3, 20, 169].into_iter().zip(&computed) {
        assert_eq!(clusters.count(), count);
        assert!(clusters.combos().iter().all(|&combos| combos > 0));
        assert_eq!(clusters.combos().iter().sum::<u32>(), 1_326);
        let strengths = strengths(clusters);
        assert!(strengths.is_sorted(), "K = {count}: {strengths:?}");
        costs.push(cost(clusters));
    }
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    assert!(costs[4] < 1e-12);
    let [_, two, _, _, alone] = &computed;
    let cluster = |clusters: &OpponentClusters, class: &str| clusters.cluster_of(class.parse().unwrap());
    assert_eq!((cluster(two, "32o"), cluster(two, "AA")), (0, 1));
    assert_eq!((cluster(alone, "32o"), cluster(alone, "AA")), (0, 168));
}

#[test]
fn a_seed_gives_the_same_clusters_on_any_number_of_threads() {
    distributions();
    assert_eq!(on_threads(1, || compute(8, 7, 40)), on_threads(2, || compute(8, 7, 40)));
}

#[test]
fn numbers_of_clusters_that_do_not_exist_are_refused() {
    for count in [0, 170, usize::MAX] {
        let error = OpponentClusters::compute(distributions(), count, SEED, 5, &Silent).unwrap_err();
        assert!(matches!(error, AbstractionError::Clustering(_)), "{error}");
        assert!(error.is_input_error());
    }
    assert!(OpponentClusters::compute(distributions(), 8, SEED, 0, &Silent).is_err());
}

type Change = &'static dyn Fn(&mut Vec<u8>);

#[test]
fn partitions_with_a_hole_are_refused() {
    let table = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut table: Vec<u8> = (0..169).map(|class| 1 + class % 8).collect();
        change(&mut table);
        OpponentClusters::new("made".to_owned(), Deck::FULL, &table)
    };
    assert_eq!(table(&|_| {}).unwrap().count(), 8);
    let wrong: [(&str, Change); 5] = [
        ("168 starting hands instead of 169", &|table| _ = table.pop()),
        ("170 starting hands instead of 169", &|table| table.push(1)),
        ("no starting hand in cluster 3", &|table| table.iter_mut().filter(|it| **it == 3).for_each(|it| *it = 4)),
        ("a cluster 0", &|table| table[5] = 0),
        ("no starting hand in cluster 9", &|table| table[5] = 255),
    ];
    for (found, change) in wrong {
        let error = table(change).unwrap_err();
        assert!(error.is_input_error());
        assert!(error.to_string().contains(found) && error.to_string().contains("'made'"), "{error}");
    }
    assert!(OpponentClusters::new("nothing".to_owned(), Deck::FULL, &[0; 169]).is_err());
}

#[test]
fn a_cluster_file_gives_the_same_clusters_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clusters.eqp");
    let printed = OpponentClusters::johanson_2013();
    let recipe = json!({ "source": "johanson2013" });
    let fingerprint = write_clusters(&path, &printed, recipe.clone(), 1.3475).unwrap();
    let (found, parent) = read_clusters(&path).unwrap();
    assert_eq!(found, printed);
    assert_eq!((parent.name.as_str(), parent.fingerprint), ("opponent_clusters", fingerprint));
    let file = ArrayFile::open(&path).unwrap();
    assert_eq!(file.header().recipe, recipe);
    assert_eq!(file.meta::<f64>("mean_emd_in_bins").unwrap(), 1.3475);
    assert_eq!(file.meta::<usize>("clusters").unwrap(), 8);
    assert_eq!(file.section::<u8>("cluster_of").unwrap()[0], 4, "numbered from 1, as users see them");

    // Its last byte but padding is a cluster: a damaged one is not believed.
    let bytes = std::fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        match read_clusters(&path) {
            Err(error) => assert!(error.is_input_error(), "byte {place}: {error}"),
            Ok((found, _)) => assert_eq!(found, printed, "byte {place}"),
        }
    }
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(read_clusters(&path).unwrap_err().is_input_error());
    let missing = read_clusters(&folder.path().join("nowhere")).unwrap_err();
    assert!(missing.to_string().contains("nowhere"), "{missing}");
}
