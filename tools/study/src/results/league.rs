//! The files of a league stage: what all strategies of a training won from each other and from the built-in policies,
//! and what was seen on every board, from which all means and intervals can be worked out again.

use matches::league::League;
use matches::settings::league::SettingsLeague;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::Parent;
use tables::file::header::{FileDescription, FileKind, Section};
use tables::file::writer::ArrayWriter;
use tables::run::folder::RunFolder;

use super::exploitability::{read_json, write_json};
use crate::error::StudyError;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeagueFile {
    pub league: Option<League>,
    pub against_built_in: Vec<BuiltInMatch>,
    /// Settings that were made several times against each other, their clusterings drawn as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<SettingsLeague>,
}

/// A strategy against a built-in policy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuiltInMatch {
    pub player: String,
    pub opponent: String,
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval.
    pub ci95: f64,
}

impl LeagueFile {
    /// The league of a training with a name, or of the only one; `None` if none has been played.
    pub fn read(folder: &RunFolder, training: Option<&str>) -> Result<Option<Self>, StudyError> {
        let path = folder.league_of(training)?;
        let file: Option<Self> = read_json(&path, "a league")?;
        let contradiction = file.iter().flat_map(|file| &file.league).find_map(League::contradiction);
        contradiction
            .map_or(Ok(file), |problem| Err(StudyError::File { path, problem: format!("not a league ({problem})") }))
    }

    pub(crate) fn write(&self, folder: &RunFolder, training: Option<&str>) -> Result<(), StudyError> {
        write_json(&folder.league_of(training)?, self)
    }
}

const PAIRS: &str = "pairs";
const CHIPS: &str = "chips";

#[derive(Clone, PartialEq, Debug)]
pub struct LeagueBoards {
    pub players: Vec<String>,
    /// Places of players, the smaller one first.
    pub pairs: Vec<(usize, usize)>,
    /// `[board][pair]`: the chips that the first of the pair wins a game on this board, the mean of both seats.
    pub values: Vec<Vec<f64>>,
}

impl LeagueBoards {
    /// Writes the file: sections `pairs` (u32, `[pair, 2]`) and `chips` (f64, `[board, pair]`), names in the header.
    pub(crate) fn write(&self, path: &Path, recipe: serde_json::Value, parents: Vec<Parent>) -> Result<(), StudyError> {
        let (boards, pairs) = (self.values.len() as u64, self.pairs.len() as u64);
        let description = FileDescription {
            kind: FileKind::League,
            recipe,
            parents,
            meta: json!({ "players": self.players }),
            sections: vec![
                Section::new(PAIRS, ElementType::U32, &[pairs, 2]),
                Section::new(CHIPS, ElementType::F64, &[boards, pairs]),
            ],
        };
        let places: Vec<u32> = self.pairs.iter().flat_map(|&(first, second)| [first as u32, second as u32]).collect();
        let mut writer = ArrayWriter::create(path, &description)?;
        writer.write_section(PAIRS, &places)?;
        writer.write_section(CHIPS, &self.values.concat())?;
        writer.finish()?;
        Ok(())
    }

    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let file = ArrayFile::open_kind(path, FileKind::League)?;
        file.verify()?;
        let places = file.section::<u32>(PAIRS)?;
        let pairs: Vec<(usize, usize)> =
            places.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize)).collect();
        let values = file.section::<f64>(CHIPS)?.chunks(pairs.len().max(1)).map(<[f64]>::to_vec).collect();
        Ok(Self { players: file.meta("players")?, pairs, values })
    }
}
