//! Whole files of any kind, with a header checksum that is right, so that what lies behind it is reached.

use std::io::Write;
use tables::buckets::table::{BucketTable, MAX_BUCKETS};
use tables::file::array::ArrayFile;
use tables::file::fingerprint::checksum;
use tables::run::regret_table::Checkpoint;
use tables::strategy::bundle::{Bundle, STREETS};
use tables::strategy::reader::StrategyReader;

/// The most decisions that are looked at.
const MOST_NODES: usize = 64;

/// A file is refused, or read without a panic, whatever it holds.
pub fn try_input(data: &[u8]) {
    let mut bytes = data.to_vec();
    repair(&mut bytes);
    let mut file = tempfile::NamedTempFile::new_in(folder()).expect("a temporary file");
    file.write_all(&bytes).expect("room for it");
    let path = file.path();
    if let Ok(file) = ArrayFile::open(path) {
        let _ = file.verify();
    }
    if let Ok(table) = BucketTable::open(path) {
        assert!(table.bucket_count() <= MAX_BUCKETS);
        let _ = (table.entries().len(), table.check_buckets());
        let _ = table.public_clusters().map(|clusters| (clusters.cluster(0), clusters.cluster_of_bucket(7)));
    }
    if let Ok(reader) = StrategyReader::open(path) {
        for node in 0..reader.node_count().min(MOST_NODES) {
            let _ = reader.node_block(node);
            let _ = reader.probabilities(node, usize::from(u16::MAX));
        }
    }
    if let Ok(bundle) = Bundle::open(path) {
        let _ = (bundle.strategy(), STREETS.map(|street| bundle.buckets(street)));
    }
    if let Ok(checkpoint) = Checkpoint::open(path) {
        let _ = checkpoint.state();
    }
}

/// Memory, where there is such a folder.
fn folder() -> &'static str {
    if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "." }
}

/// Writes the right checksum behind the header, if there is room for one.
fn repair(bytes: &mut [u8]) {
    let Some(length) = bytes.get(12..16).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])) else { return };
    let covered = 16 + length as usize;
    if bytes.len() >= covered.saturating_add(8) {
        let sum = checksum(&bytes[..covered]).to_le_bytes();
        bytes[covered..covered + 8].copy_from_slice(&sum);
    }
}
