//! Buckets that belong to clusters of flops: read by the flop, refused without it, and nothing damaged gets through.

use crate::small_files::{self, BUCKET_OF_CLASS, BUCKETS, FIRST_BUCKETS, place};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use std::path::Path;
use tables::buckets::public_clusters::{PublicClusters, flops};
use tables::buckets::table::{Bucket, BucketTable};
use tables::error::{Failure, TableError};

fn opened(folder: &Path) -> BucketTable {
    let path = folder.join("local.buckets");
    small_files::local_buckets(&path).unwrap();
    BucketTable::open(&path).unwrap()
}

#[test]
fn a_bucket_is_found_by_the_class_and_the_flop() {
    let folder = tempfile::tempdir().unwrap();
    let table = opened(folder.path());
    table.check_buckets().unwrap();
    assert_eq!((table.bucket_count(), table.is_local()), (5, true));
    let flops = BoardFirst::of(Deck::FULL, Round::Flop);
    assert_eq!(flops.boards(), 1_755);
    let mut met = [0; 2];
    for text in ["2c7dKh9s4c", "AhAdAc2s2c", "9h8h7h6h5h", "QsJdTc9h8s", "4d4h5s5c6d"] {
        let mut board: Vec<Card> = parse_cards(text).unwrap();
        // Each card comes to the front once: five flops of one board.
        for _ in 0..5 {
            board.rotate_left(1);
            let cluster = flops.board_index(CardSet::of(&board[..3])).0 % 2;
            met[cluster] += 1;
            for (hand, &class) in BUCKETS.iter().enumerate() {
                let within = BUCKET_OF_CLASS[3 * cluster + class as usize];
                let expected = Some(Bucket(FIRST_BUCKETS[cluster] + u32::from(within)));
                assert_eq!(table.bucket_on(hand as u64, &board).ok(), expected, "{text} {hand}");
            }
            assert!(table.bucket_on(BUCKETS.len() as u64, &board).is_err() && table.bucket_on(0, &board[..2]).is_err());
        }
    }
    assert!(met.iter().all(|&times| times > 3), "{met:?}");
    let clusters = table.public_clusters().unwrap();
    let of_bucket: Vec<_> = (0..7).map(|bucket| clusters.cluster_of_bucket(bucket)).collect();
    assert_eq!(of_bucket, [Some(0), Some(0), Some(1), Some(1), Some(1), None, None]);
    assert_eq!((clusters.count(), clusters.classes()), (2, 3));
}

#[test]
fn without_the_flop_a_hand_has_no_bucket() {
    let folder = tempfile::tempdir().unwrap();
    let table = opened(folder.path());
    assert!((0..20).all(|hand| table.bucket(hand).is_err()));
    assert!(table.buckets().is_empty());
    let error = table.refuse_flop_dependent("nobody knows it here").unwrap_err();
    assert!(matches!(error, TableError::FlopNeeded { .. }) && error.is_input_error());
    let line = error.to_string();
    let said = ["local.buckets", "need the flop", "nobody knows it here", "--public-clusters"];
    assert!(said.iter().all(|part| line.contains(part)) && line.lines().count() == 1, "{line}");

    let ordinary = folder.path().join("ordinary.buckets");
    small_files::buckets(&ordinary).unwrap();
    let ordinary = BucketTable::open(&ordinary).unwrap();
    ordinary.refuse_flop_dependent("nobody").unwrap();
    assert!(ordinary.public_clusters().is_none() && ordinary.entries() == ordinary.buckets());
    let board = parse_cards("2c7dKh9s4c").unwrap();
    assert!((0..13).all(|hand| ordinary.bucket_on(hand, &board).ok() == ordinary.bucket(hand).ok()));
}

#[test]
fn clusters_that_contradict_each_other_are_not_written() {
    let (_folder, path) = place("local.buckets");
    let right = vec![0u16; flops(Deck::FULL)];
    let far = vec![2u16; flops(Deck::FULL)];
    for (flop_clusters, first_buckets, bucket_of_class) in [
        (&right[1..], &FIRST_BUCKETS[..], &BUCKET_OF_CLASS[..]),
        (&far, &FIRST_BUCKETS, &BUCKET_OF_CLASS),
        (&right, &[1, 2, 5], &BUCKET_OF_CLASS),
        (&right, &[0, 2, 4], &BUCKET_OF_CLASS),
        (&right, &[0, 0, 5], &BUCKET_OF_CLASS),
        (&right, &[0], &BUCKET_OF_CLASS),
        (&right, &FIRST_BUCKETS, &BUCKET_OF_CLASS[1..]),
        (&right, &FIRST_BUCKETS, &[0, 2, 1, 2, 0, 1]),
        (&right, &FIRST_BUCKETS, &[0, 1, 1, 3, 0, 1]),
        // Two classes, but hands of three.
        (&right, &FIRST_BUCKETS, &[0, 1, 1, 2]),
    ] {
        let clusters = PublicClusters { deck: Deck::FULL, flop_clusters, first_buckets, bucket_of_class };
        let refused = small_files::local_buckets_of(&path, &clusters);
        assert!(matches!(refused, Err(TableError::Unfinished { .. })), "{first_buckets:?} {bucket_of_class:?}");
        assert!(!path.exists());
    }
}

#[test]
fn damaged_clusters_are_refused_before_a_bucket_is_read() {
    let (_folder, path) = place("local.buckets");
    // A section, the byte in it that is altered, what it becomes, and whether opening finds it already.
    for (section, at, to, at_once) in [
        ("flop_clusters", 2 * 1754, 2, true),
        ("flop_clusters", 1, 1, true),
        ("first_buckets", 0, 1, true),
        ("first_buckets", 4, 5, true),
        ("first_buckets", 8, 6, true),
        ("bucket_of_class", 2, 2, false),
        ("bucket_of_class", 10, 3, false),
        ("classes", 6, 3, false),
    ] {
        small_files::local_buckets(&path).unwrap();
        small_files::alter(&path, section, at, &[to]);
        let checked = BucketTable::open(&path).map(|table| table.check_buckets());
        let error = if at_once { checked.unwrap_err() } else { checked.unwrap().unwrap_err() };
        let is_typed = matches!(error, TableError::Shape { .. } | TableError::OutOfRange { what: "class", .. });
        assert!(is_typed && error.is_input_error(), "{section} {at}: {error}");
        // Unverified reading gives no bucket of another cluster either.
        let board = parse_cards("2c7dKh9s4c").unwrap();
        if let Ok(table) = BucketTable::open(&path) {
            let found: Vec<_> = (0..12).filter_map(|hand| table.bucket_on(hand, &board).ok()).collect();
            let cluster = BoardFirst::of(Deck::FULL, Round::Flop).board_index(CardSet::of(&board[..3])).0 % 2;
            let range = FIRST_BUCKETS[cluster]..FIRST_BUCKETS[cluster + 1];
            assert!(found.iter().all(|bucket| range.contains(&bucket.0)), "{section} {at}: {found:?}");
        }
    }
}
