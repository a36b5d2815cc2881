//! A published table of matches, which the report sets beside the study's own.

use serde::Deserialize;

use crate::error::{StudyError, refuse};
use crate::file::settings::each_once;

/// A table of what settings won from each other elsewhere.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Authors, title, where it appeared, which table.
    pub source: String,
    /// Where it can be read.
    #[serde(default)]
    pub link: String,
    /// The settings of this study that its rows and columns stand for.
    pub settings: Vec<String>,
    /// What the row won from the column, in mbb/g; the diagonal is not looked at.
    pub mbb_per_game: Vec<Vec<f64>>,
    /// Half the 95 % interval of each of its values, if it is known.
    pub ci95: Option<f64>,
    /// What else a reader must know about it, such as where its interval comes from.
    #[serde(default)]
    pub remark: String,
}

impl Published {
    /// Whether it fits a study with these settings.
    pub fn check(&self, settings: &[String], has_league: bool) -> Result<(), StudyError> {
        if !has_league {
            return refuse("published", "a [league] to be set beside it", "none");
        }
        each_once("published.settings", self.settings.iter().map(String::as_str))?;
        if let Some(name) = self.settings.iter().find(|name| !settings.contains(name)) {
            return refuse("published.settings", format!("settings of this study: {}", settings.join(", ")), name);
        }
        let count = self.settings.len();
        if count < 2 {
            return refuse("published.settings", "at least 2", count);
        }
        if self.mbb_per_game.len() != count || self.mbb_per_game.iter().any(|row| row.len() != count) {
            return refuse("published.mbb_per_game", format!("{count} rows of {count} numbers"), "others");
        }
        let numbers = self.mbb_per_game.iter().flatten().chain(&self.ci95);
        match numbers.into_iter().find(|number| !number.is_finite()) {
            Some(number) => refuse("published.mbb_per_game", "finite numbers", number),
            None => match self.ci95 {
                Some(half_width) if half_width < 0.0 => refuse("published.ci95", "0 or more", half_width),
                _ => Ok(()),
            },
        }
    }
}
