//! The file of the stability stage: buckets beside those of other seeds.

use serde::{Deserialize, Serialize};
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;

use crate::error::StudyError;
use crate::results::json_file::{read_json, write_json};

/// The file of the stability stage: one entry for each file and seed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StabilityFile {
    /// The comparisons, file after file.
    pub comparisons: Vec<SeedComparison>,
}

/// A street's buckets beside those from another seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeedComparison {
    /// The bucket file's name in the run folder.
    pub file: String,
    /// Which file that was.
    pub fingerprint: Fingerprint,
    /// The other seed.
    pub seed: u64,
    /// The other file, where it belongs to the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// How much one bucket reveals about the other, in bits.
    pub mutual_information: f64,
    /// The same over the mean of both entropies, 0 to 1.
    pub normalised_mutual_information: f64,
    /// 1 for equal buckets, 0 for unrelated ones.
    pub adjusted_rand_index: f64,
}

impl StabilityFile {
    /// What has been compared so far; empty if the file is missing or damaged, since it is then made again.
    pub fn read(folder: &RunFolder) -> Self {
        read_json(&folder.stability(), "a comparison of seeds").ok().flatten().unwrap_or_default()
    }

    /// Writes the file.
    pub(crate) fn write(&self, folder: &RunFolder) -> Result<(), StudyError> {
        write_json(&folder.stability(), self)
    }
}
