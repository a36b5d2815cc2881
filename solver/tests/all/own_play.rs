//! What a policy wins from itself, starting hand by starting hand: beside what a best response wins, it shows where
//! the policy loses.

use crate::real_values::kept_files;
use crate::support::games::{limit_game, reduced_games};
use crate::support::players::Made;
use crate::support::{assert_close, mean_and_spread};
use crate::walk::walk_values;
use evaluator::holding::{Holding, STARTING_HANDS};
use serde_json::json;
use solver::boards::card_rules::all_boards;
use solver::boards::{BoardOrbit, CardRules};
use solver::game::GameDefinition;
use solver::game::card_counts::choose;
use solver::measure::exploitability::measurement::SeatLosses;
use solver::measure::exploitability::opening_round::ResponseValue;
use solver::measure::exploitability::{FlopBatch, FlopValues, FlopWork, KeptFlops, PlayedFlops, RealGame, Responder};
use solver::walk::PreparedGame;
use solver::walk::last_round::Precision;
use tables::together::progress::Silent;

/// What a policy wins from itself in a position with each starting hand: the walk over all complete boards.
fn by_starting_hand(definition: &GameDefinition, made: &Made, position: usize) -> Vec<f64> {
    let game = PreparedGame::<f64>::new(definition).unwrap();
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

/// A policy's own play and the best response to it, position by position.
struct Measured<'a, T> {
    game: &'a RealGame<T>,
    itself: [Responder<'a, T>; 2],
    responders: [Responder<'a, T>; 2],
}

impl<'a, T: Precision> Measured<'a, T> {
    fn new(game: &'a RealGame<T>, made: &'a Made) -> Self {
        let itself = [0, 1].map(|position| game.seated(position, made.player(), made.player()));
        Self { game, itself, responders: [0, 1].map(|position| game.responder(position, made.player())) }
    }

    /// What the policy wins, exactly, from all canonical flops.
    fn exact_own_play(&self, position: usize) -> ResponseValue {
        let (flops, player) = (self.game.flops(), &self.itself[position]);
        let values: Vec<_> = flops.iter().map(|flop| player.flop_values(flop)).collect();
        player.opening_round().exact_own_play(flops.iter().zip(&values))
    }

    fn values(&self, work: FlopWork, flops: &[&BoardOrbit], kept: Option<&KeptFlops>) -> Vec<[FlopValues; 2]> {
        let players = if work == FlopWork::OwnPlay { &self.itself } else { &self.responders };
        FlopBatch { rules: self.game.rules(), players, work, flops, kept, progress: &Silent }.play().unwrap()
    }
}

#[test]
fn what_a_policy_wins_with_each_starting_hand_matches_the_walk_over_all_boards() {
    for (definition, number) in reduced_games().iter().zip(0..) {
        let made = Made::symmetric(definition, &[5], number);
        let (game, single) = (RealGame::<f64>::new(definition).unwrap(), RealGame::<f32>::new(definition).unwrap());
        let (measured, in_single) = (Measured::new(&game, &made), Measured::new(&single, &made));
        let mut both = 0.0;
        for position in 0..2 {
            let expected = by_starting_hand(definition, &made, position);
            let found = measured.exact_own_play(position);
            let found_in_single = in_single.exact_own_play(position);
            for (hand, &expected) in expected.iter().enumerate() {
                let what = format!("game {number}, position {position}, hand {hand}");
                assert_close(found.by_starting_hand[hand], expected, 1e-9, &what);
                assert_close(found_in_single.by_starting_hand[hand], expected, 1e-4, &what);
            }
            both += found.value;
        }
        // What one seat wins the other loses.
        assert!(both.abs() < 1e-9, "{both}");
    }
}

#[test]
fn no_starting_hand_wins_less_by_a_best_response() {
    let definition = limit_game(4, 3, 2, "3 2 4", "0 2 1");
    let made = Made::symmetric(&definition, &[5], 7);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let measured = Measured::new(&game, &made);
    for (position, responder) in measured.responders.iter().enumerate() {
        let flops = game.flops();
        let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
        let best = responder.opening_round().exact_response(flops.iter().zip(&values));
        let own = measured.exact_own_play(position);
        let losses: Vec<f64> =
            best.by_starting_hand.iter().zip(&own.by_starting_hand).map(|(best, own)| best - own).collect();
        assert!(losses.iter().all(|&loss| loss >= -1e-9), "{losses:?}");
        assert!(losses.iter().any(|&loss| loss > 0.1), "{losses:?}");
    }
}

#[test]
fn losses_from_drawn_flops_are_right_on_average_and_their_errors_are_as_large_as_reported() {
    let definition = limit_game(4, 4, 2, "3 2 2", "0 2 1");
    let made = Made::symmetric(&definition, &[5], 6);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let measured = Measured::new(&game, &made);
    let openings = measured.itself.each_ref().map(Responder::opening_round);
    let all = PlayedFlops::all(game.flops());
    let [best, own] =
        [FlopWork::BestResponse, FlopWork::OwnPlay].map(|work| measured.values(work, &all.distinct(), None));
    let exact = all.losses(openings.each_ref(), &best, &own);
    let best_responses = all.responses(openings.each_ref(), &best).by_seat;
    for (position, seat) in exact.iter().enumerate() {
        let expected = measured.exact_own_play(position).value;
        assert!((seat.own_play.value - expected).abs() < 1e-9 && seat.own_play.error == 0.0);
        assert!((seat.loss.value - (best_responses[position] - expected)).abs() < 1e-9);
    }
    let samples = 200;
    let loss = |hand: &usize| exact[0].by_starting_hand[*hand].value;
    let hand = (0..STARTING_HANDS).max_by(|one, other| loss(one).total_cmp(&loss(other))).unwrap();
    let numbers = |seat: &SeatLosses| [seat.own_play, seat.loss, seat.by_starting_hand[hand]];
    let (mut found, mut told) = ([[const { Vec::new() }; 3], [const { Vec::new() }; 3]], [[0.0; 3]; 2]);
    for seed in 0..samples {
        let drawn = PlayedFlops::drawn(game.flops(), 24, seed);
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

#[test]
fn own_play_and_responses_are_kept_beside_each_other() {
    let definition = limit_game(4, 3, 2, "1 1 1", "0 2 1");
    let made = Made::symmetric(&definition, &[5], 9);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let measured = Measured::new(&game, &made);
    let folder = tempfile::tempdir().unwrap();
    let kept = KeptFlops::open(folder.path(), json!("a policy")).unwrap();
    let flops = game.flops();
    let flops: Vec<&BoardOrbit> = flops.iter().collect();
    let values = |work| measured.values(work, &flops, Some(&kept));
    let [own, best] = [FlopWork::OwnPlay, FlopWork::BestResponse].map(values);
    assert_ne!(own, best);
    assert_eq!(["own", "response"].map(|ending| kept_files(folder.path(), ending)), [2 * flops.len(); 2]);
    // What is there is taken as it is, in its own place.
    kept.flop(FlopWork::OwnPlay, flops[2], 1).write(&own[1][0]).unwrap();
    assert_eq!(values(FlopWork::OwnPlay)[2], [own[2][0].clone(), own[1][0].clone()]);
    assert_eq!(values(FlopWork::BestResponse), best);
}
