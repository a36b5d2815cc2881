//! What a policy wins from itself, starting hand by starting hand: beside what a best response wins, it shows where
//! the policy loses.

use crate::support::{Made, Measured, assert_close, limit_game, mean_and_spread, reduced_games};
use crate::walk::walk_values;
use evaluator::holding::{Holding, STARTING_HANDS};
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::GameDefinition;
use solver::game::card_counts::choose;
use solver::measure::exploitability::measurement::SeatLosses;
use solver::measure::exploitability::opening_round::ResponseValue;
use solver::measure::exploitability::{FlopValues, FlopWork, PlayedFlops};
use solver::walk::PreparedGame;
use solver::walk::last_round::Precision;

/// What a policy wins from itself in a position with each starting hand: the walk over all complete boards.
fn by_starting_hand(definition: &GameDefinition, made: &Made, position: usize) -> Vec<f64> {
    let game = PreparedGame::<f64>::new(definition);
    let rules = &game.rules;
    let (mut chips, mut combos) = (vec![0.0; STARTING_HANDS], vec![0.0; STARTING_HANDS]);
    let class = |id: usize| Holding::from_number(id).unwrap().starting_hand().number();
    for board in all_boards(rules) {
        for (id, value) in walk_values(&game, [made.player(); 2], &board, position) {
            chips[class(usize::from(id))] += value;
        }
    }
    for holding in (0..1326).filter(|&id| (rules.hole(id as u16) - rules.deck()).is_empty()) {
        combos[class(holding)] += 1.0;
    }
    let games = boards_of_a_pair(rules) * choose(rules.deck().len() - 2, 2) as f64;
    let value = |(chips, combos): (f64, f64)| if combos > 0.0 { chips / (games * combos) } else { 0.0 };
    chips.into_iter().zip(combos).map(value).collect()
}

/// How many complete boards two holdings can see.
fn boards_of_a_pair(rules: &CardRules) -> f64 {
    let dealt = |round: usize| rules.board_cards(round);
    (1..rules.rounds())
        .map(|it| choose(rules.deck().len() - 4 - dealt(it - 1), dealt(it) - dealt(it - 1)) as f64)
        .product()
}

/// What a policy wins in a position, exactly, from all canonical flops.
fn exact_own_play<T: Precision>(measured: &Measured<T>, position: usize) -> ResponseValue {
    let (flops, player) = (measured.game.flops(), &measured.players(FlopWork::OwnPlay)[position]);
    let values: Vec<_> = flops.iter().map(|flop| player.flop_values(flop)).collect();
    player.opening_round().exact_own_play(flops.iter().zip(&values))
}

#[test]
fn what_a_policy_wins_with_each_starting_hand_matches_the_walk_and_a_best_response_wins_no_less() {
    for (definition, number) in reduced_games().iter().zip(0..) {
        let measured = Measured::<f64>::new(definition, 5, number);
        let in_single = Measured::<f32>::new(definition, 5, number);
        let flops = measured.game.flops();
        let mut both = 0.0;
        for (position, responder) in measured.players(FlopWork::BestResponse).iter().enumerate() {
            let expected = by_starting_hand(definition, &measured.made, position);
            let found = exact_own_play(&measured, position);
            let found_in_single = exact_own_play(&in_single, position);
            let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
            let best = responder.opening_round().exact_response(flops.iter().zip(&values));
            let mut most: f64 = 0.0;
            for (hand, &expected) in expected.iter().enumerate() {
                let what = format!("game {number}, position {position}, hand {hand}");
                assert_close(found.by_starting_hand[hand], expected, 1e-9, &what);
                assert_close(found_in_single.by_starting_hand[hand], expected, 1e-4, &what);
                let loss = best.by_starting_hand[hand] - expected;
                assert!(loss >= -1e-9, "{what}: {loss}");
                most = most.max(loss);
            }
            assert!(most > 0.1, "game {number}, position {position}: {most}");
            both += found.value;
        }
        // What one seat wins the other loses.
        assert!(both.abs() < 1e-9, "{both}");
    }
}

#[test]
fn losses_from_drawn_flops_are_right_on_average_and_their_errors_are_as_large_as_reported() {
    let definition = limit_game(4, 4, 2, "3 2 2", "0 2 1");
    let measured = Measured::<f64>::new(&definition, 5, 6);
    let openings = measured.openings(FlopWork::OwnPlay);
    let all = PlayedFlops::all(measured.game.flops());
    let [best, own] = [FlopWork::BestResponse, FlopWork::OwnPlay].map(|work| measured.values(work));
    let exact = all.losses(openings.each_ref(), &best, &own);
    let best_responses = all.responses(openings.each_ref(), &best).by_seat;
    for (position, seat) in exact.iter().enumerate() {
        let expected = exact_own_play(&measured, position).value;
        assert!((seat.own_play.value - expected).abs() < 1e-9 && seat.own_play.error == 0.0);
        assert!((seat.loss.value - (best_responses[position] - expected)).abs() < 1e-9);
    }
    let samples = 200;
    let loss = |hand: &usize| exact[0].by_starting_hand[*hand].value;
    let hand = (0..STARTING_HANDS).max_by(|one, other| loss(one).total_cmp(&loss(other))).unwrap();
    let numbers = |seat: &SeatLosses| [seat.own_play, seat.loss, seat.by_starting_hand[hand]];
    let (mut found, mut told) = ([[const { Vec::new() }; 3], [const { Vec::new() }; 3]], [[0.0; 3]; 2]);
    for seed in 0..samples {
        let drawn = PlayedFlops::drawn(measured.game.flops(), 24, seed);
        let played: Vec<usize> = drawn
            .distinct()
            .iter()
            .map(|flop| all.distinct().iter().position(|it| it.board == flop.board).unwrap())
            .collect();
        let of_played = |values: &[[FlopValues; 2]]| played.iter().map(|&it| values[it].clone()).collect::<Vec<_>>();
        let losses = drawn.losses(openings.each_ref(), &of_played(&best), &of_played(&own));
        for (position, seat) in losses.iter().enumerate() {
            for (number, estimate) in numbers(seat).into_iter().enumerate() {
                found[position][number].push(estimate.value);
                told[position][number] += estimate.error.powi(2) / samples as f64;
            }
        }
    }
    for position in 0..2 {
        for (number, expected) in numbers(&exact[position]).into_iter().enumerate() {
            let values = &found[position][number];
            let (mean, spread) = mean_and_spread(values);
            let what = format!("position {position}, number {number}: {mean} ± {spread}, expected {}", expected.value);
            let error = spread / (samples as f64).sqrt();
            // Own play is unbiased; the middle of the bounds is nearly so.
            let bias = if number == 0 { 0.0 } else { spread };
            assert!((mean - expected.value).abs() < 4.0 * error + bias, "{what}");
            // Nor is the other seat's as good.
            let other = numbers(&exact[1 - position])[number].value;
            assert!(number > 0 || (mean - other).abs() > 8.0 * error, "{what}, the other seat {other}");
            let ratio = told[position][number].sqrt() / spread;
            assert!((0.85..1.7).contains(&ratio), "{what}: told {ratio} of it");
        }
    }
}
