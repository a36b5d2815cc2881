//! Small games: Kuhn and Leduc held to published values, the example that solves Kuhn, and best responses held to brute
//! force.

#[path = "../../examples/solve_kuhn.rs"]
mod solve_kuhn;

use crate::naive::BruteForce;
use crate::support::{BuiltIn, Made, RULES, assert_close, limit_game};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::measure::exploitability::small_game::{best_response_value, exploitability};
use solver::policy::FixedPolicy;
use solver::run::solve::solve;
use solver::train::UpdateRule;
use solver::units::mbb_per_game;
use solver::walk::PreparedGame;
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

/// Games from one card to two, from one chunk of histories to several, with two and with four suits.
fn games() -> [GameDefinition; 4] {
    [
        GameDefinition::kuhn(),
        GameDefinition::leduc(),
        limit_game(2, 4, 2, "2 2 1 1", "0 1 1 1"),
        limit_game(4, 3, 2, "1 1 1", "0 2 1"),
    ]
}

#[test]
fn best_responses_to_hashed_policies_match_brute_force() {
    for (definition, seed) in games().iter().zip(3..) {
        let game = PreparedGame::<f64>::new(definition);
        let made = Made::hashed(definition, &[3], seed);
        let tree = BettingTree::new(definition);
        let play = |node: NodeId, hole: CardSet, board: &[Card]| {
            made.policy.at(node, made.buckets.bucket(tree[node].round, hole, board)).to_vec()
        };
        for responder in 0..2 {
            let found = best_response_value(&game, responder, made.player());
            assert_close(found, BruteForce::best(definition, responder, &play).value(), 1e-9, &format!("{seed}"));
        }
    }
}

#[test]
fn best_responses_to_fixed_policies_match_brute_force() {
    for definition in &games()[..3] {
        let game = PreparedGame::<f64>::new(definition);
        let tree = BettingTree::new(definition);
        for policy in FixedPolicy::LIMIT {
            let play = |node: NodeId, _: CardSet, _: &[Card]| policy.probabilities(tree[node].actions);
            let built_in = BuiltIn::new(definition, policy);
            for responder in 0..2 {
                let found = best_response_value(&game, responder, built_in.player());
                assert_close(found, BruteForce::best(definition, responder, &play).value(), 1e-9, policy.name());
            }
        }
    }
}

#[test]
fn always_folding_costs_the_blinds() {
    // The button folds 5 chips at once; the big blind folds 10 to the first bet: 7.5 a game, 750 mbb/g.
    for definition in &games()[2..] {
        let game = PreparedGame::<f64>::new(definition);
        let folds = BuiltIn::new(definition, FixedPolicy::AlwaysFold);
        assert_close(best_response_value(&game, 0, folds.player()), 5.0, 1e-9, "position 0");
        assert_close(best_response_value(&game, 1, folds.player()), 10.0, 1e-9, "position 1");
        let both = exploitability(&game, [folds.player(); 2]);
        assert_close(mbb_per_game(both.exploitability, definition.big_blind()), 750.0, 1e-9, "exploitability");
        assert_close(both.value, 5.0, 1e-9, "value");
    }
}

#[test]
fn a_best_response_wins_at_least_what_any_policy_wins() {
    let definition = &games()[2];
    let game = PreparedGame::<f64>::new(definition);
    let made = [2, 3, 4].map(|seed| Made::hashed(definition, &[4], seed));
    for first in &made {
        for second in &made {
            let players = [first.player(), second.player()];
            let measured = exploitability(&game, players);
            assert!(best_response_value(&game, 0, players[1]) >= measured.value - 1e-9);
            assert!(best_response_value(&game, 1, players[0]) >= -measured.value - 1e-9);
            assert!(measured.nash_conv >= 0.0);
        }
    }
}
