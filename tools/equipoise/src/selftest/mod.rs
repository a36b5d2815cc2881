//! The ladder of known answers: what this very build finds, beside what it should find.
//!
//! From the ground up: cards, strengths, small games, the best response against its naive twin, files.

mod files;
mod games;
mod naive_response;
mod push_fold;

use serde::Serialize;
use serde_json::json;
use tables::memory::require;
use tables::together::progress::{Progress, Update};

use crate::session::{Document, Session};

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

const RUNGS: [Rung; 7] = [
    ("cards", files::counts),
    ("fast paths", files::fast_paths),
    ("strengths", files::strengths),
    ("small games", games::small_games),
    ("push or fold", push_fold::charts),
    ("best response", games::best_response),
    ("files", files::round_trips),
];

fn found(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
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

/// What its largest check takes, a best response to flops of hold'em: measured on two threads.
const MEMORY: u64 = 400 << 20;

/// Runs the command.
pub fn run(session: &Session) -> anyhow::Result<Document> {
    require("the self-test", MEMORY)?;
    let checks = found(&session.progress)?;
    let shown = |check: &Check| {
        let verdict = if check.ok { "ok   " } else { "WRONG" };
        format!("{verdict}  {}\n       expected  {}\n       found     {}", check.name, check.expected, check.found)
    };
    let text = checks.iter().map(shown).collect::<Vec<_>>().join("\n");
    let wrong = checks.iter().filter(|check| !check.ok).count();
    let failure = (wrong > 0).then(|| {
        format!(
            "selftest: this build gets {wrong} of the {} known answers wrong; do not trust its results",
            checks.len()
        )
    });
    Ok(Document { failure, ..Document::new(json!({ "checks": checks }), text) })
}
