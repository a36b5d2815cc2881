//! The superiority player of hold'em: is one ahead, judged by winning rates and outs alone?
//!
//! Miyazaki and Matsubara, "Choice of behaviors by superiority and inferiority estimate based on winning rate in Flop
//! Poker".
//!
//! ```text
//! judgement ──▶ tally ◀── ceiling (deals drawn, all deals)
//!     └──▶ estimate ──▶ player ──▶ agent_files (limit table)
//!              │                 └───▶ points_game
//!              └──▶ turn_reading (tables 10 and 11)
//! ```

pub mod agent_files;
pub mod ceiling;
mod comparison_tables;
pub mod estimate;
pub mod judgement;
pub mod player;
pub mod points_game;
pub mod tally;
pub mod turn_reading;

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;

use self::agent_files::JudgementBuckets;
use self::ceiling::{Exact, count_all};
use self::comparison_tables::Comparisons;
use self::estimate::published_rules;
use self::player::{Amendment, SuperiorityPlayer, Variant};
use self::tally::{RateSource, Rates};
use self::turn_reading::TurnReading;
use crate::claims::Reproduction;
use crate::error::{CompanionError, Result};
use crate::named::Named;
use crate::published::Published;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub seed: u64,
    pub deals: u64,
    pub matches: u64,
    pub boards: u64,
    pub rates: RateSource,
    pub turn: TurnReading,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Files<'p> {
    /// A run folder that keeps bucket and strategy files.
    Agent(&'p Path),
    /// A folder that the caller removes: strategies alone.
    Scratch(&'p Path),
}

pub fn published() -> Result<Published> {
    Published::read("superiority.toml", include_str!("../../tests/published/superiority.toml"))
}

pub fn reproduce(settings: &Settings, files: Files<'_>, progress: &dyn Progress) -> Result<Reproduction> {
    check(settings)?;
    let published = published()?;
    let exact = count_all(progress)?;
    let simulated = ceiling::simulate(settings.seed, settings.deals, progress)?;
    let rates = Rates::new(settings.rates, &exact.tally, &published)?;
    let players = players(&rates, &published)?;
    let buckets = Arc::new(JudgementBuckets::new(&exact.tally));
    let strategies = write_files(files, &players, &buckets, &exact, progress)?;
    let rules = published_rules(&published)?;
    let turn = settings.turn;
    let comparisons =
        Comparisons { published: &published, rates: &rates, exact: &exact, simulated: &simulated, rules, turn };
    let mut found = Reproduction::of("superiority", &published.paper, settings.seed, settings);
    comparisons.report(&mut found)?;
    points_game::against_stand_ins(&players, settings, &published, &mut found, progress)?;
    found.claims.sort_by_key(|claim| claim_place(&claim.id));
    agent_files::against_policies(&strategies, &buckets, settings, &mut found, progress)?;
    Ok(found)
}

/// S claims before P claims, each by number.
fn claim_place(id: &str) -> (bool, u32) {
    (id.starts_with('P'), id.trim_start_matches(char::is_alphabetic).parse().unwrap_or(0))
}

fn check(settings: &Settings) -> Result<()> {
    let amounts =
        [("--deals", settings.deals, 1), ("--matches", settings.matches, 2), ("--boards", settings.boards, 1)];
    let checked = |(option, amount, least)| CompanionError::unless_within(option, amount, least, 10_000_000_000);
    amounts.into_iter().try_for_each(checked)
}

pub fn players(rates: &Rates, published: &Published) -> Result<[SuperiorityPlayer; 3]> {
    let player = |variant| SuperiorityPlayer::new(variant, rates.clone(), published);
    Ok([player(Variant::A)?, player(Variant::B)?, player(Variant::C)?])
}

/// Writes strategies, and for an agent the bucket files and the strategies with one rule changed.
fn write_files(
    files: Files<'_>,
    players: &[SuperiorityPlayer; 3],
    buckets: &JudgementBuckets,
    exact: &Exact,
    progress: &dyn Progress,
) -> Result<Vec<(Variant, PathBuf)>> {
    let (Files::Agent(folder) | Files::Scratch(folder)) = files;
    let run = RunFolder::new(folder);
    let _lock = run.lock()?;
    let parents = match files {
        Files::Agent(_) => agent_files::write_buckets(&run, buckets, &exact.tally, progress)?,
        Files::Scratch(_) => Vec::new(),
    };
    let write = |player, amendment| agent_files::write_strategy(&run, player, amendment, buckets, &parents);
    if matches!(files, Files::Agent(_)) {
        for (amendment, _) in &Amendment::NAMES[1..] {
            progress.check()?;
            write(&players[0], *amendment)?;
        }
    }
    players.iter().map(|player| Ok((player.variant, write(player, Amendment::None)?))).collect()
}
