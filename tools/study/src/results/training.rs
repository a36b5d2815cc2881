//! What a training leaves: its curve, and what has become of its regrets; and the file of the stability stage.

use serde::{Deserialize, Serialize};
use tables::error::TableError;
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;

use super::exploitability::{read_json, write_json};
use crate::error::StudyError;

/// A training's curve file; what it holds beyond this is for other programs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct TrainingCurve {
    pub iterations: u64,
    pub seconds: f64,
    /// The average positive regret, as it was found on the way.
    pub points: Vec<RegretPoint>,
    /// The exploitability, as far as it was measured.
    pub exploitability: Vec<ExploitabilityPoint>,
}

/// An average regret; in the file a list of the three numbers.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct RegretPoint {
    pub iterations: u64,
    pub seconds: f64,
    /// In mbb/g, over the boards seen.
    pub regret: f64,
}

/// An exploitability in the real game; in the file a list of the four numbers.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct ExploitabilityPoint {
    pub iterations: u64,
    pub seconds: f64,
    pub mbb_per_game: f64,
    /// Its standard error, over the flops drawn.
    pub standard_error: f64,
}

impl TrainingCurve {
    /// A player's curve; `None` where there is none.
    pub fn read(folder: &RunFolder, player: &str) -> Result<Option<Self>, StudyError> {
        let path = folder.training_curve(player)?;
        let curve: Option<Self> = read_json(&path, "a training curve")?;
        let is_sound = curve.as_ref().is_none_or(Self::is_sound);
        let problem = || "not a training curve (its numbers are not what a training gives)".to_owned();
        if is_sound { Ok(curve) } else { Err(StudyError::File { path, problem: problem() }) }
    }

    /// Whether the numbers can be those of a training: nothing below zero, and no amount beyond any pot.
    fn is_sound(&self) -> bool {
        let is_amount = |amount: f64| (0.0..=1e6).contains(&amount);
        let regrets = self.points.iter().map(|it| [it.seconds, it.regret]);
        let measured = self.exploitability.iter().map(|it| [it.seconds, it.standard_error]);
        self.seconds >= 0.0
            && regrets.chain(measured).all(|[seconds, amount]| seconds >= 0.0 && is_amount(amount))
            && self.exploitability.iter().all(|it| it.mbb_per_game.abs() <= 1e6)
    }
}

/// What has become of a player's regrets, as the files of its training show.
///
/// A training writes its checkpoint before its curve, and a curve without a checkpoint is never written: so a curve on
/// its own means that the regrets were removed once the strategy was there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regrets {
    /// The player has not been trained, or not for long enough to leave anything.
    NoneYet,
    /// They are there: training can go on.
    Kept,
    /// They were given up: the player cannot be trained longer, and a training under its name would begin from scratch.
    GivenUp,
}

impl Regrets {
    pub fn of(folder: &RunFolder, player: &str) -> Result<Self, TableError> {
        Ok(match (folder.checkpoint(player)?.exists(), folder.training_curve(player)?.exists()) {
            (true, _) => Self::Kept,
            (false, true) => Self::GivenUp,
            (false, false) => Self::NoneYet,
        })
    }
}

/// The file of the stability stage: one entry for each file and seed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StabilityFile {
    pub comparisons: Vec<SeedComparison>,
}

/// A street's buckets beside those from another seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeedComparison {
    /// The bucket file's name in the run folder.
    pub file: String,
    /// Which file that was.
    pub fingerprint: Fingerprint,
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

    pub(crate) fn write(&self, folder: &RunFolder) -> Result<(), StudyError> {
        write_json(&folder.stability(), self)
    }
}
