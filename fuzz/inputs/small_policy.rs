//! Policies of small games that other programs made.

use solver::game::GameDefinition;
use solver::policy::HandPolicy;
use solver::run::solve::measure_policy;

/// A policy is refused, or measured.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let game = GameDefinition::kuhn();
    if let Ok(policy) = HandPolicy::parse(&game, "input", text) {
        let found = measure_policy(&game, &policy).expect("a small game");
        // Positive but for rounding: rows may sum to one within a millionth.
        assert!(found.nash_conv > -1e-4 && found.nash_conv < 4.0, "{found:?}");
    }
}
