//! The file of what was seen on every board of a league: all means and intervals can be worked out from it again.

use serde_json::json;
use std::path::Path;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::Parent;
use tables::file::header::{FileDescription, FileKind, SectionDescription};
use tables::file::writer::ArrayWriter;

use crate::error::StudyError;

const PAIRS: &str = "pairs";
const CHIPS: &str = "chips";

/// The values of single boards.
#[derive(Clone, PartialEq, Debug)]
pub struct LeagueBoards {
    /// The players' names.
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
                SectionDescription::new(PAIRS, ElementType::U32, &[pairs, 2]),
                SectionDescription::new(CHIPS, ElementType::F64, &[boards, pairs]),
            ],
        };
        let places: Vec<u32> = self.pairs.iter().flat_map(|&(first, second)| [first as u32, second as u32]).collect();
        let mut writer = ArrayWriter::create(path, &description)?;
        writer.write_section(PAIRS, &places)?;
        writer.write_section(CHIPS, &self.values.concat())?;
        writer.finish()?;
        Ok(())
    }

    /// Reads such a file.
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
