//! What actions are worth: held to a plain sum over opponents, and to the solver's own play.

use crate::made_agents::{erratic_agent, on_threads};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use explorer::explorer::Game;
use explorer::spot::{Ranges, Spot};
use explorer::worth::{ActionValues, Runouts, Wanted, action_values};
use matches::agent::Agent;
use solver::game::{Child, GameDefinition, GameEnd, Next};
use solver::measure::value::meeting::{Meeting, MeetingScratch};
use solver::policy::FixedPolicy;
use solver::walk::PreparedGame;
use std::time::Instant;
use tables::strategy::block::MAX_ACTIONS;
use tables::together::progress::Silent;

fn values(game: &Game, agent: &Agent, board: &str, betting: &str, boards: usize) -> ActionValues {
    action_values(game, agent, &Spot::read(game, board, betting).unwrap(), Wanted::boards(boards), &Silent).unwrap()
}

/// What a seat wins below a decision or an end, two hands on one complete board.
fn naive_value(game: &Game, agent: &Agent, seat: usize, holes: [Holding; 2], board: &[Card], at: Child) -> f64 {
    match at {
        Next::End(GameEnd::Fold { folder, contributions }) => {
            let lost = contributions[folder].as_f64();
            if folder == seat { -lost } else { lost }
        }
        Next::End(GameEnd::Showdown { contributions, .. }) => {
            let [own, other] =
                [seat, 1 - seat].map(|position| HandStrength::of(CardSet::of(board) | holes[position].card_set()));
            contributions[0].as_f64() * f64::from(own.cmp(&other) as i8)
        }
        Next::Decision(id) => {
            let node = &game.tree[id];
            let round = Round::ALL[node.round];
            let on_board = CardSet::of(&board[..round.board_cards()]);
            let bucket = agent.bucket(round, BoardFirst::of(Deck::FULL, round).index(holes[node.player], on_board));
            let weights: [u16; MAX_ACTIONS] = agent.weights(game.layout.place(id), bucket);
            let below = |&child: &Child| naive_value(game, agent, seat, holes, board, child);
            let parts = node.children.iter().zip(weights).map(|(child, weight)| f64::from(weight) * below(child));
            parts.sum::<f64>() / agent.parts_of_whole() as f64
        }
    }
}

/// The actions' values of one hand over all boards that may follow, opponent by opponent.
fn naive_actions(game: &Game, agent: &Agent, spot: &Spot, hole: Holding, boards: &[Vec<Card>]) -> Vec<f64> {
    let node = &game.tree[spot.decision];
    let ranges = Ranges::of(game, agent, spot);
    let mut sums = vec![0.0; node.actions.len()];
    let mut weights = 0.0;
    for board in boards.iter().filter(|board| !CardSet::of(board).intersects(hole.card_set())) {
        let dead = CardSet::of(board) | hole.card_set();
        for other in Holding::all().filter(|other| !other.card_set().intersects(dead)) {
            let weight = ranges.reach[1 - node.player][other.number()];
            let mut holes = [hole; 2];
            holes[1 - node.player] = other;
            weights += weight;
            for (sum, &child) in sums.iter_mut().zip(&node.children) {
                *sum += weight * naive_value(game, agent, node.player, holes, board, child);
            }
        }
    }
    sums.iter().map(|sum| game.mbb(sum / weights)).collect()
}

fn holding(text: &str) -> Holding {
    let cards = parse_cards(text).unwrap();
    Holding::new(cards[0], cards[1]).unwrap()
}

fn assert_like_naive(board: &str, betting: &str, boards: usize, holes: &[&str]) {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let spot = Spot::read(&game, board, betting).unwrap();
    let found = action_values(&game, &agent, &spot, Wanted::boards(boards), &Silent).unwrap();
    let runouts = Runouts::of(&game, &spot, boards);
    assert_eq!(found.boards, runouts.boards.len());
    for hole in holes.iter().map(|hole| holding(hole)) {
        let expected = naive_actions(&game, &agent, &spot, hole, &runouts.boards);
        for (action, expected) in expected.iter().enumerate() {
            let found = found.actions[action].mbb[hole.number()].unwrap();
            assert!((found - expected).abs() < 1e-6, "{board} {betting} {hole} {action}: {found} {expected}");
        }
    }
}

#[test]
fn river_values_are_sums_over_opponents() {
    assert_like_naive("Qs7h2cTd3h", "rc/crc/rc/cr", 2, &["AsKs", "7d2d", "4c5d"]);
    assert_like_naive("QsJsTs9s8s", "cc/cc/cc/", 2, &["AsKs", "7d2d"]);
}

#[test]
fn turn_and_flop_values_are_sums_over_opponents_and_boards() {
    assert_like_naive("Qs7h2cTd", "rc/crc/cr", 2, &["AsKs"]);
    assert_like_naive("Qs7h2c", "rrc/cr", 2, &["AsKs"]);
}

#[test]
fn values_before_the_flop_add_up_to_what_the_solver_plays() {
    let (definition, agent) = (GameDefinition::holdem_limit(), erratic_agent("first", 5, 1));
    let game = Game::limit(Deck::FULL);
    let spot = Spot::read(&game, "", "").unwrap();
    let boards = Runouts::of(&game, &spot, 3).boards;
    let found = action_values(&game, &agent, &spot, Wanted::boards(3), &Silent).unwrap();
    let prepared = PreparedGame::<f64>::new(&definition);
    let meeting = Meeting::new(&prepared, vec![agent.player()]).unwrap();
    let mut scratch = MeetingScratch::default();
    // The button is position 1, and acts first: what it wins is what position 0 loses.
    let expected: f64 =
        boards.iter().map(|board| -meeting.values(board, &[[0, 0]], &mut scratch)[0]).sum::<f64>() / 3.0;
    let shares = Ranges::of(&game, &agent, &spot).shares(&game, &agent, spot.decision);
    let (mut sum, mut weight) = (0.0, 0.0);
    for hole in Holding::all() {
        // On each board that leaves the holding, it meets 990 others.
        let met = boards.iter().filter(|board| !CardSet::of(board).intersects(hole.card_set())).count() as f64;
        for action in 0..found.actions.len() {
            sum += met
                * shares[hole.number()].unwrap()[action]
                * found.actions[action].mbb[hole.number()].unwrap_or_default();
        }
        weight += met;
    }
    assert!((sum / weight - game.mbb(expected)).abs() < 1e-6, "{} {}", sum / weight, game.mbb(expected));
}

#[test]
fn folding_costs_what_was_put_in_and_exact_values_have_no_error() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    for (board, betting, cost, boards) in [("Qs7h2cTd3h", "cc/cc/cc/r", 1000.0, 1), ("Qs7h2cTd", "rc/cc/r", 2000.0, 48)]
    {
        let values = values(&game, &agent, board, betting, 7);
        assert_eq!((values.boards, values.of), (boards, Some(boards)));
        let possible = values.actions[0].mbb.iter().flatten();
        assert!(possible.clone().count() > 1000 && possible.clone().all(|fold| (fold + cost).abs() < 1e-9));
        let errors = values.actions.iter().chain(values.differences.iter().map(|it| &it.values));
        assert!(errors.flat_map(|it| &it.standard_errors).flatten().all(|error| *error == 0.0));
    }
}

#[test]
fn a_sample_says_how_far_it_may_be_off() {
    // Who always calls has one way to each showdown, so that all boards are soon gone through.
    let (game, agent) = (Game::limit(Deck::FULL), Agent::of_fixed(FixedPolicy::AlwaysCall));
    let exact = values(&game, &agent, "Qs7h2c", "cc/", 5000);
    assert_eq!((exact.boards, exact.of), (2352, Some(2352)));
    let sample = values(&game, &agent, "Qs7h2c", "cc/", 64);
    assert_eq!(assert_as_close_as_said(&sample, &exact), 1176);
    let errors = |of: &ActionValues| of.actions[1].standard_errors.iter().flatten().copied().collect::<Vec<f64>>();
    assert!(errors(&sample).iter().all(|&error| error > 0.0) && errors(&exact).iter().all(|&error| error == 0.0));
}

/// The values of calling in a sample are within two of their errors about 95 times in 100; hands share their boards, so
/// that many may be off together. Gives the number of hands.
fn assert_as_close_as_said(sample: &ActionValues, exact: &ActionValues) -> usize {
    let (mut within, mut hands) = (0, 0);
    for hand in 0..HOLDINGS {
        let Some(error) = sample.actions[1].standard_errors[hand] else { continue };
        let (found, expected) = (sample.actions[1].mbb[hand].unwrap(), exact.actions[1].mbb[hand].unwrap());
        hands += 1;
        within += usize::from((found - expected).abs() < 2.0 * error);
    }
    assert!((0.80..0.995).contains(&(within as f64 / hands as f64)), "{within} of {hands}");
    hands
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let on = |threads| on_threads(threads, || values(&game, &agent, "Qs7h2cTd", "cc/cc/", 2));
    assert!(on(1).actions[1].mbb == on(3).actions[1].mbb);
}

/// The values of some holdings.
fn of_holdings(values: &[Option<f64>], holdings: &[&str]) -> Vec<f64> {
    holdings.iter().map(|text| values[holding(text).number()].unwrap()).collect()
}

#[test]
fn holdings_that_the_board_does_not_tell_apart_have_one_value() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    for (board, betting, alike, apart) in [
        ("", "", &["AcAd", "AcAh", "AcAs", "AdAh", "AdAs", "AhAs"][..], ["AcKc", "AcKd"]),
        ("", "cr", &["7c2c", "7d2d", "7h2h", "7s2s"], ["7c2c", "7c2d"]),
        ("Qs7s2s", "cc/", &["AcAd", "AcAh", "AdAh"], ["AcAd", "AcAs"]),
        ("Qs7s2h", "cc/", &["9c8c", "9d8d"], ["9c8c", "9h8h"]),
        // The turn is a street of its own: hearts and diamonds are told apart, clubs are as good as none.
        ("QsJsTs9h", "cc/cc/", &["AcKs", "AdKs"], ["AcKs", "AhKs"]),
    ] {
        let found = values(&game, &agent, board, betting, 4);
        for numbers in found.actions.iter().chain(found.differences.iter().map(|it| &it.values)) {
            for numbers in [&numbers.mbb, &numbers.standard_errors] {
                let alike = of_holdings(numbers, alike);
                assert!(alike.iter().all(|number| *number == alike[0]), "{board}: {alike:?}");
            }
        }
        let apart = of_holdings(&found.actions[1].mbb, &apart);
        assert_ne!(apart[0], apart[1], "{board}");
    }
}

#[test]
fn a_mean_over_alike_holdings_is_as_close_as_its_error_says() {
    let (game, agent) = (Game::limit(Deck::FULL), Agent::of_fixed(FixedPolicy::AlwaysCall));
    let exact = values(&game, &agent, "Qs7s2s", "cc/", 2352);
    let sample = values(&game, &agent, "Qs7s2s", "cc/", 48);
    assert_as_close_as_said(&sample, &exact);
}

#[test]
fn the_difference_between_actions_has_its_own_error() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let found = values(&game, &agent, "Qs7h2c", "rc/r", 16);
    let pairs: Vec<_> = found.differences.iter().map(|it| (it.action, it.from)).collect();
    assert_eq!(pairs, [(1, 0), (2, 0), (2, 1)]);
    let (mut smaller, mut hands) = (0, 0);
    for difference in &found.differences {
        let [own, other] = [difference.action, difference.from].map(|action| &found.actions[action]);
        for hand in 0..HOLDINGS {
            let Some(mbb) = difference.values.mbb[hand] else { continue };
            assert!((mbb - own.mbb[hand].unwrap() + other.mbb[hand].unwrap()).abs() < 1e-6);
            let error = |of: &Vec<Option<f64>>| of[hand].unwrap();
            let own_errors = [error(&own.standard_errors), error(&other.standard_errors)];
            hands += 1;
            smaller += usize::from(error(&difference.values.standard_errors) < own_errors[0].hypot(own_errors[1]));
        }
        // A fold costs the same on every board: what is behind it has the other action's error.
        if difference.from == 0 {
            let same = own.standard_errors.iter().zip(&difference.values.standard_errors);
            assert!({ same }.flat_map(|(one, other)| one.zip(*other)).all(|(one, other)| (one - other).abs() < 1e-6));
        }
    }
    assert!(smaller * 2 > hands, "{smaller} of {hands}");
}

#[test]
fn what_is_not_done_in_time_is_left_out_and_said() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let spot = Spot::read(&game, "Qs7h2c", "cc/").unwrap();
    let late =
        action_values(&game, &agent, &spot, Wanted { until: Some(Instant::now()), ..Wanted::boards(400) }, &Silent)
            .unwrap();
    assert!(late.is_cut_short && (2..100).contains(&late.boards), "{}", late.boards);
    // What is left is what so many boards give.
    let few = values(&game, &agent, "Qs7h2c", "cc/", late.boards);
    assert!(!few.is_cut_short && few.actions[1].mbb == late.actions[1].mbb);
}
