//! Damage to a small file of every kind is found: each flipped bit, each length it can be cut off at, bytes appended.

use crate::small_files::{self, place, strategy_of_bits, write};
use evaluator::card::Card;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::error::{Failure, TableError};
use tables::file::array::{ArrayFile, ElementType};
use tables::file::header::{FileKind, Section, align};
use tables::file::writer::ArrayWriter;
use tables::run::regret_table::{Checkpoint, RegretTable};
use tables::run::state::decode_state;
use tables::run::table_home::TableHome;
use tables::strategy::block::ProbabilityBits;
use tables::strategy::bundle::Bundle;
use tables::strategy::reader::StrategyReader;

fn check(path: &Path) -> Result<(), TableError> {
    ArrayFile::open(path)?.verify()
}

/// Everything a program does with a file of that kind that it has not verified; the results do not matter.
fn read_unverified(kind: FileKind, path: &Path) {
    match kind {
        FileKind::Buckets => {
            if let Ok(table) = BucketTable::open(path) {
                let _ = (table.check_buckets(), (0..20).map(|hand| table.bucket(hand)).collect::<Vec<_>>());
                let board: Vec<Card> = Card::all().step_by(10).take(5).collect();
                let _ = (0..20).map(|hand| table.bucket_on(hand, &board)).collect::<Vec<_>>();
                let _ = (table.dimensions(), table.mean_strength(), table.cost_per_iteration());
            }
        }
        FileKind::Checkpoint => {
            if let Ok(checkpoint) = Checkpoint::open(path) {
                let _ = RegretTable::resume(&checkpoint, &[("regrets", 5), ("sums", 3)], TableHome::Memory);
                let state = checkpoint.file().section::<u8>("state");
                let _ = state.and_then(|bytes| decode_state::<(u64, Vec<u64>, String)>(path, bytes));
            }
        }
        FileKind::Strategy => {
            if let Ok(strategy) = StrategyReader::open(path) {
                for node in 0..strategy.node_count() + 1 {
                    let _ = (0..4).map(|bucket| strategy.probabilities(node, bucket)).collect::<Vec<_>>();
                }
            }
        }
        // What is in it is never read unverified.
        FileKind::Bundle => drop(Bundle::open(path)),
        _ => {}
    }
}

/// Whether a byte only fills the file up to where a section may begin.
fn is_padding(at: u64, sections: &[Section]) -> bool {
    let before = sections.iter().rev().find(|section| section.offset <= at);
    before.is_some_and(|section| at >= section.offset + section.bytes && at < align(section.offset + section.bytes))
}

fn put(file: &mut File, at: u64, byte: u8) {
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&[byte]).unwrap();
}

fn every_flipped_bit_is_found(kind: FileKind, make: impl Fn(&Path)) {
    let (_folder, path) = place("file");
    make(&path);
    check(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let sections = ArrayFile::open(&path).unwrap().header().sections.clone();
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    for (at, &byte) in original.iter().enumerate() {
        // Padding has to be zeros, and no reader looks at it: one bit of each byte, without a second reading. The test
        // below tries all of them.
        let is_padding = is_padding(at as u64, &sections);
        let bits = if is_padding { at % 8..at % 8 + 1 } else { 0..8 };
        for bit in bits {
            put(&mut file, at as u64, byte ^ (1 << bit));
            let error = check(&path).expect_err(&format!("bit {bit} of byte {at} of a {kind} file"));
            assert!(error.is_input_error());
            if !is_padding {
                read_unverified(kind, &path);
            }
        }
        put(&mut file, at as u64, byte);
    }
    check(&path).unwrap();
}

#[test]
#[ignore = "exhaustive: eight bits of each byte of padding, a minute"]
fn every_flipped_bit_of_padding_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for &kind in FileKind::ALL {
        let path = folder.path().join(kind.name());
        write(kind, &path).unwrap();
        let sections = ArrayFile::open(&path).unwrap().header().sections.clone();
        let mut file = OpenOptions::new().write(true).open(&path).unwrap();
        let padding = (0..fs::metadata(&path).unwrap().len()).filter(|&at| is_padding(at, &sections));
        let mut found = 0;
        for (at, bit) in padding.flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            put(&mut file, at, 1 << bit);
            check(&path).expect_err(&format!("bit {bit} of byte {at} of a {kind} file"));
            put(&mut file, at, 0);
            found += 1;
        }
        assert!(found > 0, "a {kind} file without padding");
        check(&path).unwrap();
    }
}

macro_rules! every_flipped_bit {
    ($($test:ident: $kind:ident, $write:expr;)+) => {
        $(#[test]
        fn $test() {
            every_flipped_bit_is_found(FileKind::$kind, |path| {
                $write(path).unwrap();
            });
        })+
    };
}

fn older_strategy(path: &Path) -> std::io::Result<u64> {
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/strategy.v1"), path)
}

every_flipped_bit! {
    every_flipped_bit_of_opponent_clusters_is_found: OpponentClusters, |p| write(FileKind::OpponentClusters, p);
    every_flipped_bit_of_features_is_found: Features, |p| write(FileKind::Features, p);
    every_flipped_bit_of_buckets_is_found: Buckets, small_files::buckets;
    every_flipped_bit_of_buckets_local_to_public_clusters_is_found: Buckets, small_files::local_buckets;
    every_flipped_bit_of_a_checkpoint_is_found: Checkpoint, small_files::checkpoint;
    every_flipped_bit_of_a_strategy_is_found: Strategy, small_files::strategy;
    every_flipped_bit_of_a_strategy_of_four_bits_is_found: Strategy, |p| strategy_of_bits(p, ProbabilityBits::Four);
    every_flipped_bit_of_a_strategy_of_sixteen_bits_is_found: Strategy,
        |p| strategy_of_bits(p, ProbabilityBits::Sixteen);
    every_flipped_bit_of_a_strategy_of_the_older_coding_is_found: Strategy, older_strategy;
    every_flipped_bit_of_a_spot_is_found: Spot, |p| write(FileKind::Spot, p);
    every_flipped_bit_of_a_bundle_is_found: Bundle, |p| write(FileKind::Bundle, p);
    every_flipped_bit_of_a_league_is_found: League, |p| write(FileKind::League, p);
}

#[test]
fn a_file_cut_off_at_any_length_or_appended_to_is_refused_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    for &kind in FileKind::ALL {
        let path = folder.path().join(kind.name());
        write(kind, &path).unwrap();
        let length = fs::metadata(&path).unwrap().len();
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(length + 1).unwrap();
        assert!(matches!(ArrayFile::open(&path), Err(TableError::Length { .. })), "{kind}");
        for length in (0..length).rev() {
            file.set_len(length).unwrap();
            let error = ArrayFile::open(&path).expect_err(&format!("{length} bytes of a {kind} file"));
            assert!(error.is_input_error());
        }
    }
}

#[test]
fn random_mutations_of_a_large_file_are_found() {
    let (_folder, path) = place("file");
    let numbers: Vec<u32> = (0..600_000u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
    let mut description = small_files::plain_description(FileKind::Features, "rows");
    description.sections = vec![Section::new("rows", ElementType::U32, &[numbers.len() as u64])];
    let mut writer = ArrayWriter::create(&path, &description).unwrap();
    writer.write_section("rows", &numbers).unwrap();
    writer.finish().unwrap();
    let original = fs::read(&path).unwrap();
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for _ in 0..500 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (random >> 20) as usize % (original.len() - 8);
        let length = 1 + (random >> 10) as usize % 8;
        let mut bytes = original[at..at + length].to_vec();
        bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte ^= (random >> (8 * i)) as u8);
        bytes[0] ^= u8::from(bytes == original[at..at + length]);
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&bytes).unwrap();
        assert!(check(&path).is_err(), "{length} bytes at {at}");
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&original[at..at + length]).unwrap();
    }
    check(&path).unwrap();
}
