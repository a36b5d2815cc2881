//! The best response on canonical boards, held to the walk over all boards.

use crate::support::assert_close;
use crate::support::games::{limit_game, reduced_games};
use crate::support::players::{BuiltIn, Made};
use evaluator::hand_index::PublicBoards;
use evaluator::round::Round;
use solver::boards::{BoardOrbit, CardRules};
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::DrawnFlops;
use solver::measure::exploitability::sampled_seats::SampledSeats;
use solver::measure::exploitability::small_game::best_response_value;
use solver::measure::exploitability::{FlopBatch, FlopWork, RealGame, Responder};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::Precision;
use solver::walk::{Player, PreparedGame};
use tables::together::progress::Silent;

/// What a responder wins a game, in chips, from all canonical flops.
fn exact_value<T: Precision>(game: &RealGame<T>, responder: &Responder<'_, T>) -> f64 {
    let flops = game.flops();
    let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
    responder.opening_round().exact_response(flops.iter().zip(&values)).value
}

/// Holds what both positions win from some opponents to the walk over all boards.
fn assert_matches_all_boards(definition: &GameDefinition, opponents: &[Player<'_, f64>]) {
    let twin = PreparedGame::<f64>::new(definition).unwrap();
    let game = RealGame::<f64>::new(definition).unwrap();
    let single = RealGame::<f32>::new(definition).unwrap();
    for (number, &opponent) in opponents.iter().enumerate() {
        for position in 0..2 {
            let expected = best_response_value(&twin, position, opponent);
            let what = format!("{definition:?} {number} {position}");
            assert_close(exact_value(&game, &game.responder(position, opponent)), expected, 1e-9, &what);
            let found = exact_value(&single, &single.responder(position, opponent));
            assert_close(found, expected, 1e-5, &format!("{what} in single precision"));
        }
    }
}

#[test]
fn canonical_boards_are_those_of_the_index_and_stand_for_all_deals() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let (mut turns, mut rivers, mut deals) = (0, 0, 0);
    let flops = BoardOrbit::empty(&rules).followers(&rules, 3);
    for flop in &flops {
        for turn in flop.followers(&rules, 1) {
            turns += 1;
            for river in turn.followers(&rules, 1) {
                rivers += 1;
                deals += u64::from(flop.size) * u64::from(turn.size) * u64::from(river.size);
                assert!(river.symmetries.iter().all(|it| it.card(river.board[4]) == river.board[4]));
            }
        }
    }
    let counts = [Round::Flop, Round::Turn, Round::River].map(|round| PublicBoards::of(round).count());
    assert_eq!([flops.len(), turns, rivers], counts);
    assert_eq!(deals, 22_100 * 49 * 48);
}

#[test]
fn responses_to_a_policy_of_canonical_hands_match_the_walk_over_all_boards() {
    for (definition, seed) in reduced_games().iter().zip(0..) {
        assert_matches_all_boards(definition, &[Made::symmetric(definition, &[5], seed).player()]);
    }
}

#[test]
#[ignore = "the twin walks over 87,360 boards for each of six policies and both seats, two minutes"]
fn responses_on_four_ranks_and_four_rounds_match_the_walk_over_all_boards() {
    let definition = limit_game(4, 4, 2, "1 1 1 1", "0 3 1 1");
    assert_matches_all_boards(&definition, &[Made::symmetric(&definition, &[5], 9).player()]);
    assert_matches_all_boards(&definition, &BuiltIn::all(&definition).each_ref().map(BuiltIn::player));
}

#[test]
fn responses_to_fixed_policies_match_the_walk_over_all_boards() {
    let definition = limit_game(4, 3, 2, "3 2 2", "0 2 1");
    assert_matches_all_boards(&definition, &BuiltIn::all(&definition).each_ref().map(BuiltIn::player));
}

#[test]
fn responses_to_a_policy_of_255ths_match_the_walk_over_all_boards() {
    let definition = limit_game(4, 3, 2, "2 2 3", "0 2 1");
    let made = Made::symmetric(&definition, &[5], 3);
    let made = Made { policy: made.policy.in_parts(), ..made };
    assert_matches_all_boards(&definition, &[made.player()]);
}

#[test]
fn always_folding_costs_exactly_the_blinds() {
    let definition = limit_game(4, 4, 2, "3 4 4 4", "0 3 1 1");
    let game = RealGame::<f32>::new(&definition).unwrap();
    let folds = BuiltIn::new(&definition, FixedPolicy::AlwaysFold);
    let values = [0, 1].map(|position| exact_value(&game, &game.responder(position, folds.player())));
    assert_eq!(values, [5.0, 10.0]);
    assert_eq!(mbb_per_game((values[0] + values[1]) / 2.0, definition.big_blind()), 750.0);
}

#[test]
#[ignore = "best responses to two flops of the full deck in double precision, half a minute"]
fn single_precision_is_good_for_a_hundredth_of_a_milli_big_blind() {
    let definition = GameDefinition::holdem_limit();
    let uniform = BuiltIn::new(&definition, FixedPolicy::Uniform);
    let measured =
        [sampled_value::<f32>(&definition, uniform.player()), sampled_value::<f64>(&definition, uniform.player())];
    assert!((measured[0] - measured[1]).abs() < 0.01, "{measured:?}");
    assert_ne!(measured[0], measured[1]);
}

/// The middle of both bounds from two flops, in mbb/g.
fn sampled_value<T: Precision>(definition: &GameDefinition, player: Player<'_, f64>) -> f64 {
    let game = RealGame::<T>::new(definition).unwrap();
    let responders = [0, 1].map(|position| game.responder(position, player));
    let flops = game.flops();
    let drawn = DrawnFlops::new(&flops, 2, 1);
    let (players, work, played) = (&responders, FlopWork::BestResponse, &drawn.played(&flops));
    let batch = FlopBatch { rules: game.rules(), players, work, flops: played, kept: None, progress: &Silent };
    let values = batch.play().unwrap();
    let openings = responders.each_ref().map(Responder::opening_round);
    let found = SampledSeats::new(openings.each_ref(), &drawn.in_order_drawn(&values).collect::<Vec<_>>());
    mbb_per_game(found.middle(), definition.big_blind())
}
