//! Buckets that depend on the flop: found on boards in the order of the deal, refused to whoever knows hands alone.

use crate::naive::mix;
use crate::training::{BucketFiles, settings};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use serde_json::json;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, CardRules, FineBuckets, HandBuckets, StoredBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::{Trainer, TrainingBuckets};
use solver::train::{Budget, Sampler, TrainingSettings, UpdateRule};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tables::buckets::public_clusters::{FLOPS, PublicClusters};
use tables::buckets::set::BucketSet;
use tables::buckets::table::{BucketTable, BucketTableContents, hands_of_round};
use tables::error::{Failure, TableError};
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;

const CLASSES: usize = 64;
/// Five clusters of different numbers of buckets.
const FIRST: [u32; 6] = [0, 7, 12, 30, 31, 40];

fn class(hand: u64) -> u16 {
    (mix(hand) % CLASSES as u64) as u16
}

fn cluster(flop: usize) -> usize {
    mix(flop as u64 ^ 77) as usize % 5
}

fn bucket(cluster: usize, class: u16) -> u32 {
    let buckets = FIRST[cluster + 1] - FIRST[cluster];
    FIRST[cluster] + (mix(u64::from(class) << 8 | cluster as u64) % u64::from(buckets)) as u32
}

/// Files of a street whose buckets are local to public clusters, 280 MB in all: made once among the build's products.
fn files() -> &'static [PathBuf; 3] {
    static SHARED: OnceLock<[PathBuf; 3]> = OnceLock::new();
    SHARED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("public-buckets");
        std::fs::create_dir_all(&folder).unwrap();
        [Round::Flop, Round::Turn, Round::River].map(|round| {
            let path = folder.join(format!("{round}.buckets"));
            let classes: Vec<u32> = (0..hands_of_round(round)).map(|hand| class(hand).into()).collect();
            let of_class = |cluster: usize, class: usize| (bucket(cluster, class as u16) - FIRST[cluster]) as u16;
            let clusters = PublicClusters {
                flop_clusters: &(0..FLOPS).map(|flop| cluster(flop) as u16).collect::<Vec<_>>(),
                first_buckets: &FIRST,
                bucket_of_class: &(0..5 * CLASSES).map(|it| of_class(it / CLASSES, it % CLASSES)).collect::<Vec<_>>(),
            };
            let contents = BucketTableContents {
                round,
                recipe: json!({"by": "a product", "clusters": 5}),
                parents: Vec::new(),
                facts: json!({}),
                buckets: &classes,
                centres: &[0.0; 40],
                hands_in_bucket: &[1; 40],
                deals_in_bucket: &[1; 40],
                mean_strength: &[0.5; 40],
                cost_per_iteration: &[],
            };
            contents.write_local(&path, &clusters).unwrap();
            path
        })
    })
}

fn local_set() -> BucketSet {
    let [flop, turn, river] = files();
    BucketSet::open(flop, turn, river).unwrap()
}

/// Every flop's cluster, found without the index of boards: all images of each canonical one.
fn clusters_of_flops() -> HashMap<u64, usize> {
    let flops = BoardFirst::of(Round::Flop);
    let images = |flop: usize| SuitPermutation::all().map(move |it| it.card_set(flops.board(flop)));
    (0..FLOPS).flat_map(|flop| images(flop).map(move |image| (image.bits(), cluster(flop)))).collect()
}

/// The bucket of every holding by its number; `None` for holdings that share a card with the board.
fn by_holding(rules: &CardRules, buckets: &dyn Buckets, round: usize, board: &[Card]) -> Vec<Option<u32>> {
    let (mut order, mut row) = (ShowdownOrder::default(), Vec::new());
    rules.rank(CardSet::of(board), &mut order);
    let cards = &board[..rules.board_cards(round)];
    buckets.row(round, cards, &order, &mut row);
    let mut by_holding = vec![None; 1_326];
    order.ids().iter().zip(&row).for_each(|(&id, &bucket)| by_holding[usize::from(id)] = Some(bucket));
    by_holding
}

#[test]
fn every_hand_is_in_a_bucket_of_its_flops_cluster_whatever_the_suits_are_called() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let stored = StoredBuckets::new(local_set()).unwrap();
    let open = |round: usize| BucketTable::open(&files()[round - 1]).unwrap();
    let fine = FineBuckets::new(Some(open(1)), open(2)).unwrap();
    let clusters = clusters_of_flops();
    assert_eq!(clusters.len(), 22_100);
    let mut order_matters = 0;
    for number in 0..40 {
        let board = board_of(&rules, 9, number);
        let cluster = clusters[&CardSet::of(&board[..3]).bits()];
        let permutation = SuitPermutation::all().nth(number as usize % 24).unwrap();
        let moved: Vec<Card> = board.iter().map(|&card| permutation.card(card)).collect();
        for round in 1..4 {
            let found = by_holding(&rules, &stored, round, &board);
            let index = BoardFirst::of(Round::ALL[round]);
            let on_board = CardSet::of(&board[..rules.board_cards(round)]);
            for (id, found) in found.iter().enumerate().filter_map(|(id, it)| Some((id, (*it)?))) {
                assert!((FIRST[cluster]..FIRST[cluster + 1]).contains(&found), "{board:?} {round} {id}");
                let hole = evaluator::holding::Holding::from_number(id).unwrap();
                assert_eq!(found, bucket(cluster, class(index.index(hole, on_board).0)), "{board:?} {round} {id}");
            }
            let there = by_holding(&rules, &stored, round, &moved);
            let permuted = permutation.holding_numbers();
            assert!((0..1_326).all(|id| found[id] == there[usize::from(permuted[id])]), "{board:?} {round}");
            if round < 3 {
                assert_eq!(by_holding(&rules, &fine, round, &board), found);
            }
            // The flop's own cards have no order, a later card does.
            let mut turned = board.clone();
            turned[..3].rotate_left(1);
            assert_eq!(by_holding(&rules, &stored, round, &turned), found);
        }
        let mut exchanged = board.clone();
        exchanged.swap(0, 4);
        let river = |board: &[Card]| by_holding(&rules, &stored, 3, board);
        order_matters += u32::from(river(&board) != river(&exchanged));
    }
    assert!(order_matters > 20, "{order_matters} of 40");
}

fn open(buckets: impl Into<TrainingBuckets>, sampler: Sampler, checkpoint: &Path) -> Result<Trainer, SolverError> {
    let settings = TrainingSettings { sampler, ..settings(UpdateRule::DCFR) };
    Trainer::open(GameDefinition::holdem_limit(), buckets, settings, checkpoint, TableHome::Memory)
}

#[test]
fn boards_are_trained_on_and_single_deals_refused() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let mut trainer = open(local_set(), Sampler::Public, &checkpoint).unwrap();
    trainer.run(Budget::Iterations(5), None, &checkpoint, &Silent).unwrap();
    assert!(trainer.state().iterations >= 5);
    let written = folder.path().join("local.strategy");
    trainer.export(&written).unwrap();
    assert!(written.exists());
    for sampler in [Sampler::Chance, Sampler::External] {
        let error = open(local_set(), sampler, &folder.path().join("deals")).err().unwrap();
        assert!(
            matches!(error, SolverError::Table(TableError::FlopNeeded { .. })) && error.is_input_error(),
            "{error}"
        );
        assert!(open(BucketFiles::shared().open(), sampler, &folder.path().join("deals")).is_ok());
    }
    let stored = StoredBuckets::new(local_set()).unwrap();
    assert!(matches!(stored.refuse_flop_dependent("nobody"), Err(TableError::FlopNeeded { who: "nobody", .. })));
    // Mixed with ordinary files, too.
    let ordinary = &BucketFiles::shared().paths;
    let mixed = BucketSet::open(&ordinary[0], &ordinary[1], &files()[2]).unwrap();
    assert!(mixed.refuse_flop_dependent("nobody").is_err());
    assert_eq!(mixed.counts(), [169, 8, 8, 40]);
    let board = parse_cards("Qs7h2cAdTd").unwrap();
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let mixed = StoredBuckets::new(mixed).unwrap();
    assert_eq!(by_holding(&rules, &mixed, 3, &board), by_holding(&rules, &stored, 3, &board));
}
