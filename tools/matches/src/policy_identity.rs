//! What tells policies apart where finished work is kept for them.

use serde_json::{Value, json};
use std::path::Path;
use tables::file::fingerprint::checksum;
use tables::strategy::reader::StrategyReader;
use tables::text::written;

use crate::agent_loader::built_in;
use crate::error::MatchError;

/// Built-in policies by name, files by fingerprint and contents.
pub fn policy_identity(policy: impl AsRef<Path>) -> Result<Value, MatchError> {
    match built_in(policy.as_ref()) {
        Some(_) => Ok(json!({ "policy": written(policy.as_ref()) })),
        None => strategy_identity(policy.as_ref()),
    }
}

/// A strategy file by fingerprint and contents.
pub fn strategy_identity(path: &Path) -> Result<Value, MatchError> {
    let reader = StrategyReader::open(path)?;
    let (file, bytes) = (reader.file(), reader.file().map().bytes());
    Ok(json!({ "fingerprint": file.fingerprint(), "checksum": checksum(bytes) }))
}
