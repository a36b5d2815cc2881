//! Matches whose value is known, and the two methods held to each other.

use crate::made_agents::{erratic_agent, made_agent};
use matches::agent::Agent;
use matches::league::{play_league, play_match};
use matches::method::Method;
use solver::boards::OneBucket;
use solver::policy::FixedPolicy;
use std::sync::Arc;
use tables::together::progress::Silent;

fn built_in(policy: FixedPolicy) -> Agent {
    Agent::of_fixed(policy)
}

/// The first player's winnings and their half width, in mbb/g.
fn played(first: &Agent, second: &Agent, (method, amount): (Method, u64)) -> (f64, f64) {
    let result = play_match(first, second, method, amount, 7, &Silent).unwrap();
    (result.mbb_per_game, result.ci95)
}

const BOARDS: (Method, u64) = (Method::Boards, 6);
const HANDS: (Method, u64) = (Method::Hands, 20_000);

#[test]
fn always_fold_loses_its_blinds_to_always_raise() {
    let (folds, raises) = (built_in(FixedPolicy::AlwaysFold), built_in(FixedPolicy::AlwaysRaise));
    // 5 chips on the button and 10 in the big blind: 7.5 a game of a big blind of 10.
    for method in [BOARDS, HANDS] {
        assert_eq!(played(&folds, &raises, method), (-750.0, 0.0));
        assert_eq!(played(&raises, &folds, method), (750.0, 0.0));
    }
}

#[test]
fn always_fold_loses_only_on_the_button_to_always_call() {
    let (folds, calls) = (built_in(FixedPolicy::AlwaysFold), built_in(FixedPolicy::AlwaysCall));
    // Nobody bets against the big blind, so its hand comes to a showdown of 10 chips, even on every board.
    assert_eq!(played(&folds, &calls, BOARDS), (-250.0, 0.0));
    let (mean, ci95) = played(&folds, &calls, HANDS);
    assert!((mean + 250.0).abs() < 2.0 * ci95 && ci95 > 0.0, "{mean} ± {ci95}");
}

#[test]
fn two_who_fold_take_turns_with_the_small_blind() {
    let folds = built_in(FixedPolicy::AlwaysFold);
    assert_eq!(played(&folds, &folds, BOARDS), (0.0, 0.0));
    assert_eq!(played(&folds, &folds, HANDS), (0.0, 0.0));
}

#[test]
fn an_agent_against_itself_has_zero_on_every_board_and_every_deal() {
    let erratic = erratic_agent("erratic", 50, 1);
    assert_eq!(played(&erratic, &erratic, BOARDS), (0.0, 0.0));
    // The two games of a deal have the same dice: they are mirror images.
    assert_eq!(played(&erratic, &erratic, HANDS), (0.0, 0.0));
}

#[test]
fn a_stored_copy_of_a_built_in_policy_plays_like_it() {
    let copy = made_agent("copy", Arc::new(OneBucket), |_, _, actions| {
        FixedPolicy::AlwaysCall.probabilities(actions).into_iter().map(|probability| probability as f32).collect()
    });
    let (calls, mixes) = (built_in(FixedPolicy::AlwaysCall), built_in(FixedPolicy::CallRaise));
    assert_eq!(played(&copy, &mixes, BOARDS), played(&calls, &mixes, BOARDS));
    let (stored, fixed) = (played(&copy, &mixes, HANDS), played(&calls, &mixes, HANDS));
    // The dice have 255 sides instead of 6 but a certain action is certain with either.
    assert!((stored.0 - fixed.0).abs() < 2.0 * (stored.1 + fixed.1), "{stored:?} {fixed:?}");
}

#[test]
fn hands_and_boards_agree() {
    let erratic = erratic_agent("erratic", 40, 2);
    let opponents = [built_in(FixedPolicy::CallRaise), built_in(FixedPolicy::Uniform), erratic_agent("other", 13, 3)];
    for opponent in &opponents {
        let by_boards = played(&erratic, opponent, (Method::Boards, 60));
        let by_hands = played(&erratic, opponent, (Method::Hands, 400_000));
        let apart = (by_boards.0 - by_hands.0).abs();
        // Three standard errors of the difference; the hands are known less well, which must show.
        let width = 1.53 * (by_boards.1.powi(2) + by_hands.1.powi(2)).sqrt();
        assert!(apart < width && by_boards.1 < by_hands.1, "{}: {by_boards:?} {by_hands:?}", opponent.name());
        assert!(by_hands.0.abs() > by_hands.1, "nothing to tell apart against {}: {by_hands:?}", opponent.name());
    }
}

#[test]
fn a_league_is_its_matches() {
    let agents =
        || vec![built_in(FixedPolicy::AlwaysCall), erratic_agent("erratic", 10, 4), built_in(FixedPolicy::CallRaise)];
    let players = agents();
    for (method, amount) in [(Method::Boards, 5), (Method::Hands, 10_000)] {
        let league = play_league(&players, method, amount, 7, &Silent).unwrap();
        assert_eq!(league.players, ["always-call", "erratic", "call-raise"]);
        for row in 0..3 {
            for column in 0..3 {
                let (found, ci95) = (league.mbb_per_game[row][column], league.ci95[row][column]);
                if row == column {
                    assert_eq!((found, ci95), (0.0, 0.0));
                } else if row < column {
                    assert_eq!((found, ci95), played(&players[row], &players[column], (method, amount)));
                } else {
                    assert_eq!((found, ci95), (-league.mbb_per_game[column][row], league.ci95[column][row]));
                }
            }
            assert!((league.mean[row] - league.mbb_per_game[row].iter().sum::<f64>() / 2.0).abs() < 1e-9);
        }
        let json = serde_json::to_value(&league).unwrap();
        let mut keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        let expected = "ci95 differences mbb_per_game mean mean_ci95 method observations p_corrected players";
        assert_eq!(keys.join(" "), expected);
    }
}
