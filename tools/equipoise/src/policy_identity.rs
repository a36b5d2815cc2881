//! What tells policies apart where finished work is kept for them.

use serde_json::{Value, json};
use solver::policy::FixedPolicy;
use std::path::Path;
use tables::checksum::checksum;
use tables::strategy_reader::StrategyReader;

use crate::failure::wrong;

/// Built-in policies by name, files by fingerprint and contents.
pub fn policy_identity(policy: &str) -> anyhow::Result<Value> {
    if policy.parse::<FixedPolicy>().is_ok() {
        return Ok(json!({ "policy": policy }));
    }
    let path = Path::new(policy);
    let fingerprint = StrategyReader::open(path)?.file().fingerprint();
    let bytes = std::fs::read(path).map_err(|error| wrong(format!("{policy}: cannot read it ({error})")))?;
    Ok(json!({ "fingerprint": fingerprint, "checksum": checksum(&bytes) }))
}
