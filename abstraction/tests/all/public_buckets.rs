//! Buckets local to public clusters: counts held to a walk over actual deals, buckets to the cluster of their flop.

use crate::naive::{board, holding, on_threads};
use crate::shared_source::{deals, small, source, source_of};
use abstraction::build_buckets::{BuildPlaces, BuildSummary, build_buckets};
use abstraction::error::AbstractionError;
use abstraction::explain::bucket::{mean_buckets_on_a_board, occupancy, place_hand};
use abstraction::explain::comparison::compare;
use abstraction::explain::spread::BucketTotals;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_clusters::shipped_distributions;
use abstraction::public::flop_clusters::{
    BINS, DIMENSIONS, FlopClusters, GROUPS, WHOLE, apportion, flop_rows, flops_of, starting_hand_groups,
};
use abstraction::public::local_buckets::class_totals;
use abstraction::recipe::{BucketRecipe, Feature, Method, PublicRecipe};
use abstraction::street::Street;
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::suit_permutation::SuitPermutation;
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::OnceLock;
use tables::buckets::table::BucketTable;
use tables::error::{Failure, TableError};
use tables::together::progress::Silent;
use tables::together::ranks::Alone;

const HSD: Feature = Feature::Hsd { bins: 50 };

fn public(recipe: BucketRecipe, clusters: usize, fine: usize) -> BucketRecipe {
    BucketRecipe { max_iterations: 8, public: Some(PublicRecipe { clusters, fine }), ..recipe }
}

fn flop_recipe(deck: Deck) -> BucketRecipe {
    public(BucketRecipe::new(Street::new(deck, Round::Flop), HSD, 60, 11), 6, 200)
}

fn turn_recipe(deck: Deck) -> BucketRecipe {
    public(BucketRecipe::new(Street::new(deck, Round::Turn), Feature::Strength, 50, 3), 7, 150)
}

fn build(recipe: &BucketRecipe, path: &Path) -> BuildSummary {
    let places = BuildPlaces { file: path, resume: &path.with_extension("clustering"), ranks: &Alone };
    build_buckets(recipe, None, &mut source_of(recipe.deck), places, &Silent).unwrap()
}

/// Files that several tests read.
struct Files {
    folder: tempfile::TempDir,
    summaries: [BuildSummary; 2],
}

impl Files {
    fn shared() -> &'static Self {
        static FILES: OnceLock<Files> = OnceLock::new();
        FILES.get_or_init(|| Self::made(small()))
    }

    fn made(deck: Deck) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = |(recipe, name)| on_threads(1, || build(recipe, &folder.path().join(name)));
        let summaries = [(&flop_recipe(deck), "flop"), (&turn_recipe(deck), "turn")].map(made);
        Self { folder, summaries }
    }

    fn tables(&self) -> [BucketTable; 2] {
        ["flop", "turn"].map(|name| BucketTable::open(&self.folder.path().join(name)).unwrap())
    }
}

/// Every board that a permutation of the suits makes of one.
fn orbit(board: CardSet) -> Vec<CardSet> {
    let mut boards: Vec<CardSet> = SuitPermutation::all().map(|it| it.card_set(board)).collect();
    boards.sort_by_key(|board| board.bits());
    boards.dedup();
    boards
}

#[test]
fn counts_of_deals_by_flop_are_those_of_a_walk_over_actual_deals() {
    deals_are_counted(small());
}

#[test]
#[ignore = "classes of all hands of the full deck"]
fn counts_of_deals_by_flop_are_those_of_the_full_deck() {
    deals_are_counted(Deck::FULL);
}

fn deals_are_counted(deck: Deck) {
    let flop_boards = BoardFirst::of(deck, Round::Flop).boards() as u32;
    let flops = FlopClusters::new(deck, &(0..flop_boards).map(|flop| flop * 7 % 5).collect::<Vec<_>>());
    for round in [Round::Flop, Round::Turn, Round::River] {
        let index = BoardFirst::of(deck, round);
        let numbers = [0, index.boards() / 2, index.boards() - 1];
        // Hands on these boards are in classes 1 to 3, all others in class 0.
        let mut classes = vec![0; index.hands() as usize];
        for &number in &numbers {
            index.board_hands(number).for_each(|hand| classes[hand as usize] = 1 + (hand % 3) as u32);
        }
        let found = class_totals(round, 4, &classes, &flops, &mut source_of(deck), &Silent).unwrap();
        let mut expected = vec![BucketTotals::default(); 4 * flops.count()];
        for &number in &numbers {
            let (mut seen, mut strengths) = (HashSet::new(), HashMap::new());
            for board in orbit(index.board(number)) {
                for hole in deck.all_holdings().filter(|hole| !hole.card_set().intersects(board)) {
                    let hand = index.index(hole, board);
                    let class = classes[hand.0 as usize] as usize;
                    let strength =
                        *strengths.entry(hand.0).or_insert_with(|| distribution_of_hand(deck, hole, board, 1).1);
                    let cards: Vec<Card> = board.iter().collect();
                    for (a, b, c) in triples(cards.len()) {
                        let flop = CardSet::of(&[cards[a], cards[b], cards[c]]);
                        let cluster = usize::from(flops.of_flop[BoardFirst::of(deck, Round::Flop).board_index(flop).0]);
                        let total = &mut expected[4 * cluster + class];
                        total.deals += 1;
                        total.strength += strength;
                        total.hands += u64::from(seen.insert((hand, cluster)));
                    }
                }
            }
        }
        for (cell, (found, expected)) in found.iter().zip(&expected).enumerate().filter(|(cell, _)| cell % 4 > 0) {
            assert_eq!(found, expected, "{round}, cluster {}, class {}", cell / 4, cell % 4);
        }
        let counted: u64 = found.iter().map(|total| total.deals).sum();
        let cards = round.board_cards() as u64;
        assert_eq!(counted, deals(deck, round) * (cards * (cards - 1) * (cards - 2) / 6), "{round}");
        let half = found.iter().map(|total| total.strength as f64).sum::<f64>() / counted as f64;
        let certain = Street::new(deck, round).strength_unit();
        assert!((half / certain - 0.5).abs() < 1e-12, "all hands together win half");
    }
}

fn triples(count: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..count).flat_map(move |c| (0..c).flat_map(move |b| (0..b).map(move |a| (a, b, c))))
}

#[test]
fn a_board_has_as_many_flops_as_choices_of_three_cards() {
    for (text, count) in [("2c7dKh", 1), ("2c7dKh9s", 4), ("2c7dKh9s4c", 10)] {
        let board = board(text);
        let mut flops: Vec<CardSet> = flops_of(board).collect();
        assert!(flops.iter().all(|flop| flop.len() == 3 && (*flop - board).is_empty()));
        flops.sort_by_key(|flop| flop.bits());
        flops.dedup();
        assert_eq!(flops.len(), count);
    }
}

proptest! {
    #[test]
    fn shares_differ_from_proportion_by_less_than_one_and_leave_nobody_out(
        weights in prop::collection::vec(1u64..1_000, 1..40), more in 0usize..3_000,
    ) {
        let seats = weights.len() + more;
        let shares = apportion(seats, &weights);
        prop_assert_eq!(shares.iter().sum::<usize>(), seats);
        prop_assert!(shares.iter().all(|&share| share > 0));
        let total: u64 = weights.iter().sum();
        let quota = |weight: u64| seats as f64 * weight as f64 / total as f64;
        if weights.iter().all(|&weight| quota(weight) >= 1.0) {
            for (&share, &weight) in shares.iter().zip(&weights) {
                prop_assert!((share as f64 - quota(weight)).abs() < 1.0);
            }
            // Whoever was rounded up had no smaller remainder than who was rounded down.
            let up = |(share, weight): &(&usize, &u64)| **share as f64 > quota(**weight);
            let remainder = |(_, weight): (&usize, &u64)| quota(*weight).fract();
            let least_up = shares.iter().zip(&weights).filter(up).map(remainder).fold(1.0, f64::min);
            let whole = |it: &(&usize, &u64)| !up(it);
            let most_down = shares.iter().zip(&weights).filter(whole).map(remainder).fold(0.0, f64::max);
            prop_assert!(least_up >= most_down - 1e-9, "{} {}", least_up, most_down);
        }
    }
}

#[test]
fn who_would_get_nothing_takes_one_from_the_largest() {
    assert_eq!(apportion(10, &[1, 1, 1_000, 900]), [1, 1, 4, 4]);
    assert_eq!(apportion(3, &[1, 1, 1_000]), [1, 1, 1]);
    assert_eq!(apportion(12, &[1, 1_000, 1_000]), [1, 5, 6]);
    assert_eq!(apportion(7, &[2, 2, 2]), [3, 2, 2]);
}

#[test]
fn a_flops_row_is_the_spread_of_expected_strength_in_each_group_of_starting_hands() {
    let groups = starting_hand_groups(&shipped_distributions());
    let mut combos = [0; GROUPS];
    Holding::all().for_each(|hole| combos[usize::from(groups[hole.starting_hand().number()])] += 1);
    assert!(combos.iter().all(|&it| (120..=145).contains(&it)), "{combos:?}");
    let rows = flop_rows(Deck::FULL, &mut source(), &Silent).unwrap();
    let flops = BoardFirst::of(Deck::FULL, Round::Flop);
    assert_eq!(rows.len(), flops.boards() * DIMENSIONS);
    for number in [0, 900] {
        let board = flops.board(number);
        let mut holdings = Vec::new();
        flops.canonical_holdings(number, &mut holdings);
        let mut counts = [[0u64; BINS]; GROUPS];
        for (hole, orbit) in holdings {
            let (_, sum) = distribution_of_hand(Deck::FULL, hole, board, 1);
            let expected = sum as f64 / (1_081.0 * 1_980.0);
            let bin = ((expected * BINS as f64 + 1e-12) as usize).min(BINS - 1);
            counts[usize::from(groups[hole.starting_hand().number()])][bin] += u64::from(orbit);
        }
        for (group, counts) in counts.iter().enumerate() {
            let all: u64 = counts.iter().sum();
            for bin in 0..BINS - 1 {
                let exact = counts[..=bin].iter().sum::<u64>() as f64 * WHOLE as f64 / all as f64;
                let found = f64::from(rows[number * DIMENSIONS + group * (BINS - 1) + bin]);
                assert!((found - exact).abs() <= 0.5, "{board:?} {group} {bin}: {found}, {exact}");
            }
        }
    }
}

#[test]
fn flops_of_a_cluster_are_alike() {
    let clusters = FlopClusters::build(Deck::FULL, 12, 5, &mut source(), &Silent).unwrap();
    assert_eq!((clusters.count(), clusters.flops.iter().sum::<u64>()), (12, 22_100));
    assert!(clusters.flops.iter().all(|&flops| flops > 100), "{:?}", clusters.flops);
    let of = |text: &str| clusters.of_flop[BoardFirst::of(Deck::FULL, Round::Flop).board_index(board(text)).0];
    assert_eq!(of("AsKd2c"), of("AdKs3h"));
    assert_eq!(of("7h7d2c"), of("7s7c3d"));
    assert_ne!(of("AsKdQc"), of("2s3d4c"));
    assert_ne!(of("9s8s7s"), of("Kd7h2c"));
    assert_eq!(FlopClusters::build(Deck::FULL, 12, 5, &mut source(), &Silent).unwrap(), clusters);
}

/// Sums over all deals held to what the file says of its buckets.
fn assert_whole(table: &BucketTable, summary: &BuildSummary, recipe: &BucketRecipe) {
    let deck = recipe.deck;
    table.file().verify().unwrap();
    table.check_buckets().unwrap();
    assert_eq!(table.file().header().recipe, recipe.to_json());
    let (clusters, index) = (table.public_clusters().unwrap(), BoardFirst::of(deck, table.round()));
    assert_eq!((summary.buckets, summary.points), (table.bucket_count(), index.hands()));
    assert_eq!((summary.public_clusters, summary.classes), (Some(clusters.count()), Some(clusters.classes())));
    assert_eq!((clusters.count(), table.bucket_count()), (recipe.public.unwrap().clusters, recipe.count));
    let (mut hands, mut in_buckets) = (vec![0; table.bucket_count()], vec![0; table.bucket_count()]);
    for board in 0..index.boards() {
        let mut met: Vec<(usize, u64)> = Vec::new();
        for flop in flops_of(index.board(board)) {
            let cluster = clusters.cluster_of(flop).unwrap();
            met.push((cluster, met.iter().filter(|it| it.0 == cluster).count() as u64));
        }
        for hand in index.board_hands(board) {
            let weight = index.multiplicity(HandIndex(hand)).unwrap();
            let class = table.entries().get(hand as usize).unwrap();
            for &(cluster, earlier) in &met {
                let bucket = clusters.cluster(cluster).unwrap().bucket(class).unwrap().number();
                in_buckets[bucket] += weight;
                hands[bucket] += u64::from(earlier == 0);
            }
        }
    }
    assert_eq!(table.deals_in_bucket(), in_buckets);
    assert_eq!(table.hands_in_bucket(), hands);
    let cards = table.round().board_cards() as u64;
    let flops = cards * (cards - 1) * (cards - 2) / 6;
    assert_eq!(in_buckets.iter().sum::<u64>(), deals(deck, table.round()) * flops);
    let mut sizes = Vec::new();
    for number in 0..clusters.count() {
        let cluster = clusters.cluster(number).unwrap();
        let range = cluster.first as usize..cluster.end as usize;
        assert!(table.mean_strength()[range.clone()].is_sorted(), "cluster {number}");
        sizes.push((table.deals_in_bucket()[range.clone()].iter().sum::<u64>(), range.len()));
    }
    // As many deals as flops, and buckets in proportion.
    let all: u64 = in_buckets.iter().sum();
    for &(deals, buckets) in &sizes {
        let quota = recipe.count as f64 * deals as f64 / all as f64;
        assert!((buckets as f64 - quota).abs() < 1.0, "{sizes:?}");
    }
    assert!((0.5..1.0).contains(&summary.strength_variance_explained), "{summary:?}");
    // What a hand loses by its class and what the class loses by its bucket.
    let facts = table.file().meta::<serde_json::Value>("facts").unwrap();
    let costs = ["cost_of_classes", "cost_of_buckets"].map(|cost| facts["public_clusters"][cost].as_f64().unwrap());
    assert!(costs.iter().all(|&cost| cost > 0.0), "{facts}");
    assert!((summary.within_cluster_cost - costs[0] - costs[1]).abs() < 1e-9 * costs[1], "{facts} {summary:?}");
}

#[test]
fn local_buckets_are_whole_and_the_same_on_any_number_of_threads() {
    assert_same_on_three_threads(Files::shared(), small());
}

#[test]
#[ignore = "local buckets of the full deck's flop and turn: half a minute"]
fn local_buckets_of_the_full_deck_are_whole() {
    assert_same_on_three_threads(&Files::made(Deck::FULL), Deck::FULL);
}

fn assert_same_on_three_threads(files: &Files, deck: Deck) {
    let recipes = [flop_recipe(deck), turn_recipe(deck)];
    for (table, (summary, recipe)) in files.tables().iter().zip(files.summaries.iter().zip(&recipes)) {
        assert_whole(table, summary, recipe);
    }
    let again = files.folder.path().join("again");
    on_threads(3, || build(&recipes[1], &again));
    assert!(std::fs::read(files.folder.path().join("turn")).unwrap() == std::fs::read(&again).unwrap());
}

#[test]
fn examples_of_a_bucket_lie_on_flops_of_its_cluster() {
    for table in Files::shared().tables() {
        let board = parse_cards(&"QsTh9cJd"[..2 * table.round().board_cards()]).unwrap();
        let (hole, cards) = (holding("AhKd"), CardSet::of(&board));
        let own = BoardFirst::of(small(), table.round()).index(hole, cards);
        let bucket = table.bucket_on(own.0, &board).unwrap().0;
        let found = occupancy(&table, bucket, own).unwrap();
        let cluster = table.public_clusters().unwrap().cluster_of(CardSet::of(&board[..3]));
        assert_eq!((found.public_cluster, found.mates.len()), (cluster, 8));
        for mate in &found.mates {
            let board = parse_cards(&mate.board).unwrap();
            let hand = BoardFirst::of(small(), table.round()).index(holding(&mate.hole), CardSet::of(&board));
            assert_eq!(table.bucket_on(hand.0, &board).unwrap().0, bucket, "{mate:?}");
        }
        let placed = place_hand(&table, (hole, cards), bucket, None, &mut source_of(small()), &Silent).unwrap();
        let clusters = table.public_clusters().unwrap();
        assert!(placed.nearest.iter().all(|it| clusters.cluster_of_bucket(it.bucket as u32) == cluster));
        let error = compare(&table, &table, &Silent).unwrap_err();
        assert!(matches!(error, AbstractionError::Table(TableError::FlopNeeded { .. })), "{error}");
    }
}

#[test]
fn recipes_without_public_clusters_read_and_write_as_before() {
    let recipe = BucketRecipe::new(Street::full(Round::Turn), HSD, 1000, 1);
    let text = json!({
        "street": "turn", "feature": "hsd", "bins": 50, "method": "kmeans", "distance": "emd", "centre": "median",
        "count": 1000, "seed": 1, "restarts": 1, "sample": "all", "max_iterations": 500, "tolerance": 1e-4,
    });
    assert_eq!(recipe.to_json(), text);
    assert_eq!(BucketRecipe::from_json(&text).unwrap(), recipe);
    let local = BucketRecipe { public: Some(PublicRecipe::new(20, 1000)), ..recipe.clone() };
    assert_eq!(local.to_json()["public_clusters"], json!({"clusters": 20, "fine": 20_000}));
    assert_eq!(BucketRecipe::from_json(&local.to_json()).unwrap(), local);
    assert_eq!((PublicRecipe::new(1, 9_000).fine, PublicRecipe::new(1, 30_000).fine), (36_000, 65_535));
    assert_eq!(local.of_classes(), BucketRecipe { count: 20_000, ..recipe.clone() });
    assert_eq!(recipe.of_classes(), recipe);
    let of = |clusters, fine| BucketRecipe { public: Some(PublicRecipe { clusters, fine }), ..recipe.clone() };
    let percentiles = BucketRecipe { method: Method::Percentiles, feature: Feature::Strength, ..of(5, 100) };
    for (recipe, said) in [
        (of(0, 100), "public clusters"),
        (of(501, 100), "public clusters"),
        (of(5, 0), "fine classes"),
        (of(5, 65_536), "fine classes"),
        (BucketRecipe { count: 4, ..of(5, 100) }, "one for each public cluster"),
        (percentiles, "kmeans"),
    ] {
        let error = recipe.check().unwrap_err();
        assert!(error.to_string().contains(said) && error.is_input_error(), "{error}");
    }
}

#[test]
fn buckets_on_a_board_are_counted_over_the_orders_of_the_deal() {
    let [_, turn] = Files::shared().tables();
    let mut counts = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2_000 {
        let mut board = Vec::new();
        while board.len() < 4 {
            let card = Card::from_number((52 - 24 + rng.next_u64() % 24) as u8).unwrap();
            board.extend((!board.contains(&card)).then_some(card));
        }
        let on_board = CardSet::of(&board);
        let hands = small().all_holdings().filter(|hole| !hole.card_set().intersects(on_board));
        let bucket =
            |hole| turn.bucket_on(BoardFirst::of(small(), Round::Turn).index(hole, on_board).0, &board).unwrap().0;
        counts.push(hands.map(bucket).collect::<HashSet<u32>>().len() as f64);
    }
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / counts.len() as f64;
    let found = mean_buckets_on_a_board(&turn).unwrap();
    assert!((found - mean).abs() < 5.0 * (variance / counts.len() as f64).sqrt(), "{found} {mean} {variance}");
    assert!(variance > 0.1, "{variance}");
}
