//! Bucket files alone and as a set: what is read is what was written, and nothing that is no bucket gets through.

use crate::small_files::{self, alter, place};
use evaluator::deck::Deck;
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::set::{BucketSet, link_buckets};
use tables::buckets::table::{Bucket, BucketTable, BucketTableContents, MAX_BUCKETS, hands_of_round};
use tables::error::TableError;
use tables::file::array::ElementType;
use tables::file::fingerprint::{Parent, checksum};
use tables::run::folder::RunFolder;

fn write(path: &Path, round: Round, count: usize, buckets: &[u32], seed: u64) -> Result<(), TableError> {
    let numbers = vec![1u64; count];
    let strengths = vec![0.5f32; count];
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round,
        recipe: json!({"round": round.name(), "seed": seed}),
        parents: vec![],
        facts: json!({}),
        buckets,
        centres: &strengths,
        hands_in_bucket: &numbers,
        deals_in_bucket: &numbers,
        mean_strength: &strengths,
        cost_per_iteration: &[],
    };
    contents.write(path).map(|_| ())
}

fn pattern(round: Round, count: u64) -> Vec<u32> {
    (0..hands_of_round(Deck::FULL, round)).map(|hand| (hand * 7 % count) as u32).collect()
}

#[test]
fn a_bucket_file_gives_back_everything_that_went_in() {
    let (_folder, path) = place("river.buckets");
    let fingerprint = small_files::buckets(&path).unwrap();
    let table = BucketTable::open(&path).unwrap();
    assert_eq!((table.round(), table.bucket_count(), table.dimensions()), (Round::River, 3, 2));
    assert!(table.buckets().iter().eq(small_files::BUCKETS));
    assert_eq!(table.bucket(3).unwrap(), Bucket(2));
    assert!(table.bucket(12).is_err() && table.bucket(u64::MAX).is_err());
    assert_eq!(table.centres(), [0.1, 0.2, 0.4, 0.5, 0.9, 1.0]);
    assert_eq!(table.hands_in_bucket(), [4, 4, 4]);
    assert_eq!(table.deals_in_bucket(), [48, 48, 96]);
    assert_eq!(table.mean_strength(), [0.15, 0.45, 0.95]);
    assert_eq!(table.cost_per_iteration(), [0.5, 0.25, 0.125]);
    assert_eq!(table.fingerprint(), fingerprint);
    table.check_buckets().unwrap();
}

#[test]
fn contents_that_contradict_each_other_are_not_written() {
    let (_folder, path) = place("flop.buckets");
    assert!(matches!(write(&path, Round::Flop, 3, &[0, 3], 1), Err(TableError::Unfinished { .. })));
    assert!(matches!(write(&path, Round::Flop, 0, &[], 1), Err(TableError::Unfinished { .. })));
    assert!(matches!(write(&path, Round::Flop, MAX_BUCKETS + 1, &[0], 1), Err(TableError::Unfinished { .. })));
    assert!(!path.exists());
    write(&path, Round::Flop, 65_536, &[0, 65_535], 1).unwrap();
    assert_eq!(BucketTable::open(&path).unwrap().bucket(1).unwrap(), Bucket(65_535));
}

#[test]
fn numbers_take_32_bits_only_where_16_are_too_few() {
    let (_folder, path) = place("flop.buckets");
    for (count, element, bits) in [(65_536, ElementType::U16, 16), (65_537, ElementType::U32, 32)] {
        let hands = 3 * 65_536 + 1;
        let numbers: Vec<u32> = (0..hands).map(|hand| hand * 31 % count).collect();
        write(&path, Round::Flop, count as usize, &numbers, 1).unwrap();
        let table = BucketTable::open(&path).unwrap();
        let section = table.file().header().section("buckets").unwrap();
        assert_eq!((section.element, section.bytes), (element, u64::from(hands * bits / 8)));
        table.file().verify().unwrap();
        table.check_buckets().unwrap();
        assert!(table.buckets().iter().eq(numbers.iter().copied()) && table.buckets().len() == hands as usize);
        assert_eq!((table.buckets().largest(), table.buckets().get(hands as usize)), (Some(count - 1), None));
        for (hand, &number) in numbers.iter().enumerate().step_by(997) {
            assert_eq!(table.bucket(hand as u64).unwrap(), Bucket(number));
        }
        let parts: Vec<HandNumbers<'_>> = table.entries().chunks(1_000).collect();
        assert_eq!(parts.iter().map(HandNumbers::len).sum::<usize>(), hands as usize);
        assert!(parts.into_iter().flat_map(HandNumbers::iter).eq(numbers));
    }
    // A number that is no bucket in the wide form.
    alter(&path, "buckets", 4 * 7, &65_537u32.to_le_bytes());
    let table = BucketTable::open(&path).unwrap();
    assert_eq!((table.bucket(7).is_err(), table.bucket(8).unwrap()), (true, Bucket(8 * 31)));
    assert!(matches!(table.check_buckets(), Err(TableError::OutOfRange { found: 65_537, .. })));
}

#[test]
fn a_damaged_entry_is_no_bucket() {
    let (_folder, path) = place("river.buckets");
    small_files::buckets(&path).unwrap();
    alter(&path, "buckets", 2, &[3]);
    let table = BucketTable::open(&path).unwrap();
    assert!(matches!(table.bucket(1), Err(TableError::NoBucket { hand_index: 1, hands: 12, .. })));
    assert_eq!(table.bucket(2).unwrap(), Bucket(1));
    assert!(matches!(table.check_buckets(), Err(TableError::OutOfRange { count: 3, found: 3, .. })));
    assert!(matches!(table.file().verify(), Err(TableError::Damaged { .. })));
}

#[test]
fn a_header_whose_bucket_count_does_not_fit_its_sections_is_refused() {
    let (_folder, path) = place("river.buckets");
    small_files::buckets(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let length = u32::from_le_bytes(original[12..16].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&original[16..16 + length]).unwrap();
    for (from, to) in [
        ("\"bucket_count\":3", "\"bucket_count\":4"),
        ("\"bucket_count\":3", "\"bucket_count\":0"),
        ("\"round\":\"river\"", "\"round\":\"rover\""),
        ("\"bucket_count\":3", "\"bucket_count\":\"\""),
        ("\"name\":\"centres\"", "\"name\":\"centers\""),
    ] {
        // Equal lengths keep the places of the sections; a shorter or longer number is made up for by a space.
        let altered = text.replace(from, to);
        let altered = if altered.len() == length { altered } else { altered.trim_end().to_string() };
        let mut bytes = original.clone();
        assert_eq!(altered.len(), length, "{to}");
        bytes[16..16 + length].copy_from_slice(altered.as_bytes());
        let sum = checksum(&bytes[..16 + length]);
        bytes[16 + length..24 + length].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        assert!(matches!(BucketTable::open(&path), Err(TableError::Shape { .. })), "{to}");
    }
}

/// The three streets with all their hands, about 280 MB: made once for all questions to a set.
#[test]
fn a_set_answers_for_single_hands_and_for_all_hands_of_a_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = |round: Round| -> PathBuf { folder.path().join(format!("{round}.buckets")) };
    let rounds = [(Round::Flop, 500), (Round::Turn, 400), (Round::River, 300)];
    for (round, count) in rounds {
        write(&path(round), round, count as usize, &pattern(round, count), 1).unwrap();
    }
    let (flop, turn, river) = (path(Round::Flop), path(Round::Turn), path(Round::River));
    let set = BucketSet::open(&flop, &turn, &river).unwrap();
    assert_eq!(set.counts(), [169, 500, 400, 300]);
    for (round, count) in rounds {
        let (buckets, last) = (set.round(round), hands_of_round(Deck::FULL, round) as usize);
        for first in [0, 12_345, last - 1081] {
            let row = buckets.slice(first..first + 1081).unwrap();
            assert!(row.iter().eq((first..first + 1081).map(|hand| (hand as u64 * 7 % count) as u32)));
        }
        assert_eq!((buckets.slice(last - 1080..last + 1), buckets.get(last)), (None, None));
    }
    assert!(set.round(Round::Preflop).iter().eq(0..STARTING_HANDS as u32));

    set.require_parents(&set.parents()).unwrap();
    assert_eq!(set.parents().iter().map(|parent| parent.fingerprint).collect::<Vec<_>>(), set.fingerprints());
    let mut others = set.parents();
    others[1] = Parent::new("turn", others[0].fingerprint);
    let error = set.require_parents(&others).unwrap_err();
    assert!(matches!(&error, TableError::WrongPartner { name, .. } if name == "turn"), "{error}");
    assert!(matches!(set.require_parents(&[]), Err(TableError::WrongPartner { .. })));

    assert!(matches!(BucketSet::open(&turn, &flop, &river), Err(TableError::Shape { .. })));
    let short = folder.path().join("short.buckets");
    write(&short, Round::Flop, 2, &[0, 1], 1).unwrap();
    let error = BucketSet::open(&short, &turn, &river).unwrap_err().to_string();
    assert!(error.contains("1286792") && error.contains("found 2"), "{error}");

    // The last hand's bucket is altered behind the program's back: an error, not a wrong bucket.
    let (last, altered) = (hands_of_round(Deck::FULL, Round::Flop) as usize, folder.path().join("altered.buckets"));
    fs::copy(&flop, &altered).unwrap();
    alter(&altered, "buckets", 2 * (last - 1) + 1, &[0xFF]);
    let set = BucketSet::open(&altered, &turn, &river).unwrap();
    let (table, row) = (set.table(Round::Flop).unwrap(), set.round(Round::Flop).slice(last - 1176..last).unwrap());
    assert!(table.check_range(row.slice(0..1175).unwrap()).is_ok() && table.bucket(last as u64 - 1).is_err());
    assert!(matches!(table.check_range(row), Err(TableError::OutOfRange { .. })));
}

#[test]
#[cfg(unix)]
fn a_run_folder_points_to_bucket_files_elsewhere_once_and_overwrites_none() {
    let folder = tempfile::tempdir().unwrap();
    let paths = [Round::Flop, Round::Turn, Round::River].map(|round| {
        let path = folder.path().join(format!("{round}.buckets"));
        write(&path, round, 2, &pattern(round, 2), 1).unwrap();
        path
    });
    let set = BucketSet::open(&paths[0], &paths[1], &paths[2]).unwrap();
    let run = RunFolder::new(folder.path().join("run"));
    let _lock = run.lock().unwrap();
    // The run's own file keeps its name, whatever it is.
    let own = run.buckets("flop").unwrap();
    write(&own, Round::Flop, 3, &pattern(Round::Flop, 3), 2).unwrap();
    // One is there already.
    fs::copy(&paths[1], run.buckets("mine").unwrap()).unwrap();
    for _ in 0..2 {
        link_buckets(&run, &set).unwrap();
        let linked = format!("flop-{}", set.fingerprints()[0]);
        let names: Vec<String> = run.bucket_files().unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["flop", &linked, "mine", "river"]);
        let found = |name: &str| BucketTable::open(&run.buckets(name).unwrap()).unwrap().fingerprint();
        assert_eq!([found(&linked), found("mine"), found("river")], set.fingerprints());
        assert_eq!(BucketTable::open(&own).unwrap().bucket_count(), 3);
    }
    assert!(run.buckets("river").unwrap().symlink_metadata().unwrap().is_symlink());
}
