//! What the player is worth at a limit table against built-in policies.

use matches::agent::Agent;
use matches::league::play_match;
use matches::method::Method;
use serde_json::{Map, Value, json};
use solver::game::GameDefinition;
use solver::policy::{FixedPolicy, StoredPolicy};
use std::path::PathBuf;
use std::sync::Arc;
use tables::together::progress::Progress;

use super::buckets::JudgementBuckets;
use super::player::Variant;
use crate::claims::{Measured, Row, Table};
use crate::error::CompanionError;

/// The built-in policies it meets.
const OPPONENTS: [FixedPolicy; 3] = [FixedPolicy::AlwaysCall, FixedPolicy::AlwaysRaise, FixedPolicy::CallRaise];

/// Winnings of each variant, in thousandths of a big blind per game: a table and the documented keys.
pub fn against_policies(
    strategies: &[(Variant, PathBuf)],
    buckets: &Arc<JudgementBuckets>,
    boards: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(Table, Value), CompanionError> {
    let game = GameDefinition::holdem_limit();
    let (mut rows, mut results) = (Vec::new(), Map::new());
    for (variant, path) in strategies {
        let agent = Agent::of_stored(variant.name(), StoredPolicy::read(&game, path)?, buckets.clone())?;
        let (mut cells, mut keys) = (Vec::new(), Map::new());
        for policy in OPPONENTS {
            let result = play_match(&agent, &Agent::of_fixed(policy)?, Method::Boards { boards }, seed, progress)?;
            cells.push(Measured::new(result.mbb_per_game, result.ci95 / matches::statistics::score::NORMAL_95));
            let name = policy.name().replace('-', "_");
            keys.insert(format!("{name}_mbb"), json!(result.mbb_per_game));
            keys.insert(format!("{name}_mbb_ci95"), json!(result.ci95));
        }
        rows.push(Row::new(format!("variant {variant}"), &[], &cells));
        results.insert(variant.name().to_owned(), Value::Object(keys));
    }
    let table = Table {
        id: "limit".to_owned(),
        title: "at a limit table, won from built-in policies, mbb/g".to_owned(),
        columns: OPPONENTS.map(|policy| policy.name().to_owned()).to_vec(),
        rows,
    };
    Ok((table, Value::Object(results)))
}
