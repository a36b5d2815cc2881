//! Finished flops kept in a folder, one small file for each flop and seat, so that a killed measurement loses only those at work.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::error::{Action, TableError};
use tables::resume_state::{read_state_file, write_state_file};
use tables::run_folder::flop_response;
use tables::run_lock::RunLock;

use super::flop_response::FlopValues;
use super::suit_orbits::BoardOrbit;

/// What was finished against one policy; other policies' files in the same folder are passed over and replaced.
pub struct KeptFlops {
    folder: PathBuf,
    policy: Value,
    _lock: RunLock,
}

impl KeptFlops {
    /// Opens a folder, made if need be, for results against the policy that `policy` describes beyond doubt.
    ///
    /// # Errors
    /// [`TableError::Io`] if it cannot be made, [`TableError::Busy`] while another process works there.
    pub fn open(folder: &Path, policy: Value) -> Result<Self, TableError> {
        std::fs::create_dir_all(folder).map_err(|source| TableError::Io {
            path: folder.to_owned(),
            action: Action::Create,
            source,
            advice: "choose a folder you may write to with --out".to_owned(),
        })?;
        let lock = RunLock::take(&folder.join("lock"), folder)?;
        Ok(Self { folder: folder.to_owned(), policy, _lock: lock })
    }

    /// The values of a flop for the responder in a position, if they are there with `cells` numbers each.
    ///
    /// # Errors
    /// A file that is damaged or unreadable.
    pub fn read(&self, flop: &BoardOrbit, position: usize, cells: usize) -> Result<Option<FlopValues>, TableError> {
        let path = self.path(flop, position);
        let kept: Option<FlopValues> = read_state_file(&path, &self.recipe(flop, position))?;
        match kept {
            Some(kept) if kept.values.len() != cells || kept.weights.len() != cells => Err(TableError::Shape {
                path,
                what: "values of a flop".to_owned(),
                expected: format!("{cells} and {cells}"),
                found: format!("{} and {}", kept.values.len(), kept.weights.len()),
            }),
            kept => Ok(kept),
        }
    }

    /// Keeps the values of a flop, whole or not at all.
    ///
    /// # Errors
    /// [`TableError::Io`] if they cannot be written.
    pub fn write(&self, flop: &BoardOrbit, position: usize, values: &FlopValues) -> Result<(), TableError> {
        write_state_file(&self.path(flop, position), &self.recipe(flop, position), values)
    }

    fn path(&self, flop: &BoardOrbit, position: usize) -> PathBuf {
        flop_response(&self.folder, &cards_of(flop), position)
    }

    fn recipe(&self, flop: &BoardOrbit, position: usize) -> Value {
        json!({ "best_response_to": self.policy, "flop": cards_of(flop), "position": position })
    }
}

fn cards_of(flop: &BoardOrbit) -> String {
    flop.board.iter().map(ToString::to_string).collect()
}
