//! One tiny file of each kind and version, committed and opened for ever.

use crate::small_files;
use crate::strategies::of_actions;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::table::{Bucket, BucketTable};
use tables::file::array::ArrayFile;
use tables::file::header::FileKind;
use tables::run::regret_table::{Checkpoint, RegretTable};
use tables::run::state::decode_state;
use tables::run::table_home::TableHome;
use tables::strategy::block::ProbabilityBits;
use tables::strategy::reader::StrategyReader;

fn golden(kind: FileKind) -> PathBuf {
    golden_named(&kind.to_string())
}

/// Of strategies `strategy.v1` is the older coding.
fn golden_strategy(bits: ProbabilityBits) -> PathBuf {
    golden_named(&format!("strategy-{bits}bit"))
}

fn golden_named(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.v1"))
}

#[test]
#[ignore = "makes the golden files of a new version; existing ones are never written again"]
fn make_missing_golden_files() {
    for &kind in FileKind::ALL.iter().filter(|&&kind| !golden(kind).exists()) {
        small_files::write(kind, &golden(kind)).unwrap();
    }
    if !golden_named("buckets-local").exists() {
        small_files::local_buckets(&golden_named("buckets-local")).unwrap();
    }
    for bits in ProbabilityBits::ALL.into_iter().filter(|&bits| !golden_strategy(bits).exists()) {
        small_files::strategy_of_bits(&golden_strategy(bits), bits).unwrap();
    }
}

#[test]
fn golden_files_of_every_kind_verify() {
    for &kind in FileKind::ALL {
        let file = ArrayFile::open_kind(&golden(kind), kind).unwrap();
        file.verify().unwrap();
    }
}

/// What is compressed may change with a new zstd, so strategies and bundles are held to their contents only.
#[test]
fn this_program_writes_the_bytes_of_the_golden_files() {
    let folder = tempfile::tempdir().unwrap();
    for &kind in FileKind::ALL.iter().filter(|kind| ![FileKind::Strategy, FileKind::Bundle].contains(kind)) {
        let path = folder.path().join(kind.name());
        small_files::write(kind, &path).unwrap();
        assert!(fs::read(&path).unwrap() == fs::read(golden(kind)).unwrap(), "{kind} files have other bytes now");
    }
}

#[test]
fn golden_buckets_are_read() {
    let table = BucketTable::open(&golden(FileKind::Buckets)).unwrap();
    assert!(table.buckets().iter().eq(small_files::BUCKETS));
    assert_eq!(table.bucket(7).unwrap(), Bucket(2));
    assert_eq!(table.file().fingerprint().to_string(), "ba387c54d412a341cbc9a22c043f4da5");
    table.file().require_parents(&[small_files::parent()]).unwrap();
}

#[test]
fn golden_buckets_local_to_public_clusters_are_read_and_written() {
    let path = golden_named("buckets-local");
    let table = BucketTable::open(&path).unwrap();
    table.file().verify().unwrap();
    table.check_buckets().unwrap();
    assert!(table.entries().iter().eq(small_files::BUCKETS));
    let clusters = table.public_clusters().unwrap();
    assert_eq!(clusters.first_buckets, small_files::FIRST_BUCKETS);
    assert_eq!(clusters.bucket_of_class, small_files::BUCKET_OF_CLASS);
    assert!(clusters.flop_clusters.iter().enumerate().all(|(flop, &cluster)| flop % 2 == usize::from(cluster)));
    assert_eq!(table.file().fingerprint().to_string(), "487d32580188f9b069200f2912ce8f56");
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("buckets");
    small_files::local_buckets(&written).unwrap();
    assert!(fs::read(&written).unwrap() == fs::read(&path).unwrap(), "they have other bytes now");
}

#[test]
fn a_golden_checkpoint_is_resumed() {
    let checkpoint = Checkpoint::open(&golden(FileKind::Checkpoint)).unwrap();
    let table = RegretTable::load(&checkpoint, &[("regrets", 5), ("sums", 3)], TableHome::Memory).unwrap();
    assert_eq!(table.as_slice("regrets").unwrap(), small_files::REGRETS);
    let state: (u64, [u64; 4]) = decode_state(checkpoint.file().path(), checkpoint.state().unwrap()).unwrap();
    assert_eq!(state, (99, [1, 2, 3, 4]));
}

#[test]
fn golden_strategies_of_each_width_and_of_the_older_coding_are_read() {
    let older = (ProbabilityBits::Eight, golden(FileKind::Strategy));
    for (bits, path) in ProbabilityBits::ALL.map(|bits| (bits, golden_strategy(bits))).into_iter().chain([older]) {
        let strategy = StrategyReader::open(&path).unwrap();
        strategy.file().verify().unwrap();
        let whole = f32::from(bits.parts());
        let half = f32::from(bits.parts().div_ceil(2));
        assert_eq!(strategy.bits(), bits);
        assert_eq!(strategy.probabilities(0, 0).unwrap(), of_actions([0.0, 1.0, 0.0]));
        assert_eq!(strategy.probabilities(0, 1).unwrap(), of_actions([0.2, 0.2, 0.6]));
        assert_eq!(strategy.probabilities(1, 0).unwrap(), of_actions([1.0, 0.0, 0.0]));
        assert_eq!(strategy.probabilities(1, 1).unwrap(), of_actions([0.0, 1.0, 0.0]));
        assert_eq!(strategy.probabilities(1, 2).unwrap(), of_actions([half / whole, (whole - half) / whole, 0.0]));
        // The recipe does not name the bits here, and meta does not enter.
        assert_eq!(strategy.file().fingerprint().to_string(), "4848957fa4a7ccf6604942d713b2b08b");
    }
}
