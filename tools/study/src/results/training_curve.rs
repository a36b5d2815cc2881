//! The curve that a training leaves: what was measured on the way.

use serde::Deserialize;
use tables::run::folder::RunFolder;

use crate::error::StudyError;
use crate::results::json_file::read_json;

/// A training's curve file; what it holds beyond this is for other programs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct TrainingCurve {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// The average positive regret, as it was found on the way.
    pub points: Vec<RegretPoint>,
    /// The exploitability, as far as it was measured.
    pub exploitability: Vec<ExploitabilityPoint>,
}

/// An average regret; in the file a list of the three numbers.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct RegretPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// In mbb/g, over the boards seen.
    pub regret: f64,
}

/// An exploitability in the real game; in the file a list of the four numbers.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct ExploitabilityPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// What a best response wins.
    pub mbb_per_game: f64,
    /// Its standard error, over the flops drawn.
    pub standard_error: f64,
}

impl TrainingCurve {
    /// A player's curve; `None` where there is none.
    pub fn read(folder: &RunFolder, player: &str) -> Result<Option<Self>, StudyError> {
        read_json(&folder.training_curve(player)?, "a training curve")
    }
}
