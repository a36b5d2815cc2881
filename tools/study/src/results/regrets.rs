//! What has become of a player's regrets.

use tables::error::TableError;
use tables::run::folder::RunFolder;

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
    /// Those of a player in a folder.
    pub fn of(folder: &RunFolder, player: &str) -> Result<Self, TableError> {
        Ok(match (folder.checkpoint(player)?.exists(), folder.training_curve(player)?.exists()) {
            (true, _) => Self::Kept,
            (false, true) => Self::GivenUp,
            (false, false) => Self::NoneYet,
        })
    }
}
