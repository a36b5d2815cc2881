//! `match --method exact` as it is typed: its document, an interruption and what is left of it, and what is refused.

use crate::program::{Outcome, Program, end, send};
use serde_json::json;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn always_folding_loses_exactly_the_blinds() {
    // C(20, 2) hands, C(18, 2) against each, C(16, 3) flops, 13 turns, 12 rivers, 2 seats.
    loses_the_blinds("20", 5_079_110_400, 95);
}

#[test]
#[ignore = "all flops of the full deck, ten seconds of processor time"]
fn always_folding_loses_exactly_the_blinds_on_the_full_deck() {
    loses_the_blinds("52", 111_255_240_096_000, 1_755);
}

fn loses_the_blinds(deck: &str, games: u64, flops: usize) {
    let program = Program::new();
    let found = program.json(&["match", "always-fold", "always-raise", "--method", "exact", "--deck", deck]);
    assert_eq!((&found["mbb_per_game"], &found["ci95"]), (&json!(-750.0), &json!(0.0)));
    assert_eq!((&found["method"], &found["games"]), (&json!("exact"), &json!(games)));
    assert_eq!(program.kept_flops("runs/match-always-fold-always-raise").len(), 2 * flops);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_its_flops_and_ends_with_130() {
    let program = Program::new();
    let words = ["match", "always-call", "always-raise", "--method", "exact", "--quiet", "--out", "kept"];
    let mut child = program.start(&words);
    let begun = Instant::now();
    while program.kept_flops("kept").is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(300), "no flop was finished");
        assert!(child.try_wait().unwrap().is_none(), "the match ended by itself");
        sleep(Duration::from_millis(50));
    }
    send(&child, "-INT");
    let Outcome { code, err: said, .. } = end(child);
    assert_eq!((code, said.lines().count()), (130, 1), "{said}");
    assert!(said.contains("run the same command again to go on"), "{said}");
    // No half-written file is left.
    assert!(program.kept_flops("kept").iter().all(|path| path.extension() == Some("match".as_ref())));
}
