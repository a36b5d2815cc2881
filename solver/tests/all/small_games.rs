//! Kuhn and Leduc poker held to published values, and the example that solves Kuhn.

#[path = "../../examples/solve_kuhn.rs"]
mod solve_kuhn;

use crate::support::RULES;
use solver::game::GameDefinition;
use solver::run::solve::solve;
use solver::train::UpdateRule;
use tables::together::progress::Silent;

const VALUE_OF_KUHN: f64 = -1.0 / 18.0;
const VALUE_OF_LEDUC: f64 = -0.085_606_424_18;

#[test]
fn uniform_play_has_the_published_nash_conv() {
    for (game, published, tolerance) in
        [(GameDefinition::kuhn(), 11.0 / 12.0, 1e-12), (GameDefinition::leduc(), 4.747_222_222_222, 1e-9)]
    {
        let solution = solve(&game, UpdateRule::Cfr, 0, &Silent).unwrap();
        assert!((solution.nash_conv - published).abs() < tolerance, "{solution:?}");
    }
}

/// Solves a game by a rule, to a value and an exploitability that are as near as this.
fn assert_solved(game: &GameDefinition, rule: UpdateRule, iterations: u64, value: [f64; 2], exploitability: f64) {
    let solution = solve(game, rule, iterations, &Silent).unwrap();
    assert!((solution.value - value[0]).abs() < value[1], "{rule}: {solution:?}");
    assert!(solution.exploitability < exploitability, "{rule}: {solution:?}");
}

#[test]
fn every_rule_finds_the_values_of_kuhn_and_leduc() {
    for rule in RULES {
        assert_solved(&GameDefinition::kuhn(), rule, 20_000, [VALUE_OF_KUHN, 1e-3], 2e-3);
        // Plain CFR is the slowest: about the inverse square root of the iterations.
        let iterations = if rule == UpdateRule::Cfr { 2_000 } else { 500 };
        assert_solved(&GameDefinition::leduc(), rule, iterations, [VALUE_OF_LEDUC, 1e-2], 1e-2);
    }
    assert_solved(&GameDefinition::leduc(), UpdateRule::DCFR, 2_000, [VALUE_OF_LEDUC, 1e-4], 1e-4);
}

#[test]
fn solve_kuhn_runs() {
    solve_kuhn::main().unwrap();
}
