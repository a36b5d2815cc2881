//! One tiny file of each kind with known contents, for the tests that damage files and those that keep them for ever.

use evaluator::deck::Deck;
use evaluator::round::Round;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tables::buckets::public_clusters::{PublicClusters, flops};
use tables::buckets::table::{BucketTable, BucketTableContents};
use tables::error::TableError;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::file::header::{FileDescription, FileKind, Section};
use tables::file::writer::ArrayWriter;
use tables::run::regret_table::{CheckpointDescription, RegretTable};
use tables::run::state::encode_state;
use tables::run::table_home::TableHome;
use tables::spot_file;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::bundle::BundleContents;
use tables::strategy::reader::StrategyReader;
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::Silent;
use tempfile::TempDir;

/// A folder of its own, and a place in it.
pub fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Changes bytes of a section, counted from its start, behind the program's back.
pub fn alter(path: &Path, section: &str, at: usize, bytes: &[u8]) {
    let place = ArrayFile::open(path).unwrap().header().section(section).unwrap().offset as usize + at;
    let mut all = fs::read(path).unwrap();
    all[place..place + bytes.len()].copy_from_slice(bytes);
    fs::write(path, all).unwrap();
}

pub const BUCKETS: [u32; 12] = [0, 0, 1, 2, 1, 1, 0, 2, 2, 2, 1, 0];
pub const REGRETS: [f32; 5] = [0.5, -1.25, 0.0, 3.0e7, -0.0];
pub const SUMS: [f32; 3] = [1.0, 2.0, 4.0];
/// Fold, call, raise of two buckets at the first node; two actions of three buckets at the second.
pub const FIRST_NODE: [[f32; 3]; 2] = [[0.0, 1.0, 0.0], [0.2, 0.2, 0.6]];
pub const SECOND_NODE: [[f32; 2]; 3] = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]];

pub fn parent() -> Parent {
    Parent::new("opponent_clusters", Fingerprint::of("opponent-clusters", &json!({"clusters": 8}), &[]))
}

pub fn write(kind: FileKind, path: &Path) -> Result<Fingerprint, TableError> {
    match kind {
        FileKind::Buckets => buckets(path),
        FileKind::Checkpoint => checkpoint(path),
        FileKind::Strategy => strategy(path),
        FileKind::OpponentClusters => plain(kind, path, "cluster_of_class"),
        FileKind::Features => plain(kind, path, "rows"),
        FileKind::League => plain(kind, path, "results"),
        FileKind::Spot => spot(path),
        FileKind::Bundle => bundle(path),
    }
}

/// Two boards of a spot.
pub const SPOT_BLOCKS: [&[u8]; 2] = [&[255, 0, 0, 255, 128, 127], &[255; 40]];

pub fn spot(path: &Path) -> Result<Fingerprint, TableError> {
    let packed = SPOT_BLOCKS.map(spot_file::pack);
    let lengths = SPOT_BLOCKS.map(|block| block.len() as u64);
    spot_file::write(path, json!({"spot": "board = '2c2d2h3s3c'"}), json!({"iterations": 3}), &packed, &lengths)
}

pub fn buckets(path: &Path) -> Result<Fingerprint, TableError> {
    BucketTableContents {
        deck: Deck::FULL,
        recipe: json!({"feature": "ochs", "count": 3, "seed": 7, "tolerance": 0.1}),
        centres: &[0.1, 0.2, 0.4, 0.5, 0.9, 1.0],
        hands_in_bucket: &[4, 4, 4],
        deals_in_bucket: &[48, 48, 96],
        mean_strength: &[0.15, 0.45, 0.95],
        cost_per_iteration: &[0.5, 0.25, 0.125],
        ..five_buckets()
    }
    .write(path)
}

/// The files of a bundle: the strategy above, with buckets of three streets.
pub fn files_of_bundle(folder: &Path) -> Result<(StrategyReader, [BucketTable; 3]), TableError> {
    let table = |round: Round| {
        let path = folder.join(round.name());
        let contents = BucketTableContents { round, recipe: json!({"street": round.name()}), ..five_buckets() };
        contents.write(&path)?;
        BucketTable::open(&path)
    };
    let tables = [table(Round::Flop)?, table(Round::Turn)?, table(Round::River)?];
    let parents = tables.iter().map(|table| Parent::new(table.round().name(), table.fingerprint())).collect();
    let strategy = folder.join("strategy");
    strategy_with(&strategy, ProbabilityBits::Eight, parents)?;
    Ok((StrategyReader::open(&strategy)?, tables))
}

pub fn bundle(path: &Path) -> Result<Fingerprint, TableError> {
    let folder = tempfile::tempdir().unwrap();
    let (strategy, [flop, turn, river]) = files_of_bundle(folder.path())?;
    BundleContents { strategy: &strategy, buckets: [&flop, &turn, &river] }.write(path, &Silent)
}

/// Clusters of flops in turns, and the three classes' buckets in each of the two.
pub const FIRST_BUCKETS: [u32; 3] = [0, 2, 5];
pub const BUCKET_OF_CLASS: [u16; 6] = [0, 1, 1, 2, 0, 1];

pub fn local_buckets(path: &Path) -> Result<Fingerprint, TableError> {
    let flop_clusters: Vec<u16> = (0..flops(Deck::FULL)).map(|flop| (flop % 2) as u16).collect();
    let (first_buckets, bucket_of_class) = (&FIRST_BUCKETS[..], &BUCKET_OF_CLASS[..]);
    local_buckets_of(
        path,
        &PublicClusters { deck: Deck::FULL, flop_clusters: &flop_clusters, first_buckets, bucket_of_class },
    )
}

/// Five buckets with clusters of which they need not be.
pub fn local_buckets_of(path: &Path, clusters: &PublicClusters<'_>) -> Result<Fingerprint, TableError> {
    five_buckets().write_local(path, clusters)
}

fn five_buckets() -> BucketTableContents<'static> {
    BucketTableContents {
        deck: Deck::FULL,
        round: Round::River,
        recipe: json!({"feature": "ochs", "count": 5, "public_clusters": {"clusters": 2, "fine": 3}}),
        parents: vec![parent()],
        facts: json!({"distinct": 12}),
        buckets: &BUCKETS,
        centres: &[0.1, 0.2, 0.4, 0.5, 0.9],
        hands_in_bucket: &[4, 8, 4, 4, 4],
        deals_in_bucket: &[40, 80, 40, 40, 40],
        mean_strength: &[0.15, 0.45, 0.1, 0.5, 0.95],
        cost_per_iteration: &[0.5],
    }
}

pub fn checkpoint(path: &Path) -> Result<Fingerprint, TableError> {
    let mut table = RegretTable::fresh(&[("regrets", 5), ("sums", 3)], TableHome::Memory)?;
    table.as_mut_slice("regrets").unwrap().copy_from_slice(&REGRETS);
    table.as_mut_slice("sums").unwrap().copy_from_slice(&SUMS);
    let description = CheckpointDescription {
        recipe: json!({"algorithm": "cfr+", "seed": 1}),
        parents: vec![parent()],
        meta: json!({"iterations": 99}),
    };
    table.checkpoint(path, &description, &encode_state(&(99u64, [1u64, 2, 3, 4]))?)
}

pub fn strategy(path: &Path) -> Result<Fingerprint, TableError> {
    strategy_of_bits(path, ProbabilityBits::Eight)
}

pub fn strategy_of_bits(path: &Path, bits: ProbabilityBits) -> Result<Fingerprint, TableError> {
    strategy_with(path, bits, vec![parent()])
}

fn strategy_with(path: &Path, bits: ProbabilityBits, parents: Vec<Parent>) -> Result<Fingerprint, TableError> {
    let description = StrategyDescription {
        recipe: json!({"game": "GAMEDEF\nlimit\nEND GAMEDEF", "algorithm": "cfr+"}),
        parents,
        buckets_per_round: vec![2, 3],
        facts: json!({"iterations": 99}),
    };
    let mut writer = StrategyWriter::with_bits(description, bits);
    let (mut first, mut second) =
        (NodeStrategy::with_bits(3, 2, bits).unwrap(), NodeStrategy::with_bits(2, 3, bits).unwrap());
    assert!(FIRST_NODE.iter().enumerate().all(|(bucket, probabilities)| first.set(bucket, probabilities)));
    assert!(SECOND_NODE.iter().enumerate().all(|(bucket, probabilities)| second.set(bucket, probabilities)));
    writer.push(StrategyNode { round: 0, player: 0, actions: 3 }, &first.compress()?)?;
    writer.push(StrategyNode { round: 1, player: 1, actions: 2 }, &second.compress()?)?;
    writer.write(path)
}

/// A container with one section of u16 and one of bytes, for the kinds whose sections other crates choose.
pub fn plain_description(kind: FileKind, section: &str) -> FileDescription {
    FileDescription {
        kind,
        recipe: json!({"made": "by a test", "clusters": 8}),
        parents: vec![],
        meta: json!({}),
        sections: vec![
            Section::new(section, ElementType::U16, &[2, 3]),
            Section::new("notes", ElementType::Bytes, &[5]),
        ],
    }
}

fn plain(kind: FileKind, path: &Path, section: &str) -> Result<Fingerprint, TableError> {
    let mut writer = ArrayWriter::create(path, &plain_description(kind, section))?;
    writer.write_section(section, &[1u16, 2, 3, 500, 5000, 50000])?;
    writer.write_section("notes", b"hello")?;
    writer.finish()
}
