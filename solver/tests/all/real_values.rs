//! Policy against policy on canonical boards, held to all deals one by one and to the walk.

use crate::naive::pairs::Pairs;
use crate::support::assert_close;
use crate::support::games::{games_that_cannot_be_walked, limit_game, reduced_games};
use crate::support::observers::StopAfter;
use crate::support::on_threads;
use crate::support::players::{BuiltIn, Made};
use serde_json::json;
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::GameDefinition;
use solver::measure::exploitability::{FlopValues, FlopWork, KeptFlops, RealGame};
use solver::measure::value::boards::{exact_value, seated_values as values_in_position_0};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::Precision;
use solver::walk::{BoardMemory, Player, PreparedGame};
use std::path::Path;
use tables::error::Failure;
use tables::together::progress::Silent;

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
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let boards = all_boards(&game.rules);
    let all = FixedPolicy::ALL.map(|policy| (policy, BuiltIn::new(&definition, policy)));
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

/// How many files of finished flops there are with an ending, of all that was measured.
pub fn kept_files(folder: &Path, ending: &str) -> usize {
    let list = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entries = list(folder).flat_map(|measured| list(&measured));
    entries.filter(|path| path.extension().is_some_and(|it| it == ending)).count()
}

#[test]
fn finished_flops_are_kept_and_a_resumed_value_is_the_same() {
    let it = Match::new();
    let game = &it.game;
    let players = it.made.each_ref().map(Made::player);
    let flops = game.flops();
    let expected = it.value([0, 1]);
    let folder = tempfile::tempdir().unwrap();
    let kept_files = || kept_files(folder.path(), "match");
    let kept = KeptFlops::open(folder.path(), json!(["first", "second"])).unwrap();
    assert!(exact_value(game, players, Some(&kept), &StopAfter::reports(4)).is_err());
    assert!((1..2 * flops.len()).contains(&kept_files()), "{}", kept_files());
    let counter = StopAfter::reports(usize::MAX);
    assert_eq!(exact_value(game, players, Some(&kept), &counter).unwrap().to_bits(), expected.to_bits());
    assert_eq!(kept_files(), 2 * flops.len());
    let boards: u64 = flops.iter().map(|flop| flop.complete_boards(game.rules())).sum();
    assert_eq!(counter.done(), 2 * boards);
    assert!(counter.heard.into_inner().unwrap().iter().all(|heard| heard.3 == "boards"));
    // What is there is taken as it is.
    let cells = game.seated(0, players[0], players[1]).flop_cells();
    let nothing = FlopValues { values: vec![0.0; cells], weights: vec![0.0; cells] };
    kept.flop(FlopWork::Match, &flops[2], 1).write(&nothing).unwrap();
    assert_ne!(exact_value(game, players, Some(&kept), &Silent).unwrap().to_bits(), expected.to_bits());
    drop(kept);
    // What belongs to other players is not.
    let others = KeptFlops::open(folder.path(), json!(["second", "first"])).unwrap();
    assert_eq!(others.flop(FlopWork::Match, &flops[2], 1).read(cells).unwrap(), None);
}
