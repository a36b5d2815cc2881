//! Why a hand is in its bucket: distances held to their definitions, rows to those that clustering sees.

use crate::made_tables::Made;
use crate::naive::{board, embedded, holding, in_bins, sampled_hands, weighted_squared};
use crate::shared_source::source;
use abstraction::distance::Distance;
use abstraction::error::AbstractionError;
use abstraction::explain::bucket::{Placement, occupancy, place_hand};
use abstraction::features::build_features::embedding_of;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::Holding;
use evaluator::round::Round;
use tables::buckets::table::BucketTable;
use tables::together::progress::Silent;

type Cards = (Holding, CardSet);

fn place(table: &BucketTable, cards: Cards, bucket: u32, clusters: Option<&OpponentClusters>) -> Placement {
    place_hand(table, cards, bucket, clusters, &mut source(), &Silent).unwrap()
}

/// A file with the rows of some hands as centres, and hardly a hand in it.
fn file_of_rows(recipe: &BucketRecipe, hands: &[Cards], clusters: Option<&OpponentClusters>) -> BucketTable {
    let embedding = embedding_of(recipe, clusters).unwrap();
    let mut source = source();
    let feature = source.feature(recipe, clusters, &Silent).unwrap();
    let mut centres = Vec::new();
    for &(hole, board) in hands {
        centres.extend(embedded(&embedding, &feature.row_of_hand(hole, board)).into_iter().map(f32::from));
    }
    let folder = tempfile::tempdir().unwrap();
    Made::of(recipe, &centres).open_with(folder.path(), "file", recipe.round, hands.len(), &[0])
}

#[test]
fn a_river_hand_lies_at_its_own_row_and_the_weighted_distance_from_others() {
    let clusters = OpponentClusters::johanson_2013();
    let recipe = BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters: 8 }, 3, 1);
    let hands = ["AhKd", "Jc9h", "2s2d"].map(|hole| (holding(hole), board("4d5d9d6cJs")));
    let table = file_of_rows(&recipe, &hands, Some(&clusters));
    let found = place(&table, hands[1], 1, Some(&clusters));
    assert_eq!((found.feature, found.unit), ("ochs", "squared strength"));
    assert_eq!((found.nearest[0].bucket, found.nearest[0].distance, found.own_distance), (1, 0.0, 0.0));
    assert!(found.own_is_nearest);
    let exact = hands.map(|(hole, board)| {
        ochs_of_hand(hole, board, &clusters).into_iter().map(Option::unwrap).collect::<Vec<f64>>()
    });
    let shares: Vec<f64> = clusters.combos().iter().map(|&combos| f64::from(combos) / 1326.0).collect();
    for near in &found.nearest {
        let expected = weighted_squared(&shares, &exact[1], &exact[near.bucket]);
        assert!((near.distance - expected).abs() < 2e-3 * expected + 1e-9, "{near:?}, {expected}");
    }
    for (shown, exact) in found.row.iter().zip(&exact[1]) {
        assert!((shown - exact).abs() < 1e-4, "{shown}, {exact}");
    }
    // The same hand said to be in another bucket: its centre is not the nearest.
    let elsewhere = place(&table, hands[1], 2, Some(&clusters));
    assert!(!elsewhere.own_is_nearest && elsewhere.own_distance > 0.0);
    assert_eq!(elsewhere.own_distance, found.nearest.iter().find(|near| near.bucket == 2).unwrap().distance);
}

#[test]
fn a_flop_hand_is_as_many_bins_away_as_the_earth_mover_goes() {
    let recipe = BucketRecipe::new(Street::full(Round::Flop), Feature::Hsd { bins: 50 }, 6, 1);
    let holes = ["AhKd", "Jc9h", "2s2d", "9s9c", "3c2h", "QdTd"];
    let hands = holes.map(|hole| (holding(hole), board("4d5d9d")));
    let table = file_of_rows(&recipe, &hands, None);
    let counts = hands.map(|(hole, board)| distribution_of_hand(Deck::FULL, hole, board, 50).0);
    let found = place(&table, hands[0], 0, None);
    assert_eq!((found.unit, found.nearest.len()), ("bins", 5));
    assert!(found.nearest.is_sorted_by(|a, b| a.distance <= b.distance));
    for near in &found.nearest {
        let expected = in_bins(&counts[0], &counts[near.bucket]);
        assert!((near.distance - expected).abs() < 1e-9, "{near:?}, {expected}");
    }
    assert!((found.row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn rows_are_those_that_clustering_sees() {
    for round in [Round::Flop, Round::Turn, Round::River] {
        let recipe = BucketRecipe::new(Street::full(round), Feature::Hsd { bins: 50 }, 1, 1);
        let hands: Vec<Cards> = sampled_hands(round, 12).map(|(_, hole, board)| (hole, board)).collect();
        // Centres are embedded rows of the feature, so a hand lies exactly at its own.
        let table = file_of_rows(&recipe, &hands, None);
        for (number, &cards) in hands.iter().enumerate() {
            let found = place(&table, cards, number as u32, None);
            assert_eq!((found.own_distance, found.own_is_nearest), (0.0, true), "{} on {}", cards.0, cards.1);
        }
    }
}

#[test]
fn a_single_number_is_its_own_distance() {
    let recipe = BucketRecipe::new(Street::full(Round::Turn), Feature::Strength, 2, 1);
    let hands = ["AhKd", "Jc9h"].map(|hole| (holding(hole), board("4d5d9d6c")));
    let table = file_of_rows(&recipe, &hands, None);
    let strength = hands.map(|(hole, board)| {
        distribution_of_hand(Deck::FULL, hole, board, 1).1 as f64 / Street::full(Round::Turn).strength_unit()
    });
    let found = place(&table, hands[0], 0, None);
    assert_eq!((found.unit, found.nearest.len()), ("strength", 2));
    assert!((found.row[0] - strength[0]).abs() < 1e-5);
    assert!((found.nearest[1].distance - (strength[0] - strength[1]).abs()).abs() < 2e-5, "{found:?}");
}

#[test]
fn at_equal_distance_the_own_bucket_comes_first() {
    let recipe = BucketRecipe::new(Street::full(Round::River), Feature::Strength, 3, 1);
    let cards = (holding("AhKd"), board("4d5d9d6cJs"));
    let table = file_of_rows(&recipe, &[cards; 3], None);
    let found = place(&table, cards, 1, None);
    assert!(found.own_is_nearest);
    assert_eq!(found.nearest.iter().map(|near| near.bucket).collect::<Vec<_>>(), [1, 0, 2]);
}

#[test]
fn clusters_and_centres_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ochs = BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters: 5 }, 1, 1);
    let flop = BucketRecipe::new(Street::full(Round::Flop), Feature::Hsd { bins: 50 }, 1, 1)
        .with_distance(Distance::Euclidean);
    let clusters = OpponentClusters::johanson_2013();
    let river = Made::of(&ochs, &[0.0; 5]).open_with(folder.path(), "river", Round::River, 1, &[0]);
    let cut = Made::of(&flop, &[0.0; 49]).open_with(folder.path(), "flop", Round::Flop, 1, &[0]);
    let plain = Made::plain().open_with(folder.path(), "plain", Round::Flop, 1, &[0]);
    let (river_hand, flop_hand) = ((holding("AhKd"), board("4d5d9d6cJs")), (holding("AhKd"), board("4d5d9d")));
    for (table, cards, clusters, word) in [
        (&river, river_hand, None, "opponent clusters"),
        (&river, river_hand, Some(&clusters), "a file of 5 clusters, found 8 clusters"),
        (&cut, flop_hand, None, "expected 50, found 49"),
        (&plain, flop_hand, None, "recipe of the bucket file"),
    ] {
        let error = place_hand(table, cards, 0, clusters, &mut source(), &Silent).unwrap_err();
        assert!(matches!(error, AbstractionError::Recipe { .. }) && error.to_string().contains(word), "{error}");
    }
}

#[test]
fn occupancy_counts_hands_and_deals_and_ranks_sizes() {
    let folder = tempfile::tempdir().unwrap();
    // A tenth of the hands in bucket 0, three hands in bucket 1, the rest in bucket 2.
    let bucket_of = |hand: u64| match hand {
        5 | 1_000 | 1_286_791 => 1,
        _ if hand.is_multiple_of(10) => 0,
        _ => 2,
    };
    let table = Made::plain().open(folder.path(), "file", Round::Flop, 3, bucket_of);
    let small = occupancy(&table, 1, HandIndex(1_000)).unwrap();
    let index = BoardFirst::of(Deck::FULL, Round::Flop);
    let deals: u64 = [5, 1_000, 1_286_791].iter().map(|&hand| index.multiplicity(HandIndex(hand)).unwrap()).sum();
    assert_eq!((small.size.hands, small.size.deals, small.of, small.size_rank), (3, deals, 3, 3));
    assert!((small.size.share - deals as f64 / 25_989_600.0).abs() < 1e-15);
    // Its other two hands, and nothing else.
    let mates: Vec<(String, String)> = small.mates.iter().map(|it| (it.hole.clone(), it.board.clone())).collect();
    let expected = [5, 1_286_791].map(|hand| {
        let (hole, board) = index.unindex(HandIndex(hand)).unwrap();
        (hole.to_string(), board.iter().map(|card| card.to_string()).collect())
    });
    assert_eq!(mates, expected);
    assert_eq!([0, 2].map(|bucket| occupancy(&table, bucket, HandIndex(0)).unwrap().size_rank), [2, 1]);
    assert!(occupancy(&table, 3, HandIndex(0)).is_none());
}

#[test]
fn mates_are_spread_over_their_bucket_and_say_their_strength() {
    let folder = tempfile::tempdir().unwrap();
    let table = Made::plain().open(folder.path(), "file", Round::Turn, 2, |hand| (hand % 2) as u32);
    let own = HandIndex(4_321);
    let mates = occupancy(&table, 1, own).unwrap().mates;
    assert_eq!(mates, occupancy(&table, 1, own).unwrap().mates, "always the same");
    let index = BoardFirst::of(Deck::FULL, Round::Turn);
    let hands: Vec<u64> = mates
        .iter()
        .map(|mate| {
            let (hole, board) = (holding(&mate.hole), board(&mate.board));
            let (_, halves) = distribution_of_hand(Deck::FULL, hole, board, 1);
            assert_eq!(mate.strength, halves as f64 / (46.0 * 1980.0));
            index.index(hole, board).0
        })
        .collect();
    assert!(hands.iter().all(|&hand| hand % 2 == 1 && hand != own.0), "{hands:?}");
    // The middles of eight equal stretches of all the others.
    let others: Vec<u64> = (0..index.hands()).filter(|&hand| hand % 2 == 1 && hand != own.0).collect();
    let middles: Vec<u64> = (0..8).map(|part| others[(2 * part + 1) * others.len() / 16]).collect();
    assert_eq!(hands, middles);
}
