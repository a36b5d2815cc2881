//! What all ranks but the first do: take part in one job after the other, until there is none.

use abstraction::clustering::{ClusteringError, shared_rows};
use serde_json::Value;
use solver::run::team;
use std::process::ExitCode;
use tables::ranks::Ranks;

use crate::arguments::Arguments;
use crate::interruption::Interruption;
use crate::session::start_threads;

/// Takes part in the jobs of rank 0.
///
/// # Errors
/// A failure that rank 0 does not know about and that keeps this rank from going on.
pub fn follow(arguments: &Arguments, ranks: &dyn Ranks) -> anyhow::Result<ExitCode> {
    // Rank 0 handles signals: it saves, and announces when there is nothing more to do.
    let _ignored = Interruption::listen(true)?;
    start_threads(&arguments.common)?;
    loop {
        let job = ranks.broadcast(&[]);
        if job.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let name = serde_json::from_slice::<Value>(&job)?["job"].as_str().unwrap_or_default().to_owned();
        match name.as_str() {
            team::JOB => team::follow(ranks, &job)?,
            shared_rows::JOB => match shared_rows::follow(ranks, &job) {
                Ok(()) | Err(ClusteringError::Interrupted) => {}
                Err(error) => return Err(error.into()),
            },
            _ => anyhow::bail!("no job is called '{name}'; start the same program everywhere"),
        }
    }
}
