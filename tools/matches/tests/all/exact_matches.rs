//! Exact matches: values known in advance, and drawn flops held to the method of boards.

use crate::made_agents::erratic_agent;
use matches::agent::Agent;
use matches::league::play_match;
use matches::method::{Method, play_exactly};
use solver::boards::BoardOrbit;
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::{draw_flops, sampled_own_play};
use solver::measure::exploitability::played_flops::FlopBatch;
use solver::measure::exploitability::{FlopPlayer, FlopWork, RealGame, Responder};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use tables::together::progress::Silent;

#[test]
fn always_fold_loses_exactly_its_blinds_to_always_raise() {
    let [folds, raises] = [FixedPolicy::AlwaysFold, FixedPolicy::AlwaysRaise].map(Agent::of_fixed);
    let result = play_exactly(&folds, &raises, None, &Silent).unwrap();
    assert_eq!((result.mbb_per_game, result.ci95, result.method), (-750.0, 0.0, Method::Exact));
    // All ways to deal flop, turn and river; a holding of 47 cards, one of the 45 left; both seatings.
    assert_eq!(result.games, 2 * (22_100 * 49 * 48) * (1_081 * 990));
    assert_eq!(result.observations, 2_554_656);
    let result = play_exactly(&raises, &folds, None, &Silent).unwrap();
    assert_eq!(result.mbb_per_game, 750.0);
}

/// What the first agent wins on average below drawn flops, and the half width of the 95 % interval, in mbb/g.
fn value_of_drawn_flops(first: &Agent, second: &Agent, count: usize) -> (f64, f64) {
    let definition = GameDefinition::holdem_limit();
    let game = RealGame::<f32>::new(&definition).unwrap();
    let flops = game.flops();
    let drawn: Vec<&BoardOrbit> = draw_flops(&flops, count, 5).into_iter().map(|number| &flops[number]).collect();
    let [first, second] = [first.player(), second.player()];
    let seated = [game.seated(0, first, second), game.seated(0, second, first)];
    let openings = seated.each_ref().map(Responder::opening_round);
    let (players, work): ([&dyn FlopPlayer; 2], _) = ([&seated[0], &seated[1]], FlopWork::Match);
    let batch = FlopBatch { rules: game.rules(), players, work, flops: &drawn, kept: None, progress: &Silent };
    let values = batch.play().unwrap();
    let observed: Vec<f64> = values
        .iter()
        .map(|values| {
            // Each drawn flop speaks for all of them.
            let won = [0, 1].map(|it| sampled_own_play(&openings[it], [&[&values[it]], &[]]).value);
            mbb_per_game((won[0] - won[1]) / 2.0, definition.big_blind())
        })
        .collect();
    let mean = observed.iter().sum::<f64>() / count as f64;
    let variance = observed.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1) as f64;
    (mean, 1.96 * (variance / count as f64).sqrt())
}

#[test]
#[ignore = "thirteen thousand boards, a minute in a release build, seven without"]
fn drawn_flops_drawn_boards_and_drawn_hands_agree() {
    let (first, second) = (erratic_agent("erratic", 8, 2), Agent::of_fixed(FixedPolicy::CallRaise));
    let by_flops = value_of_drawn_flops(&first, &second, 8);
    let result = play_match(&first, &second, Method::Boards, 400, 7, &Silent).unwrap();
    let by_boards = (result.mbb_per_game, result.ci95);
    let result = play_match(&first, &second, Method::Hands, 2_000_000, 7, &Silent).unwrap();
    let by_hands = (result.mbb_per_game, result.ci95);
    for (one, other) in [(by_flops, by_boards), (by_boards, by_hands), (by_hands, by_flops)] {
        // Three standard errors of the difference.
        let width = 1.53 * f64::hypot(one.1, other.1);
        assert!((one.0 - other.0).abs() < width, "{by_flops:?} {by_boards:?} {by_hands:?}");
        assert!(one.0.abs() > one.1, "nothing to tell apart: {one:?}");
    }
}
