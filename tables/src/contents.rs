//! A file's contents as its readers see them: what checksums cannot tell.

use std::path::Path;

use super::buckets::table::BucketTable;
use super::error::TableError;
use super::file::array::ArrayFile;
use super::file::header::FileKind;
use super::run::regret_table::Checkpoint;
use super::spot_file::SpotBlocks;
use super::strategy::bundle::Bundle;
use super::strategy::reader::StrategyReader;
use super::together::progress::Progress;

/// Reads a file against its checksums, and then as a reader of its kind does: each hand's bucket exists, each block of
/// a strategy can be unpacked, each cell of a checkpoint is a number. Checksums tell damage; they do not tell a file
/// that a faulty program wrote.
pub fn verify(path: &Path, progress: &dyn Progress) -> Result<FileKind, TableError> {
    let file = ArrayFile::open(path)?;
    file.verify_with(progress)?;
    let kind = file.kind();
    match kind {
        FileKind::Buckets => BucketTable::open(path)?.check_buckets()?,
        FileKind::Strategy => StrategyReader::open(path)?.verify_blocks(progress)?,
        FileKind::Bundle => Bundle::of(file)?.verify_files(progress)?,
        FileKind::Spot => SpotBlocks::open(path)?.verify_blocks(progress)?,
        FileKind::Checkpoint => Checkpoint::open(path)?.require_finite(progress)?,
        // What these hold is known to the crates that make them.
        FileKind::OpponentClusters | FileKind::Features | FileKind::League => {}
    }
    Ok(kind)
}
