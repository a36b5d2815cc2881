//! Finished flops kept in a folder, one small file for each piece of work, so that a killed measurement loses only those at work.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::error::{Action, TableError};
use tables::fingerprint::Fingerprint;
use tables::resume_state::bincode::{Decode, Encode};
use tables::resume_state::{read_state_file, write_state_file};
use tables::run_folder::{finished_flops, flop_own_play, flop_response, flop_value};
use tables::run_lock::RunLock;

use super::flop_response::FlopValues;
use super::flop_value::SeatedValues;
use super::suit_orbits::BoardOrbit;

/// Which way of measuring kept results come from. Whoever changes what is measured or how counts on: results of two ways would
/// otherwise be added up to one.
const METHOD: u32 = 1;

/// What was finished for one policy or pair of players, in a folder of its own below the one that is named: two that are
/// measured with one `--out`, by chance or by a like name, take nothing away from each other.
pub struct KeptFlops {
    folder: PathBuf,
    measured: Value,
    _lock: RunLock,
}

impl KeptFlops {
    /// Opens a folder, made if need be, for results of what `measured` describes beyond doubt: a policy, or two players.
    ///
    /// # Errors
    /// [`TableError::Io`] if it cannot be made, [`TableError::Busy`] while another process works there.
    pub fn open(folder: &Path, measured: Value) -> Result<Self, TableError> {
        let identity = json!({ "measured": measured, "method": METHOD });
        let folder = finished_flops(folder, Fingerprint::of("finished flops", &identity, &[]));
        std::fs::create_dir_all(&folder).map_err(|source| TableError::Io {
            path: folder.clone(),
            action: Action::Create,
            source,
            advice: "choose a folder you may write to with --out".to_owned(),
        })?;
        let lock = RunLock::take(&folder.join("lock"), &folder)?;
        Ok(Self { folder, measured, _lock: lock })
    }

    /// The values of a flop for the responder in a position.
    pub fn response(&self, flop: &BoardOrbit, position: usize) -> KeptFlop {
        let flop = cards_of(flop);
        KeptFlop {
            path: flop_response(&self.folder, &flop, position),
            recipe: json!({ "best_response_to": self.measured, "flop": flop, "position": position }),
        }
    }

    /// The values of a flop for the policy itself in a position.
    pub fn own_play(&self, flop: &BoardOrbit, position: usize) -> KeptFlop {
        let flop = cards_of(flop);
        KeptFlop {
            path: flop_own_play(&self.folder, &flop, position),
            recipe: json!({ "own_play_of": self.measured, "flop": flop, "position": position }),
        }
    }

    /// What two players win from each other below a flop.
    pub fn value(&self, flop: &BoardOrbit) -> KeptFlop {
        let flop = cards_of(flop);
        KeptFlop {
            path: flop_value(&self.folder, &flop),
            recipe: json!({ "value_of_players": self.measured, "flop": flop }),
        }
    }
}

/// The file of one piece of work, finished or not.
pub struct KeptFlop {
    path: PathBuf,
    recipe: Value,
}

impl KeptFlop {
    /// The result, if it is there; with `cells` numbers of each kind.
    ///
    /// # Errors
    /// A file that is damaged or unreadable, or that has other numbers.
    pub fn read<R: FlopResult>(&self, cells: &[usize]) -> Result<Option<R>, TableError> {
        let kept: Option<R> = read_state_file(&self.path, &self.recipe)?;
        match kept.as_ref().map(R::cells) {
            Some(found) if found != cells => Err(TableError::Shape {
                path: self.path.clone(),
                what: "values of a flop".to_owned(),
                expected: format!("{cells:?}"),
                found: format!("{found:?}"),
            }),
            _ => Ok(kept),
        }
    }

    /// Keeps a result, whole or not at all.
    ///
    /// # Errors
    /// [`TableError::Io`] if it cannot be written.
    pub fn write<R: FlopResult>(&self, result: &R) -> Result<(), TableError> {
        write_state_file(&self.path, &self.recipe, result)
    }
}

/// What is worked out below one flop.
pub trait FlopResult: Encode + Decode<()> {
    /// How many numbers there are of each kind whose amount depends on the game.
    fn cells(&self) -> Vec<usize>;
}

impl FlopResult for FlopValues {
    fn cells(&self) -> Vec<usize> {
        vec![self.values.len(), self.weights.len()]
    }
}

impl FlopResult for SeatedValues {
    fn cells(&self) -> Vec<usize> {
        Vec::new()
    }
}

fn cards_of(flop: &BoardOrbit) -> String {
    flop.board.iter().map(ToString::to_string).collect()
}
