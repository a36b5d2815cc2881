//! `reproduce superiority`: hold'em by rules of thumb about winning rates.

use clap::Args;
use companions::claims::Reproduction;
use companions::superiority;

use crate::session::Session;

/// The flags of `reproduce superiority`.
#[derive(Args, Debug, Default)]
pub struct Settings {}

/// Runs the experiments.
pub fn reproduce(_settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let settings = superiority::Settings { seed: session.seed() };
    Ok(superiority::reproduce(&settings, &session.progress)?)
}
