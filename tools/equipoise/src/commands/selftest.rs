//! `selftest`: the ladder of known answers, on the user's own build.

use clap::Args;
use serde_json::json;
use tables::memory::require;

use crate::selftest;
use crate::session::{Document, Session};

/// What its largest check takes, a best response to flops of hold'em: measured on two threads.
const MEMORY: u64 = 400 << 20;

#[derive(Args, Debug)]
pub struct Settings {}

pub fn run(_: &Settings, session: &Session) -> anyhow::Result<Document> {
    require("the self-test", MEMORY)?;
    let checks = selftest::run(&session.progress)?;
    let shown = |check: &selftest::Check| {
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
