//! What all ranks but the first do: take part in one job after the other, until there is none.

use abstraction::clustering::{ClusteringError, shared_rows};
use serde_json::Value;
use solver::run::team;
use tables::together::ranks::Ranks;
use tables::together::time::{
    ProcessorClock, send_seconds, {self},
};

use super::arguments::Arguments;
use super::interruption::Interruption;
use super::session::start_threads;

pub fn follow(arguments: &Arguments, ranks: &dyn Ranks) -> anyhow::Result<()> {
    // Rank 0 saves, and announces when there is nothing more to do: a signal to this rank is passed on to it.
    let interruption = Interruption::listen(true)?;
    ranks.pass_on_when(Box::new(move || interruption.is_raised()));
    start_threads(&arguments.common)?;
    // Of all jobs since rank 0 last asked; waiting for a job is not work.
    let mut spent = Some(0.0);
    loop {
        let job = ranks.broadcast(&[]);
        if job.is_empty() {
            return Ok(());
        }
        let clock = ProcessorClock::start();
        let name = serde_json::from_slice::<Value>(&job)?["job"].as_str().unwrap_or_default().to_owned();
        match name.as_str() {
            team::JOB => team::follow(ranks, &job)?,
            shared_rows::JOB => match shared_rows::follow(ranks, &job) {
                Ok(()) | Err(ClusteringError::Interrupted) => {}
                Err(error) => return Err(error.into()),
            },
            time::JOB => {
                send_seconds(ranks, spent.replace(0.0));
                continue;
            }
            _ => anyhow::bail!("no job is called '{name}'; start the same program everywhere"),
        }
        spent = spent.zip(clock.seconds()).map(|(before, now)| before + now);
    }
}
