//! Players on sampled boards, held to the walk over any tree, to all pairs of holdings one by one, and to all boards.

use crate::naive::Pairs;
use crate::support::{
    BuiltIn, Made, StopAfter, assert_close, games_that_cannot_be_walked, limit_game, on_threads, reduced_games,
};
use crate::walk::BOARDS;
use evaluator::card::parse_cards;
use evaluator::processor::Processor;
use solver::boards::card_rules::all_boards;
use solver::game::GameDefinition;
use solver::measure::exploitability::RealGame;
use solver::measure::value::boards::{exact_value, value_boards, value_in_groups};
use solver::measure::value::meeting::{Meeting, MeetingScratch};
use solver::policy::FixedPolicy;
use solver::walk::{BoardMemory, Player, PreparedGame, Real};
use tables::error::Failure;
use tables::together::progress::{Cancelled, Silent};

/// The reduced games, and one whose last round begins in position 1.
fn games() -> Vec<GameDefinition> {
    let last_first = limit_game(4, 3, 2, "2 3", "0 3").to_acpc_text().replace("firstPlayer = 2 1", "firstPlayer = 2 2");
    assert!(last_first.contains("firstPlayer = 2 2"), "{last_first}");
    reduced_games().into_iter().chain([GameDefinition::parse(&last_first).unwrap()]).collect()
}

/// Three players with abstractions of their own.
fn made_players(definition: &GameDefinition) -> [Made; 3] {
    [(5, 1), (3, 2), (7, 3)].map(|(buckets, seed)| Made::hashed(definition, &[buckets], seed))
}

/// Holds everyone in position 0 against everyone in position 1 to the walk, on some boards; gives the values found.
fn assert_matches_walk<T: Real>(
    game: &PreparedGame<T>,
    definition: &GameDefinition,
    players: Vec<Player<'_, T>>,
    walked: &[Player<'_, f64>],
    tolerance: f64,
) -> Vec<u64> {
    let double = PreparedGame::<f64>::new(definition);
    let meeting = Meeting::new(game, players).unwrap();
    let seatings: Vec<[usize; 2]> =
        (0..walked.len()).flat_map(|own| (0..walked.len()).map(move |opposing| [own, opposing])).collect();
    let (mut scratch, mut dealt) = (MeetingScratch::default(), BoardMemory::default());
    let mut values = Vec::new();
    for board in all_boards(&game.rules).iter().step_by(97) {
        for (seats, found) in seatings.iter().zip(meeting.values(board, &seatings, &mut scratch)) {
            let expected = double.value_on_board(seats.map(|player| walked[player]), board, &mut dealt);
            assert_close(found, expected, tolerance, &format!("{definition:?} {seats:?}"));
            values.push(found.to_bits());
        }
    }
    values
}

#[test]
fn every_seating_has_the_value_of_the_walk_on_every_instruction_set() {
    for definition in games() {
        let made = made_players(&definition);
        let walked = made.each_ref().map(Made::player);
        let game = PreparedGame::<f64>::new(&definition);
        assert_matches_walk(&game, &definition, walked.to_vec(), &walked, 1e-11);
        let mut single = PreparedGame::<f32>::new(&definition);
        let mut values = Processor::available().map(|processor| {
            single.processor = processor;
            let players = made.iter().map(Made::player).collect();
            assert_matches_walk(&single, &definition, players, &walked, 2e-5)
        });
        let first = values.next().unwrap();
        assert!(values.all(|others| others == first));
    }
}

#[test]
fn boards_of_the_full_deck_have_the_value_of_all_pairs_of_holdings() {
    let definition = GameDefinition::holdem_limit();
    let made = [Made::hashed(&definition, &[2, 2, 2, 3], 3), Made::hashed(&definition, &[1, 2, 1, 4], 4)];
    let (wide, single) = (PreparedGame::<f64>::new(&definition), PreparedGame::<f32>::new(&definition));
    let wide = Meeting::new(&wide, made.iter().map(Made::player).collect()).unwrap();
    let single = Meeting::new(&single, made.iter().map(Made::player).collect()).unwrap();
    for text in &BOARDS[..3] {
        let board = parse_cards(text).unwrap();
        let seatings = [[0, 1], [1, 0]];
        let found = wide.values(&board, &seatings, &mut MeetingScratch::default());
        let rounded = single.values(&board, &seatings, &mut MeetingScratch::default());
        for (number, seats) in seatings.into_iter().enumerate() {
            let expected =
                Pairs::new(&definition, seats.map(|player| &made[player])).mean(std::slice::from_ref(&board));
            assert_close(found[number], expected, 1e-11, text);
            assert_close(rounded[number], expected, 1e-4, text);
        }
    }
}

#[test]
fn the_mean_over_all_boards_is_the_exact_value() {
    for definition in reduced_games() {
        let game = PreparedGame::<f32>::new(&definition);
        let made = [1, 2].map(|seed| Made::symmetric(&definition, &[4], seed));
        let boards = all_boards(&game.rules);
        let board = |number: u64| boards[number as usize].clone();
        let players = made.each_ref().map(Made::player);
        let values = value_boards(&game, &players, &[(0, 1)], boards.len() as u64, &board, &Silent).unwrap();
        let mean = values.iter().map(|pairs| pairs[0]).sum::<f64>() / boards.len() as f64;
        let players = made.each_ref().map(Made::player);
        let exact = exact_value(&RealGame::<f32>::new(&definition).unwrap(), players, None, &Silent).unwrap();
        assert!(exact.abs() > 1e-3, "nothing to tell apart: {exact}");
        assert_close(mean, exact, 1e-5, &format!("{definition:?}"));
    }
}

#[test]
fn company_groups_and_the_number_of_threads_change_no_bit() {
    let definition = limit_game(4, 3, 2, "2 1 2", "0 3 1");
    let game = PreparedGame::<f32>::new(&definition);
    let made: Vec<Made> = (0..7).map(|seed| Made::hashed(&definition, &[3, 4, 2 + seed as usize], seed)).collect();
    let players: Vec<Player<'_, f32>> = made.iter().map(Made::player).collect();
    let boards = all_boards(&game.rules);
    let board = |number: u64| boards[31 * number as usize].clone();
    let pairs: Vec<(usize, usize)> = (0..7).flat_map(|one| (one..7).map(move |other| (other, one))).collect();
    let bits = |values: Vec<Vec<f64>>| -> Vec<Vec<u64>> {
        values.into_iter().map(|pairs| pairs.into_iter().map(f64::to_bits).collect()).collect()
    };
    let together = value_boards(&game, &players, &pairs, 9, &board, &Silent).unwrap();
    // In the other order the sign alone changes; against itself a player wins nothing.
    let turned: Vec<(usize, usize)> = pairs.iter().map(|&(one, other)| (other, one)).collect();
    let turned = value_boards(&game, &players, &turned, 9, &board, &Silent).unwrap();
    for (number, &(one, other)) in pairs.iter().enumerate() {
        let alone = value_boards(&game, &[players[one], players[other]], &[(0, 1)], 9, &board, &Silent).unwrap();
        for board in 0..9 {
            assert_eq!(alone[board][0].to_bits(), together[board][number].to_bits());
            assert_eq!(turned[board][number], -together[board][number]);
            assert_eq!(one == other, together[board][number] == 0.0);
        }
    }
    let together = bits(together);
    for most_bytes in [0, 40_000, 80_000] {
        let grouped = value_in_groups(&game, &players, &pairs, 9, &board, most_bytes, &Silent).unwrap();
        assert_eq!(bits(grouped), together, "{most_bytes}");
    }
    for threads in [1, 3] {
        let values = on_threads(threads, || value_boards(&game, &players, &pairs, 9, &board, &Silent).unwrap());
        assert_eq!(bits(values), together, "{threads} threads");
    }
}

#[test]
fn built_in_policies_have_the_value_of_the_walk() {
    let definition = limit_game(4, 3, 2, "3 2 3", "0 2 1");
    let game = PreparedGame::<f64>::new(&definition);
    let all = BuiltIn::all(&definition);
    let players = all.each_ref().map(BuiltIn::player);
    assert_matches_walk(&game, &definition, players.to_vec(), &players, 1e-11);
}

#[test]
fn games_that_the_kernels_are_not_made_for_are_refused() {
    for definition in games_that_cannot_be_walked() {
        let game = PreparedGame::<f64>::new(&definition);
        let uniform = BuiltIn::new(&definition, FixedPolicy::Uniform);
        let error = Meeting::new(&game, vec![uniform.player(); 2]).err().expect("it must be refused");
        assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    }
}

#[test]
fn an_interruption_ends_the_work() {
    let definition = limit_game(4, 3, 2, "2 1 2", "0 3 1");
    let game = PreparedGame::<f32>::new(&definition);
    let made = made_players(&definition);
    let players = made.each_ref().map(Made::player);
    let board = all_boards(&game.rules).swap_remove(0);
    for threads in [1, 2] {
        let at_once = StopAfter::reports(0);
        let value = || value_boards(&game, &players, &[(0, 1)], 5, &|_| board.clone(), &at_once);
        let error = on_threads(threads, value).unwrap_err();
        assert_eq!(error.to_string(), Cancelled.to_string());
        // Each may have ended a board before it asks.
        assert!(at_once.done() <= threads as u64, "{threads} threads: {}", at_once.done());
    }
}
