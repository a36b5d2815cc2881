//! `reproduce log-learners`: players imitated from their logs, and grouped by who imitates them best.

use clap::Args;
use companions::claims::Reproduction;
use companions::learners::limit_game::Cap;
use companions::learners::prospect_game::Chips;
use companions::learners::{self, Part};
use companions::named::Named;

use super::super::named_choice::named;
use crate::session::Session;

/// The flags of `reproduce log-learners`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Which experiments: functions (121 functions of two numbers), ring (twelve players at a table of eight), prospect
    /// (36 players with prospect theory in a small game of two) or all
    #[arg(long, value_parser = ["functions", "ring", "prospect", "all"], default_value = "all")]
    part: String,
    /// Clusterings from different starts; the functions get twice as many
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true)]
    seeds: u64,
    /// Whether prospect players keep their winnings: reset (every game begins at zero) or carried from game to game of
    /// a pairing
    #[arg(long, default_value = "reset", value_parser = named::<Chips>())]
    chips: Chips,
    /// What the cap of four bets and raises a round counts at the table of eight: those of all players in total, or
    /// per-player
    #[arg(long, default_value = "total", value_parser = named::<Cap>())]
    cap: Cap,
    /// Games at the table of eight [default: as many as the paper's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<u64>,
}

/// Runs the experiments.
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let &Settings { seeds, chips, cap, games, .. } = settings;
    let parts = Part::of_name(&settings.part).map_or_else(|| learners::Settings::default().parts, |part| vec![part]);
    let settings = learners::Settings { seed: session.seed(), parts, seeds, chips, cap, games };
    Ok(learners::reproduce(&settings, &session.progress)?)
}
