//! Canonical boards: best responses and policy against policy, held to the walk over all boards and to all deals.

use crate::kept_flops::kept_files;
use crate::naive::Pairs;
use crate::support::{
    BuiltIn, Made, StopAfter, assert_close, games_that_cannot_be_walked, limit_game, on_threads, reduced_games,
};
use evaluator::deck::Deck;
use evaluator::hand_index::public_boards;
use evaluator::round::Round;
use serde_json::json;
use solver::boards::card_rules::all_boards;
use solver::boards::{BoardOrbit, CardRules};
use solver::game::GameDefinition;
use solver::measure::exploitability::small_game::best_response_value;
use solver::measure::exploitability::{FlopPlayer, FlopValues, FlopWork, KeptFlops, RealGame, Responder};
use solver::measure::value::boards::{exact_value, seated_values as values_in_position_0};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::Precision;
use solver::walk::{BoardMemory, Player, PreparedGame};
use tables::error::Failure;
use tables::together::progress::{Progress, Silent};

/// What a responder wins a game, in chips, from all canonical flops.
fn best_value<T: Precision>(game: &RealGame<T>, responder: &Responder<'_, T>) -> f64 {
    let flops = game.flops();
    let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
    responder.opening_round().exact_response(flops.iter().zip(&values)).value
}

/// Holds what both positions win from some opponents to the walk over all boards.
fn assert_matches_all_boards(definition: &GameDefinition, opponents: &[Player<'_, f64>]) {
    let twin = PreparedGame::<f64>::new(definition);
    let game = RealGame::<f64>::new(definition).unwrap();
    let single = RealGame::<f32>::new(definition).unwrap();
    for (number, &opponent) in opponents.iter().enumerate() {
        for position in 0..2 {
            let expected = best_response_value(&twin, position, opponent);
            let what = format!("{definition:?} {number} {position}");
            assert_close(best_value(&game, &game.responder(position, opponent)), expected, 1e-9, &what);
            let found = best_value(&single, &single.responder(position, opponent));
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
    let counts = [Round::Flop, Round::Turn, Round::River].map(|round| public_boards(Deck::FULL, round));
    assert_eq!([flops.len() as u64, turns, rivers], counts);
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

/// What position 0 wins in both seatings.
fn seated_values<T: Precision>(definition: &GameDefinition, players: [Player<'_, f64>; 2]) -> [f64; 2] {
    values_in_position_0(&RealGame::<T>::new(definition).unwrap(), players, None, &Silent).unwrap()
}

#[test]
fn the_value_on_canonical_boards_is_that_of_all_deals() {
    for (definition, number) in reduced_games().iter().zip(0..) {
        let made = [Made::symmetric(definition, &[5], number), Made::symmetric(definition, &[3], 20 + number)];
        let players = made.each_ref().map(Made::player);
        let boards = all_boards(&CardRules::new(definition));
        let found = seated_values::<f64>(definition, players);
        let single = seated_values::<f32>(definition, players);
        for (seating, seats) in [[0, 1], [1, 0]].into_iter().enumerate() {
            let expected = Pairs::new(definition, seats.map(|player| &made[player])).mean(&boards);
            let what = format!("{definition:?}, seating {seating}");
            assert!(expected.abs() > 0.01, "{what}: nothing to tell apart");
            assert_close(found[seating], expected, 1e-9, &what);
            assert_close(single[seating], expected, 1e-5, &format!("{what}, single precision"));
        }
    }
}

#[test]
fn built_in_policies_have_the_value_of_the_walk_over_all_boards() {
    let definition = limit_game(4, 3, 2, "3 2 3", "0 2 1");
    let game = PreparedGame::<f64>::new(&definition);
    let boards = all_boards(&game.rules);
    let all = FixedPolicy::LIMIT.map(|policy| (policy, BuiltIn::new(&definition, policy)));
    let mut dealt = BoardMemory::default();
    for (number, (first, one)) in all.iter().enumerate() {
        for (second, other) in &all[number..] {
            let found = seated_values::<f64>(&definition, [one.player(), other.player()]);
            for (seating, players) in [[one, other], [other, one]].into_iter().enumerate() {
                let players = players.map(BuiltIn::player);
                let values = boards.iter().map(|board| game.value_on_board(players, board, &mut dealt));
                let expected = values.sum::<f64>() / boards.len() as f64;
                assert_close(found[seating], expected, 1e-9, &format!("{first}, {second}, seating {seating}"));
            }
        }
    }
}

#[test]
fn somebody_who_folds_loses_the_blinds_to_any_bet_and_one_of_them_to_a_call() {
    let definition = limit_game(4, 4, 2, "3 4 4 4", "0 3 1 1");
    let game = RealGame::<f32>::new(&definition).unwrap();
    let folds = BuiltIn::new(&definition, FixedPolicy::AlwaysFold);
    let value = |opponent: FixedPolicy| {
        let opponent = BuiltIn::new(&definition, opponent);
        let value = exact_value(&game, [folds.player(), opponent.player()], None, &Silent).unwrap();
        mbb_per_game(value, definition.big_blind())
    };
    // 5 chips on the button, and 10 in the big blind if a player bets; if none does, showdowns are even on every
    // board.
    assert_eq!(value(FixedPolicy::AlwaysRaise), -750.0);
    assert_eq!(value(FixedPolicy::AlwaysCall), -250.0);
    // The bet comes at once or on one of the later streets, unless it comes never: half, a quarter and so on.
    assert_close(value(FixedPolicy::CallRaise), -250.0 - 500.0 * (15.0 / 16.0), 1e-6, "call-raise");
}

/// Two players who meet in a game of three rounds.
struct Match {
    game: RealGame<f32>,
    made: [Made; 2],
}

impl Match {
    fn new() -> Self {
        let definition = limit_game(4, 4, 2, "2 2 2", "0 2 1");
        let made = [Made::symmetric(&definition, &[6], 1), Made::symmetric(&definition, &[4], 2)];
        Self { game: RealGame::new(&definition).unwrap(), made }
    }

    fn value(&self, seats: [usize; 2]) -> f64 {
        exact_value(&self.game, seats.map(|player| self.made[player].player()), None, &Silent).unwrap()
    }
}

#[test]
fn an_exchange_of_the_players_changes_the_sign_alone_and_a_player_wins_nothing_from_itself() {
    let it = Match::new();
    let found = it.value([0, 1]);
    assert!(found.abs() > 0.01, "{found}");
    assert_eq!(found.to_bits(), (-it.value([1, 0])).to_bits());
    assert_eq!(it.value([0, 0]).to_bits(), 0f64.to_bits());
}

#[test]
fn any_number_of_threads_gives_the_same_value() {
    let it = Match::new();
    let values = [1, 2, 3].map(|threads| on_threads(threads, || it.value([0, 1])).to_bits());
    assert_eq!(values, [values[0]; 3]);
}

#[test]
fn games_that_cannot_be_walked_are_refused() {
    for definition in games_that_cannot_be_walked() {
        let error = RealGame::<f64>::new(&definition).err().expect("it must be refused");
        assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    }
}

#[test]
fn finished_flops_of_a_match_are_kept_and_a_resumed_value_is_the_same() {
    let it = Match::new();
    let players = it.made.each_ref().map(Made::player);
    let folder = tempfile::tempdir().unwrap();
    let kept = KeptFlops::open(folder.path(), json!(["first", "second"])).unwrap();
    let value = |progress: &dyn Progress| exact_value(&it.game, players, Some(&kept), progress);
    assert!(value(&StopAfter::reports(4)).is_err());
    assert_eq!(value(&Silent).unwrap().to_bits(), it.value([0, 1]).to_bits());
    let flops = it.game.flops();
    assert_eq!(kept_files(folder.path(), "match"), 2 * flops.len());
    // What is there is taken as it is.
    let cells = it.game.seated(0, players[0], players[1]).flop_cells();
    let nothing = FlopValues { values: vec![0.0; cells], weights: vec![0.0; cells] };
    kept.flop(FlopWork::Match, &flops[2], 1).write(&nothing).unwrap();
    assert_ne!(value(&Silent).unwrap().to_bits(), it.value([0, 1]).to_bits());
}
