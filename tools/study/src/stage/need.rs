//! The status of a stage, and what it still needs.

use abstraction::estimate::Prepared;
use tables::run::record::StageCost;

use crate::file::order::Work;

/// The status of one stage, and what it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct StageNeed {
    pub name: String,
    /// What it does.
    pub work: Work,
    /// Whether it needs no more work.
    pub is_done: bool,
    /// What it took already, if it was cut off.
    pub spent: StageCost,
    /// What earlier stages of this run have left in memory for it.
    pub prepared: Prepared,
    /// The most memory it has in use at once; 0 if it is done.
    pub memory_bytes: u64,
    /// What it leaves on disk; 0 if it is done.
    pub disk_bytes: u64,
    /// What it has on disk only until the next stage is done; 0 if it is done.
    pub passing_bytes: u64,
}
