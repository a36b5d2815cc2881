//! Two bucket files beside each other, held to a contingency table made hand by hand.

use crate::made_tables::Made;
use crate::naive::on_threads;
use crate::observer::StopAfter;
use abstraction::error::AbstractionError;
use abstraction::explain::comparison::{Agreement, ClassDisagreement, compare};
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::HandStrength;
use evaluator::round::Round;
use std::collections::BTreeMap;
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::error::Failure;
use tables::together::progress::Silent;

/// Buckets without reason, but always the same.
fn scattered(hand: u64, count: u64) -> u32 {
    ((hand.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % count) as u32
}

/// Two flop files that agree on most hands, and on no pair of suited aces; the second with numbers beyond 16 bits.
fn flop_files(folder: &Path) -> [BucketTable; 2] {
    let index = BoardFirst::of(Deck::FULL, Round::Flop);
    let first = Made::plain().open(folder, "first", Round::Flop, 60, |hand| scattered(hand / 50, 60));
    let second = Made::plain().open(folder, "second", Round::Flop, 72_000, |hand| {
        let (hole, _) = index.unindex(HandIndex(hand)).unwrap();
        if hole.starting_hand().to_string() == "AKs" {
            scattered(hand, 72_000)
        } else {
            scattered(hand / 50, 60) * 1_200 + scattered(hand / 7, 2)
        }
    });
    [first, second]
}

/// The agreement within each class of hands, hand by hand through the index.
fn naive(tables: &[BucketTable; 2], class: impl Fn(HandIndex) -> String) -> BTreeMap<String, Agreement> {
    let index = BoardFirst::of(Deck::FULL, tables[0].round());
    let mut elements: BTreeMap<String, Vec<(usize, usize, u64)>> = BTreeMap::new();
    for hand in (0..index.hands()).map(HandIndex) {
        let [a, b] = [0, 1].map(|file: usize| tables[file].bucket(hand.0).unwrap().number());
        elements.entry(class(hand)).or_default().push((a, b, index.multiplicity(hand).unwrap()));
    }
    elements.into_iter().map(|(class, elements)| (class, Agreement::of(elements))).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

fn assert_classes(found: &[ClassDisagreement], naive: &BTreeMap<String, Agreement>, deals: u64) {
    assert_eq!(found.len(), naive.len());
    assert!(found.is_sorted_by(|a, b| a.parted_pairs >= b.parted_pairs));
    for class in found {
        let expected = &naive[&class.class];
        near(class.share, expected.both.total() as f64 / deals as f64);
        near(class.parted_pairs, expected.parted_pairs());
        near(class.variation_of_information, expected.variation_of_information());
    }
}

#[test]
fn a_flop_comparison_is_that_of_every_hand_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let files = flop_files(folder.path());
    let found = compare(&files[0], &files[1], &Silent).unwrap();
    assert_eq!((found.hands, found.deals, found.buckets), (1_286_792, 22_100 * 1_176, [60, 72_000]));
    let all = naive(&files, |_| "all".to_owned())["all"];
    assert_eq!(found.adjusted_rand_index, all.adjusted_rand_index());
    near(found.mutual_information, all.mutual_information());
    near(found.normalised_mutual_information, all.normalised_mutual_information());
    near(found.variation_of_information, all.variation_of_information());
    near(found.entropy[0], all.first.entropy());
    near(found.entropy[1], all.second.entropy());

    let index = BoardFirst::of(Deck::FULL, Round::Flop);
    let starting_hands = naive(&files, |hand| index.unindex(hand).unwrap().0.starting_hand().to_string());
    assert_eq!(found.by_starting_hand[0].class, "AKs", "the hand that was scattered");
    assert_classes(&found.by_starting_hand, &starting_hands, found.deals);
    let categories = naive(&files, |hand| {
        let (hole, board) = index.unindex(hand).unwrap();
        HandStrength::of(hole.card_set() | board).category().name().to_owned()
    });
    assert_classes(&found.by_category, &categories, found.deals);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let files = flop_files(folder.path());
    let on = |threads| on_threads(threads, || compare(&files[0], &files[1], &Silent).unwrap());
    assert_eq!(on(1), on(3));
}

#[test]
fn files_that_cannot_be_compared_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let flop = Made::plain().open(folder.path(), "flop", Round::Flop, 2, |hand| (hand % 2) as u32);
    let short = |name, round| Made::plain().open_with(folder.path(), name, round, 1, &[0; 5]);
    for (other, word) in
        [(short("turn", Round::Turn), "street: expected the flop"), (short("few", Round::Flop), "1286792")]
    {
        let error = compare(&flop, &other, &Silent).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains(word), "{error}");
    }
}

#[test]
fn a_comparison_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let flop = Made::plain().open(folder.path(), "flop", Round::Flop, 2, |hand| (hand % 2) as u32);
    assert!(matches!(compare(&flop, &flop, &StopAfter::reports(0)), Err(AbstractionError::Cancelled(_))));
}

#[test]
#[ignore = "two river files of very many buckets: a minute, 3 GB"]
fn a_river_comparison_counts_every_deal() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name, step| {
        Made::plain().open(folder.path(), name, Round::River, 200_000, |hand| scattered(hand / step, 200_000))
    };
    let (first, second) = (open("first", 3), open("second", 2));
    let found = compare(&first, &second, &Silent).unwrap();
    assert_eq!((found.hands, found.deals), (123_156_254, 2_598_960 * 1_081));
}
