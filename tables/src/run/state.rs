//! Counters and generators of cut-off work as bytes: the one place that uses bincode.
//!
//! bincode is unmaintained (RUSTSEC-2025-0141) and pinned to 2.0.1. It is accepted here because only the resume state
//! of training and clustering goes through it, no other program reads that state, and decoding is bounded.
//!
//! Other crates derive without naming bincode in their manifests:
//!
//! ```
//! use tables::run::state::{bincode, decode_state, encode_state};
//!
//! #[derive(bincode::Encode, bincode::Decode, PartialEq, Debug)]
//! #[bincode(crate = "tables::run::state::bincode")]
//! struct Counters {
//!     iterations: u64,
//!     seed: [u64; 4],
//! }
//!
//! let counters = Counters { iterations: 7, seed: [1, 2, 3, 4] };
//! let bytes = encode_state(&counters)?;
//! assert_eq!(decode_state::<Counters>("checkpoint".as_ref(), &bytes)?, counters);
//! # Ok::<(), tables::error::TableError>(())
//! ```

use serde_json::Value;
use std::path::Path;

use super::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use super::table_home::TableHome;
use crate::error::TableError;

pub use bincode;

/// The most memory that decoding may ask for, in bytes.
const STATE_LIMIT: usize = 256 << 20;

/// Fixed-width little-endian numbers: the length of the state does not depend on its values.
fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_fixed_int_encoding().with_limit::<STATE_LIMIT>()
}

/// A state as bytes for the `state` section of a checkpoint.
pub fn encode_state<T: bincode::Encode>(state: &T) -> Result<Vec<u8>, TableError> {
    let refuse = |problem: String| TableError::Unfinished { path: "resume state".into(), problem };
    let bytes = bincode::encode_to_vec(state, configuration()).map_err(|error| refuse(error.to_string()))?;
    if bytes.len() > STATE_LIMIT {
        return Err(refuse(format!("{} bytes, at most {STATE_LIMIT} are allowed", bytes.len())));
    }
    Ok(bytes)
}

/// Decodes the state that these bytes of the file at `path` hold.
pub fn decode_state<T: bincode::Decode<()>>(path: &Path, bytes: &[u8]) -> Result<T, TableError> {
    let expected = "the state of this version of the program";
    let (state, used) = bincode::decode_from_slice(bytes, configuration())
        .map_err(|error| TableError::shape(path, "resume state", expected, error))?;
    if used != bytes.len() {
        return Err(TableError::shape(path, "resume state", expected, format!("{} bytes more", bytes.len() - used)));
    }
    Ok(state)
}

/// Keeps a cut-off computation's state as a file of its own, replacing the previous one.
pub fn write_state_file<T: bincode::Encode>(path: &Path, recipe: &Value, state: &T) -> Result<(), TableError> {
    let description = CheckpointDescription { recipe: recipe.clone(), parents: Vec::new(), meta: Value::Null };
    RegretTable::fresh(&[], TableHome::Memory)?.checkpoint(path, &description, &encode_state(state)?)?;
    Ok(())
}

/// The state that a file holds for this recipe: `None` if there is no file, or one of another recipe.
pub fn read_state_file<T: bincode::Decode<()>>(path: &Path, recipe: &Value) -> Result<Option<T>, TableError> {
    if !path.exists() {
        return Ok(None);
    }
    let checkpoint = Checkpoint::open(path)?;
    if checkpoint.file().header().recipe != *recipe {
        return Ok(None);
    }
    decode_state(path, checkpoint.state()?).map(Some)
}
