//! `reproduce superiority`: hold'em by rules of thumb about winning rates.

use anyhow::Context;
use clap::Args;
use companions::claims::Reproduction;
use companions::superiority::tally::RateSource;
use companions::superiority::{self, Files};
use std::path::PathBuf;

use super::super::named_choice::named;
use crate::failure::wrong;
use crate::session::Session;

/// The flags of `reproduce superiority`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Deals to judge
    #[arg(long, value_name = "N", default_value_t = 10_000_000, allow_negative_numbers = true)]
    deals: u64,
    /// Winning rates of made hands: paper (as printed) or exact (by the rules of poker)
    #[arg(long, value_name = "SOURCE", default_value = "paper", value_parser = named::<RateSource>())]
    rates: RateSource,
    /// Matches for points against each stand-in for a person
    #[arg(long, value_name = "N", default_value_t = 2_500, allow_negative_numbers = true)]
    matches: u64,
    /// Boards of the matches at the limit table
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true)]
    boards: u64,
    /// Also write the players as bucket and strategy files into a run folder, for match, league and exploit
    #[arg(long, value_name = "DIR")]
    agent: Option<PathBuf>,
}

/// Runs the experiments.
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let Settings { deals, rates, matches, boards, .. } = *settings;
    let asked = superiority::Settings { seed: session.seed(), deals, matches, boards, rates };
    // Before the work: a place that cannot be written costs nothing.
    if let Some(folder) = &settings.agent {
        let refuse = |error| wrong(format!("{}: cannot be made ({error}); give another --agent", folder.display()));
        std::fs::create_dir_all(folder).map_err(refuse)?;
    }
    // The matches at the limit table need strategy files, too.
    let scratch = tempfile::tempdir().context("a temporary folder cannot be made; check TMPDIR")?;
    let files = settings.agent.as_deref().map_or(Files::Scratch(scratch.path()), Files::Agent);
    Ok(superiority::reproduce(&asked, files, &session.progress)?)
}
