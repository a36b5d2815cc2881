//! The mark a finished stage leaves in the run folder: what it was made from, how it ended and how long it took.

use serde::{Deserialize, Serialize};
use std::path::Path;

use crate::error::TableError;
use crate::file::fingerprint::Fingerprint;
use crate::file::reading::{MOST_RECORD_BYTES, read_text_if_there};
use crate::file::sibling::write_text_atomically;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StageStatus {
    Done,
    Interrupted,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageRecord {
    pub name: String,
    /// Hash of the stage's recipe and parents; if it differs, the stage must be done again.
    pub fingerprint: Fingerprint,
    pub status: StageStatus,
    /// What it took, all its parts together.
    #[serde(flatten)]
    pub cost: StageCost,
    /// Where and when it ended, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<StageEnd>,
}

/// Where and when a stage ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageEnd {
    /// Seconds since the beginning of 1970 (UTC).
    pub unix_seconds: u64,
    pub processor: String,
}

/// What a stage took; what could not be measured is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct StageCost {
    pub seconds: f64,
    /// Seconds summed over all cores.
    #[serde(default)]
    pub core_seconds: Option<f64>,
    /// The most memory that was in use at once, in bytes.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
    /// What its products take on disk, in bytes.
    #[serde(default)]
    pub disk_bytes: Option<u64>,
}

impl StageCost {
    /// The cost of two parts of one stage, `self` the earlier: times summed, the larger memory, the later disk space.
    #[must_use]
    pub fn followed_by(self, later: Self) -> Self {
        Self {
            seconds: self.seconds + later.seconds,
            core_seconds: self.core_seconds.zip(later.core_seconds).map(|(earlier, later)| earlier + later),
            memory_bytes: self.memory_bytes.max(later.memory_bytes),
            disk_bytes: later.disk_bytes,
        }
    }
}

impl StageRecord {
    pub fn write(&self, path: &Path) -> Result<(), TableError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| TableError::Unfinished { path: path.into(), problem: error.to_string() })?;
        write_text_atomically(path, &(text + "\n"))
    }

    pub fn read(path: &Path) -> Result<Option<Self>, TableError> {
        let Some(text) = read_text_if_there(path, MOST_RECORD_BYTES)? else { return Ok(None) };
        let record = serde_json::from_str(&text);
        record.map(Some).map_err(|error| TableError::shape(path, "contents", "a stage record", error))
    }
}
