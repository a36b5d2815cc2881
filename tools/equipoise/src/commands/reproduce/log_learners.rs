//! `reproduce log-learners`: players imitated from their logs, and grouped by who imitates them best.

use clap::{Args, ValueEnum};
use companions::claims::Reproduction;
use companions::learners::prospect_experiment::Chips;
use companions::learners::ring_game::Cap;
use companions::learners::{
    Part, {self},
};

use crate::session::Session;

/// Which experiments.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Parts {
    /// 121 functions of two numbers
    Functions,
    /// Twelve players at a table of eight
    Ring,
    /// 36 players with prospect theory in a small game of two
    Prospect,
    /// All three
    #[default]
    All,
}

/// Whether prospect players keep their winnings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum ChipsFlag {
    /// Every game begins at zero
    #[default]
    Reset,
    /// From game to game of a pairing
    Carried,
}

/// What the cap of four bets and raises counts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum CapFlag {
    /// All players' together
    #[default]
    Total,
    /// Each player's
    PerPlayer,
}

/// The flags of `reproduce log-learners`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Which experiments
    #[arg(long, value_enum, default_value_t)]
    part: Parts,
    /// Clusterings from different starts; the functions get twice as many
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true)]
    seeds: u64,
    /// Whether prospect players keep their winnings
    #[arg(long, value_enum, default_value_t)]
    chips: ChipsFlag,
    /// What the cap of four bets and raises a round counts at the table of eight
    #[arg(long, value_enum, default_value_t)]
    cap: CapFlag,
    /// Games at the table of eight [default: as many as the paper's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        let (part, chips, cap) = Default::default();
        Self { part, seeds: learners::Settings::default().seeds, chips, cap, games: None }
    }
}

/// Runs the experiments.
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let parts = match settings.part {
        Parts::Functions => vec![Part::Functions],
        Parts::Ring => vec![Part::Ring],
        Parts::Prospect => vec![Part::Prospect],
        Parts::All => Part::ALL.to_vec(),
    };
    let settings = learners::Settings {
        seed: session.seed(),
        parts,
        seeds: settings.seeds,
        chips: match settings.chips {
            ChipsFlag::Reset => Chips::Reset,
            ChipsFlag::Carried => Chips::Carried,
        },
        cap: match settings.cap {
            CapFlag::Total => Cap::Total,
            CapFlag::PerPlayer => Cap::PerPlayer,
        },
        games: settings.games,
    };
    Ok(learners::reproduce(&settings, &session.progress)?)
}
