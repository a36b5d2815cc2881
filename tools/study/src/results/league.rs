//! The file of a league stage: all strategies of a training against each other and against the built-in policies.

use matches::league::League;
use matches::settings::league::SettingsLeague;
use serde::{Deserialize, Serialize};
use tables::run::folder::RunFolder;

use crate::error::StudyError;
use crate::results::json_file::{read_json, write_json};

/// The file of a league stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeagueFile {
    /// Everyone against everyone; none for a single player.
    pub league: Option<League>,
    /// Each strategy against each built-in policy.
    pub against_built_in: Vec<BuiltInMatch>,
    /// Settings that were made several times against each other, their clusterings drawn as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<SettingsLeague>,
}

/// A strategy against a built-in policy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuiltInMatch {
    /// The strategy's player.
    pub player: String,
    /// The policy.
    pub opponent: String,
    /// What the strategy wins.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval.
    pub ci95: f64,
}

impl LeagueFile {
    /// The league of a training with a name, or of the only one; `None` if none has been played.
    pub fn read(folder: &RunFolder, training: Option<&str>) -> Result<Option<Self>, StudyError> {
        read_json(&folder.league_of(training)?, "a league")
    }

    /// Writes the file of a training with a name, or of the only one.
    pub(crate) fn write(&self, folder: &RunFolder, training: Option<&str>) -> Result<(), StudyError> {
        write_json(&folder.league_of(training)?, self)
    }
}
