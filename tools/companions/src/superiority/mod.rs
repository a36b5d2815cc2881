//! The superiority player of hold'em: is one ahead, judged by winning rates and outs alone?
//!
//! Miyazaki and Matsubara, "Choice of behaviors by superiority and inferiority estimate based on winning rate in Flop Poker".

pub mod completion;

use serde_json::json;
use std::time::Instant;
use tables::progress::Progress;

use crate::claims::{Measured, Reproduction};
use crate::error::CompanionError;
use crate::published::Published;
use completion::{MOST_OUTS, completion};
use evaluator::round::Round;

/// What `reproduce superiority` is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Decides all cards.
    pub seed: u64,
}

/// The paper's numbers.
///
/// # Errors
/// [`CompanionError::Published`] if the file is not of its form.
pub fn published() -> Result<Published, CompanionError> {
    Published::read("superiority.toml", include_str!("../../tests/published/superiority.toml"))
}

/// Measures everything that the paper states.
///
/// # Errors
/// [`CompanionError::Cancelled`] once the work should stop.
pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction, CompanionError> {
    let begun = Instant::now();
    progress.check()?;
    let published = published()?;
    let outs = |row: usize| MOST_OUTS - row;
    let rounds = [Round::Flop, Round::Turn, Round::River];
    let table = published
        .beside("4", |row| rounds.map(|round| Measured::exact(100.0 * completion(round, outs(row)))).to_vec())?;
    let cells = || table.rows.iter().flat_map(|row| row.paper.iter().zip(&row.ours));
    let rounded = |value: &Option<f64>| value.map(|value| (value * 10.0).round());
    let unequal = cells().filter(|(paper, ours)| rounded(paper) != rounded(ours)).count();
    let claims = vec![published.claim_at_most("S3", unequal as f64)?];
    Ok(Reproduction {
        companion: "superiority",
        paper: published.paper.clone(),
        seed: settings.seed,
        seconds: begun.elapsed().as_secs_f64(),
        settings: json!({}),
        tables: vec![table],
        claims,
        results: json!({}),
        pictures: Vec::new(),
    })
}
