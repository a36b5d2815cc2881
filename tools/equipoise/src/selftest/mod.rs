//! The ladder of known answers: what this very build finds, beside what it should find.
//!
//! From the ground up: cards, strengths, small games, the best response against its naive twin, files.

mod files;
mod games;
mod naive_response;

use serde::Serialize;
use tables::together::progress::{Progress, Update};

#[derive(Serialize)]
pub struct Check {
    pub name: &'static str,
    pub ok: bool,
    pub expected: String,
    pub found: String,
}

impl Check {
    /// Whole numbers or texts that must be the same.
    fn same(name: &'static str, expected: impl ToString, found: impl ToString) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self { name, ok: expected == found, expected, found }
    }

    /// Numbers that may differ by `tolerance`.
    fn near(name: &'static str, expected: f64, tolerance: f64, found: f64) -> Self {
        let ok = (found - expected).abs() <= tolerance;
        Self { name, ok, expected: format!("{expected} ± {tolerance:e}"), found: found.to_string() }
    }

    /// Work that failed where it should not.
    fn failed(name: &'static str, error: impl ToString) -> Self {
        Self { name, ok: false, expected: "no failure".to_owned(), found: error.to_string() }
    }
}

/// One rung: its name for the progress line, and its checks.
type Rung = (&'static str, fn(&dyn Progress) -> anyhow::Result<Vec<Check>>);

const RUNGS: [Rung; 6] = [
    ("cards", files::counts),
    ("fast paths", files::fast_paths),
    ("strengths", files::strengths),
    ("small games", games::small_games),
    ("best response", games::best_response),
    ("files", files::round_trips),
];

pub fn run(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let mut checks = Vec::new();
    for (done, (name, rung)) in RUNGS.into_iter().enumerate() {
        progress.check()?;
        let note = Some(name.to_owned());
        progress.report(&Update { stage: "selftest", done: done as u64, of: RUNGS.len() as u64, unit: "rungs", note });
        match rung(progress) {
            Ok(more) => checks.extend(more),
            Err(error) => {
                progress.check()?;
                checks.push(Check::failed(name, error));
            }
        }
    }
    Ok(checks)
}
