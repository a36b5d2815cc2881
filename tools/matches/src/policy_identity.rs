//! What tells policies apart where finished work is kept for them.

use serde_json::{Value, json};
use solver::policy::FixedPolicy;
use std::path::Path;
use tables::checksum::checksum;
use tables::error::{Action, TableError};
use tables::strategy_reader::StrategyReader;

use crate::error::MatchError;

/// Built-in policies by name, files by fingerprint and contents.
///
/// # Errors
/// A file that is not a strategy or cannot be read.
pub fn policy_identity(policy: &str) -> Result<Value, MatchError> {
    if policy.parse::<FixedPolicy>().is_ok() {
        return Ok(json!({ "policy": policy }));
    }
    strategy_identity(Path::new(policy))
}

/// A strategy file by fingerprint and contents.
///
/// # Errors
/// As [`policy_identity`].
pub fn strategy_identity(path: &Path) -> Result<Value, MatchError> {
    let fingerprint = StrategyReader::open(path)?.file().fingerprint();
    let bytes = std::fs::read(path).map_err(|error| TableError::io(path, Action::Read, error))?;
    Ok(json!({ "fingerprint": fingerprint, "checksum": checksum(&bytes) }))
}
