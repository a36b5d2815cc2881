//! What is said of bucket sizes, held to sizes that can be counted on fingers.

use crate::made_tables::Made;
use abstraction::cluster_file::ClusterWeights;
use abstraction::distance::Distance;
use abstraction::explain::bucket::mean_buckets_on_a_board;
use abstraction::explain::quality::{BucketQuality, bucket_quality, cost_unit};
use abstraction::recipe::{BucketRecipe, Feature, Method};
use abstraction::street::Street;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use evaluator::round::Round;
use serde_json::{Value, json};
use std::collections::HashSet;
use tables::buckets::table::{BucketTable, BucketTableContents};

/// A file whose buckets hold these many deals each, two deals a hand.
fn quality(deals: &[u64], facts: Value) -> BucketQuality {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let hands: Vec<u64> = deals.iter().map(|deals| deals / 2).collect();
    let strength: Vec<f32> = (0..deals.len()).map(|bucket| bucket as f32 / 100.0).collect();
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round: Round::Turn,
        recipe: json!({}),
        parents: Vec::new(),
        facts,
        buckets: &[0],
        centres: &strength,
        hands_in_bucket: &hands,
        deals_in_bucket: deals,
        mean_strength: &strength,
        cost_per_iteration: &[3.0, 2.5],
    };
    contents.write(&path).unwrap();
    bucket_quality(&BucketTable::open(&path).unwrap()).unwrap()
}

#[test]
fn equal_buckets_are_all_effective() {
    let found = quality(&[100; 8], json!({}));
    assert!((found.effective_buckets - 8.0).abs() < 1e-9, "{}", found.effective_buckets);
    assert_eq!((found.street.as_str(), found.hands, found.deals, found.buckets), ("turn", 400, 800, 8));
    assert_eq!(found.deals_at_quartiles, [100; 5]);
    assert_eq!((found.sizes.lowest, found.sizes.buckets.as_slice()), (0, &[8][..]));
    assert_eq!((found.giant_buckets, found.empty_buckets), (0, 0));
    assert_eq!(found.cost_per_iteration, [3.0, 2.5]);
}

#[test]
fn effective_buckets_are_two_to_the_entropy() {
    // Half, a quarter, an eighth twice: 1.75 bits.
    let found = quality(&[4, 8, 16, 4], json!({}));
    assert!((found.effective_buckets - 1.75f64.exp2()).abs() < 1e-12, "{}", found.effective_buckets);
    assert_eq!(found.deals_at_quartiles, [4, 4, 4, 8, 16]);
    // The mean is 8: two at a half of it, one at it, one at twice.
    assert_eq!((found.sizes.lowest, found.sizes.buckets.as_slice()), (-1, &[2, 1, 1][..]));
}

#[test]
fn giants_are_listed_largest_first_and_five_at_most() {
    let mut deals = vec![2; 200];
    for (bucket, giant) in [(3, 1_000), (50, 3_000), (77, 2_000), (90, 1_500), (150, 1_200), (199, 1_100)] {
        deals[bucket] = giant;
    }
    let found = quality(&deals, json!({}));
    // The mean is (194 · 2 + 9,800) / 200 = 50.94 deals: all six are above its tenfold.
    assert_eq!(found.giant_buckets, 6);
    let listed: Vec<(usize, u64)> = found.giants.iter().map(|giant| (giant.bucket, giant.deals)).collect();
    assert_eq!(listed, [(50, 3_000), (77, 2_000), (90, 1_500), (150, 1_200), (199, 1_100)]);
    let first = &found.giants[0];
    assert_eq!((first.hands, first.mean_strength), (1_500, 0.5));
    assert!((first.share - 3_000.0 / 10_188.0).abs() < 1e-12);
    // Exactly ten times the mean of 19 is none yet.
    let mut deals = vec![10; 20];
    deals[4] = 190;
    assert_eq!(quality(&deals, json!({})).giant_buckets, 0);
    deals[4] = 191 + 200;
    assert_eq!(quality(&deals, json!({})).giant_buckets, 1);
}

#[test]
fn empty_buckets_are_those_asked_for_and_not_filled() {
    assert_eq!(quality(&[10, 10], json!({ "requested_buckets": 5 })).empty_buckets, 3);
    let with_holes = quality(&[10, 0, 10], json!({}));
    assert_eq!((with_holes.buckets, with_holes.empty_buckets), (2, 1));
    assert_eq!(with_holes.deals_at_quartiles[0], 10);
}

#[test]
fn what_the_file_says_of_its_making_is_passed_on() {
    let facts = json!({
        "distinct_rows": 7, "within_cluster_cost": 0.25, "converged": true, "strength_variance_explained": 0.99,
    });
    let found = quality(&[10], facts);
    assert_eq!((found.distinct_rows, found.within_cluster_cost), (Some(7), Some(0.25)));
    assert_eq!((found.converged, found.strength_variance_explained), (Some(true), Some(0.99)));
    let silent = quality(&[10], json!({ "distinct_rows": null }));
    assert_eq!((silent.distinct_rows, silent.converged, silent.requested_buckets), (None, None, None));
}

#[test]
fn sizes_of_a_damaged_file_are_no_panic() {
    let found = quality(&[u64::MAX, u64::MAX, 9], json!({ "requested_buckets": 1 }));
    assert_eq!((found.deals, found.buckets, found.empty_buckets), (u64::MAX, 3, 0));
}

#[test]
fn a_street_in_a_file_is_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let table = Made::plain().open(folder.path(), "file", Round::Flop, 3, |hand| (hand % 3) as u32);
    let found = bucket_quality(&table).unwrap();
    assert_eq!((found.hands, found.deals), (1_286_792, 22_100 * 1_176));
    assert!((2.9..=3.0).contains(&found.effective_buckets));
}

#[test]
fn buckets_on_a_board_are_those_of_all_actual_flops() {
    let folder = tempfile::tempdir().unwrap();
    let bucket_of = |hand: u64| (hand.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as u32 % 700;
    let table = Made::plain().open(folder.path(), "file", Round::Flop, 700, bucket_of);
    let index = BoardFirst::of(Deck::FULL, Round::Flop);
    let (mut boards, mut met) = (0_u64, 0);
    let cards: Vec<Card> = CardSet::FULL_DECK.iter().collect();
    for (high, &first) in cards.iter().enumerate() {
        for (middle, &second) in cards[..high].iter().enumerate() {
            for &third in &cards[..middle] {
                let board = CardSet::of(&[first, second, third]);
                let hands = Holding::all().filter(|hole| !hole.card_set().intersects(board));
                met += hands.map(|hole| bucket_of(index.index(hole, board).0)).collect::<HashSet<u32>>().len();
                boards += 1;
            }
        }
    }
    assert_eq!(boards, 22_100);
    let found = mean_buckets_on_a_board(&table).unwrap();
    assert!((found - met as f64 / boards as f64).abs() < 1e-9, "{found}");
    let part = Made::plain().open_with(folder.path(), "part", Round::Flop, 2, &[0, 1]);
    assert_eq!(mean_buckets_on_a_board(&part), None);
}

#[test]
fn costs_have_the_unit_of_their_distance() {
    let unit = |feature, distance| {
        cost_unit(&BucketRecipe::new(Street::full(Round::Flop), feature, 9, 1).with_distance(distance))
    };
    assert_eq!(unit(Feature::Hsd { bins: 50 }, Distance::EarthMover), "bins");
    assert_eq!(unit(Feature::Ochs { clusters: 8 }, Distance::Euclidean), "squared strength");
    assert_eq!(unit(Feature::Ochs { clusters: 8 }, Distance::EarthMover), "combos");
    assert_eq!(unit(Feature::Strength, Distance::EarthMover), "strength");
}

#[test]
fn recipes_of_usual_weights_stand_in_files_as_they_always_did() {
    let usual = BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters: 8 }, 9, 1);
    assert!(usual.to_json().get("weights").is_none());
    let equal = BucketRecipe { weights: ClusterWeights::Equal, ..usual.clone() };
    assert_eq!(equal.to_json()["weights"], "equal");
    for recipe in [usual, equal] {
        assert_eq!(BucketRecipe::from_json(&recipe.to_json()).unwrap(), recipe);
    }
}

#[test]
fn strength_beside_clusters_is_written_with_what_it_counts_and_refused_elsewhere() {
    let feature = Feature::OchsStrength { clusters: 8, strength_percent: 100 };
    assert_eq!("ochs-strength".parse(), Ok(feature));
    assert_eq!((feature.dimensions(), feature.opponent_clusters()), (9, Some(8)));
    let recipe = BucketRecipe::new(Street::full(Round::River), feature, 9, 1);
    let json = recipe.to_json();
    assert_eq!(
        (&json["feature"], &json["clusters"], &json["strength_percent"], &json["distance"]),
        (&"ochs-strength".into(), &8.into(), &100.into(), &"l2".into())
    );
    assert_eq!(BucketRecipe::from_json(&json).unwrap(), recipe);
    assert_eq!(cost_unit(&recipe), "squared strength");
    let wrong = [
        (recipe.clone().with_distance(Distance::EarthMover), "l2 for the feature ochs-strength"),
        (BucketRecipe { method: Method::Percentiles, ..recipe.clone() }, "strength or strength-squared"),
        (
            BucketRecipe { feature: Feature::OchsStrength { clusters: 8, strength_percent: 0 }, ..recipe.clone() },
            "1 to 10000",
        ),
        (BucketRecipe { feature: feature.with_opponent_clusters(170), ..recipe }, "1 to 169"),
    ];
    for (recipe, part) in wrong {
        let line = recipe.check().unwrap_err().to_string();
        assert!(line.contains(part) && !line.contains('\n'), "{line}");
    }
}

#[test]
fn weights_are_refused_where_there_are_no_clusters_to_weigh() {
    for (feature, distance) in [
        (Feature::Hsd { bins: 50 }, Distance::Euclidean),
        (Feature::Strength, Distance::Euclidean),
        (Feature::Ochs { clusters: 8 }, Distance::EarthMover),
    ] {
        let recipe = BucketRecipe::new(Street::full(Round::River), feature, 9, 1).with_distance(distance);
        assert!(recipe.check().is_ok());
        let line = BucketRecipe { weights: ClusterWeights::Equal, ..recipe }.check().unwrap_err().to_string();
        assert!(line.contains("weights") && line.contains("with the distance l2") && !line.contains('\n'), "{line}");
    }
}
