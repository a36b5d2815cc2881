//! Learners from match logs: players are imitated from what they did, and grouped by who is imitated best by whom.
//!
//! Koyama, "Building poker AIs with diverse strategies from match logs", master's thesis, University of
//! Electro-Communications, 2020. A strategy is a function from what a player sees to an action; [`clustering`] groups
//! logs of players without any feature made by hand. Three experiments: [`functions`] of two parameters, twelve
//! players at a table of eight ([`ring_game`]), 36 players with prospect theory in a small game of two
//! ([`prospect_game`]). `equipoise styles` is what this is good for today ([`crate::styles`]).

pub mod agreement;
pub mod clustering;
pub mod functions;
pub mod prospect_experiment;
pub mod prospect_game;
pub mod prospect_report;
pub mod ring_experiment;
pub mod ring_game;
mod ring_report;
pub mod strength_number;
pub mod style;

use report::chart::Chart;
use serde_json::{Map, Value, json};
use std::time::Instant;
use tables::together::progress::{Cancelled, Progress};

use self::functions::functions_part;
use self::prospect_experiment::Chips;
use self::prospect_report::prospect_part;
use self::ring_game::Cap;
use self::ring_report::ring_part;
use crate::claims::{Claim, Reproduction, Table};
use crate::error::CompanionError;
use crate::named::Named;
use crate::published::Published;
use crate::streams::try_in_order;

/// The most seeds that can be asked for: hours of work.
const MOST_SEEDS: u64 = 1_000;

/// One of the thesis's experiments, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// 121 functions.
    Functions,
    /// Twelve players at a table of eight.
    Ring,
    /// 36 players with prospect theory.
    Prospect,
}

impl Named for Part {
    const NAMES: &'static [(Self, &'static str)] =
        &[(Self::Functions, "functions"), (Self::Ring, "ring"), (Self::Prospect, "prospect")];
}

/// What `reproduce log-learners` is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub seed: u64,
    pub parts: Vec<Part>,
    /// Clusterings of the second and third experiment; the first one has twice as many.
    pub seeds: u64,
    pub chips: Chips,
    pub cap: Cap,
    /// Games at the table of eight; `None` for as many as the thesis's.
    pub games: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        let parts = Part::NAMES.iter().map(|(part, _)| *part).collect();
        Self { seed: 1, parts, seeds: 5, chips: Chips::Reset, cap: Cap::Total, games: None }
    }
}

#[derive(Default)]
struct Findings {
    tables: Vec<Table>,
    claims: Vec<Claim>,
    results: Value,
    pictures: Vec<Chart>,
}

pub fn published() -> Result<Published, CompanionError> {
    Published::read("learners.toml", include_str!("../../tests/published/learners.toml"))
}

pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction, CompanionError> {
    let begun = Instant::now();
    let published = published()?;
    check(settings)?;
    let mut all = Findings::default();
    let mut results = Map::new();
    for &part in &settings.parts {
        progress.check()?;
        let found = match part {
            Part::Functions => functions_part(settings, &published, progress)?,
            Part::Ring => ring_part(settings, &published, progress)?,
            Part::Prospect => prospect_part(settings, &published, progress)?,
        };
        all.tables.extend(found.tables);
        all.claims.extend(found.claims);
        all.pictures.extend(found.pictures);
        results.insert(part.name().to_owned(), found.results);
    }
    Ok(Reproduction {
        companion: "log-learners",
        paper: published.paper.clone(),
        seed: settings.seed,
        seconds: begun.elapsed().as_secs_f64(),
        settings: json!({
            "parts": settings.parts.iter().map(|part| part.name()).collect::<Vec<_>>(),
            "seeds": settings.seeds,
            "chips": settings.chips.name(),
            "cap": settings.cap.name(),
        }),
        tables: all.tables,
        claims: all.claims,
        results: Value::Object(results),
        pictures: all.pictures,
    })
}

fn check(settings: &Settings) -> Result<(), CompanionError> {
    CompanionError::unless_within("--seeds", settings.seeds, 1, MOST_SEEDS)?;
    let within = |games| CompanionError::unless_within("--games", games, 200, 1_000_000);
    settings.games.map_or(Ok(()), within)
}

/// The clusterings of an experiment, each with a seed of its own; the first one's is the given one itself.
fn over_seeds<R: Send>(
    (stage, count): (&str, u64),
    seed: u64,
    progress: &dyn Progress,
    one: impl Fn(u64) -> Result<R, Cancelled> + Sync,
) -> Result<Vec<R>, Cancelled> {
    let seed_of = |number: u64| seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    try_in_order((stage, "seeds"), count, progress, |number| one(seed_of(number)))
}

/// The median over clusterings; for an even number of them, the lower of the middle two.
fn median<R>(results: &[R], of: impl Fn(&R) -> f64) -> f64 {
    let mut sorted: Vec<f64> = results.iter().map(of).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

/// The names of learners, who have none of their own.
fn learner_names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("learner {number}")).collect()
}
