//! Buckets made elsewhere become a bucket file like any other.

use crate::shared_source::source;
use abstraction::clustering::BucketOrder;
use abstraction::error::AbstractionError;
use abstraction::import_buckets::import_buckets;
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use std::collections::BTreeMap;
use tables::buckets::table::BucketTable;
use tables::together::progress::Silent;

/// Numbers with gaps that follow no order: the hand's place among eleven, and a rare one.
fn number_of(hand: usize) -> u32 {
    if hand == 1_000_000 { 4_000_000 } else { [900, 7, 65_000, 3, 12, 13, 14, 140_000, 0, 555, 8][hand * hand % 11] }
}

#[test]
fn imported_buckets_are_numbered_by_strength_and_remember_their_old_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.buckets");
    let boards = BoardFirst::of(Deck::FULL, Round::Flop);
    let numbers: Vec<u32> = (0..boards.hands() as usize).map(number_of).collect();
    let summary = import_buckets(Street::full(Round::Flop), numbers.clone(), "mine.npy", &path, &Silent).unwrap();
    // By hand: each number's hands, deals and mean strength, from a histogram of a hundred bins' exact twin, the
    // expected strength.
    let mut source = source();
    let recipe = BucketRecipe::new(Street::full(Round::Flop), Feature::Strength, 1, 1);
    let feature = source.feature(&recipe, None, &Silent).unwrap();
    let (mut fill, mut rows) = (feature.filler(), Default::default());
    let mut known: BTreeMap<u32, (u64, u64, f64)> = BTreeMap::new();
    for board in 0..boards.boards() {
        fill(board, &mut rows);
        for (hand, &[deals, strength]) in boards.board_hands(board).zip(&rows.totals) {
            assert_eq!(boards.multiplicity(HandIndex(hand)), Some(deals));
            let known = known.entry(number_of(hand as usize)).or_default();
            *known =
                (known.0 + 1, known.1 + deals, known.2 + strength as f64 / Street::full(Round::Flop).strength_unit());
        }
    }
    let table = BucketTable::open(&path).unwrap();
    table.file().verify().unwrap();
    assert_eq!((table.bucket_count(), summary.buckets, summary.points), (known.len(), known.len(), boards.hands()));
    let file = table.file();
    let (given, hands) = (file.section::<f32>("centres").unwrap(), file.section::<u64>("hands_in_bucket").unwrap());
    let (deals, strengths) =
        (file.section::<u64>("deals_in_bucket").unwrap(), file.section::<f32>("mean_strength").unwrap());
    for bucket in 0..known.len() {
        let expected = known[&(given[bucket] as u32)];
        assert_eq!((hands[bucket], deals[bucket]), (expected.0, expected.1));
        assert!((f64::from(strengths[bucket]) - expected.2 / expected.1 as f64).abs() < 1e-6);
        assert!(bucket == 0 || strengths[bucket - 1] <= strengths[bucket]);
    }
    for (bucket, &number) in table.buckets().iter().zip(&numbers) {
        assert_eq!(given[bucket as usize], number as f32);
    }
    assert!(summary.strength_variance_explained > 0.0 && summary.strength_variance_explained < 0.1);
    let mut beyond = numbers;
    beyond[77] = 1 << 22;
    let beyond = import_buckets(Street::full(Round::Flop), beyond, "beyond.npy", &path, &Silent);
    assert!(matches!(beyond, Err(AbstractionError::Recipe { what: "numbers of imported buckets", .. })), "{beyond:?}");
    let too_few = import_buckets(Street::full(Round::Flop), vec![0; 5], "five.npy", &path, &Silent);
    assert!(matches!(too_few, Err(AbstractionError::Recipe { what: "imported buckets", .. })), "{too_few:?}");
}

#[test]
fn buckets_are_numbered_from_the_weakest_to_the_strongest() {
    // Mean strengths of the clusters 0, 1, 2, 3: 5, 2, none, 5.
    let order = BucketOrder::by_strength(4, &[0, 1, 1, 3], &[2, 1, 3, 1], &[10, 2, 6, 5]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|old| order.new_number(old)), [1, 0, 3, 2]);
    assert_eq!(order.reorder_centres(1, &[40, 10, 20, 50]), [10, 40, 50, 20]);
    assert!(BucketOrder::by_strength(1, &[0, 1], &[1, 1], &[1, 1]).is_err());
    assert!(BucketOrder::by_strength(2, &[0, 1], &[1], &[1, 1]).is_err());
}
