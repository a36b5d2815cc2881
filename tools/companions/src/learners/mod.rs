//! Learners from match logs: players are imitated from what they did, and grouped by who is imitated best by whom.
//!
//! Koyama, "Building poker AIs with diverse strategies from match logs", master's thesis, University of
//! Electro-Communications, 2020. A strategy is a function from what a player sees to an action; [`clustering`] groups
//! logs of players without any feature made by hand. Three experiments: [`functions`] of two parameters, twelve
//! players at a table of eight ([`ring_game`]), 36 players with prospect theory in a small game of two
//! ([`prospect_game`]). `equipoise styles` is what this is good for today ([`crate::styles`]).

pub mod clustering;
pub mod functions;
pub mod limit_game;
pub mod own_places;
pub mod prospect_game;
pub mod prospect_report;
pub mod ring_game;
mod ring_report;

use serde::Serialize;
use tables::together::progress::Progress;

use self::functions::functions_part;
use self::limit_game::Cap;
use self::prospect_game::Chips;
use self::prospect_report::prospect_part;
use self::ring_report::ring_part;
use crate::claims::Reproduction;
use crate::error::{CompanionError, Result};
use crate::named::{Named, named};
use crate::published::Published;
use crate::streams::in_order;

/// The most seeds that can be asked for: hours of work.
const MOST_SEEDS: u64 = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Functions,
    Ring,
    Prospect,
}

named!(Part { Functions => "functions", Ring => "ring", Prospect => "prospect" });

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub seed: u64,
    pub parts: Vec<Part>,
    /// Clusterings of the second and third experiment; the first one has twice as many.
    pub seeds: u64,
    pub chips: Chips,
    pub cap: Cap,
    /// Games at the table of eight; `None` for as many as the thesis's.
    #[serde(skip)]
    pub games: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        let parts = Part::NAMES.iter().map(|(part, _)| *part).collect();
        Self { seed: 1, parts, seeds: 5, chips: Chips::Reset, cap: Cap::Total, games: None }
    }
}

pub fn published() -> Result<Published> {
    Published::read("learners.toml", include_str!("../../tests/published/learners.toml"))
}

pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction> {
    let published = published()?;
    check(settings)?;
    let mut found = Reproduction::of("log-learners", &published.paper, settings.seed, settings);
    for part in &settings.parts {
        progress.check()?;
        match part {
            Part::Functions => functions_part(settings, &published, &mut found, progress)?,
            Part::Ring => ring_part(settings, &published, &mut found, progress)?,
            Part::Prospect => prospect_part(settings, &published, &mut found, progress)?,
        }
    }
    Ok(found)
}

fn check(settings: &Settings) -> Result<()> {
    CompanionError::unless_within("--seeds", settings.seeds, 1, MOST_SEEDS)?;
    settings.games.map_or(Ok(()), |games| CompanionError::unless_within("--games", games, 200, 1_000_000))
}

/// The clusterings of an experiment, each with a seed of its own; the first one's is the given one itself.
fn over_seeds<R: Send>(
    (stage, count): (&str, u64),
    seed: u64,
    progress: &dyn Progress,
    one: impl Fn(u64) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let seed_of = |number: u64| seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    in_order((stage, "seeds"), count, progress, |number| one(seed_of(number)))
}

/// The median over clusterings; for an even number of them, the lower of the middle two.
fn median<R>(results: &[R], of: impl Fn(&R) -> f64) -> f64 {
    let mut sorted: Vec<f64> = results.iter().map(of).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

fn learner_names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("learner {number}")).collect()
}
