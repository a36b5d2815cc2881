//! The file of a league stage: all strategies of a training against each other and against the built-in policies.

use matches::league::League;
use matches::settings_league::SettingsLeague;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use tables::run_folder::RunFolder;

use crate::error::StudyError;

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
    ///
    /// # Errors
    /// A file that cannot be read or is none.
    pub fn read(folder: &RunFolder, training: Option<&str>) -> Result<Option<Self>, StudyError> {
        let path = folder.league_of(training)?;
        let file = |problem: String| StudyError::File { path: path.clone(), problem };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| file(format!("no league can be read ({error})")))?,
        };
        serde_json::from_str(&text).map(Some).map_err(|error| file(format!("not a league ({error})")))
    }
}
