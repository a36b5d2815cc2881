//! What a policy wins from itself, starting hand by starting hand: beside what a best response wins, it shows where
//! the policy loses.

use crate::naive::{HashedPolicy, limit_game, walk_values};
use crate::suit_symmetry::SymmetricBuckets;
use evaluator::holding::{Holding, STARTING_HANDS};
use serde_json::json;
use solver::boards::card_rules::all_boards;
use solver::boards::{BoardOrbit, CardRules};
use solver::game::GameDefinition;
use solver::game::card_counts::choose;
use solver::measure::exploitability::kept_flops::KeptFlops;
use solver::measure::exploitability::measurement::SeatLosses;
use solver::measure::exploitability::opening_round::ResponseValue;
use solver::measure::exploitability::played_flops::{FlopBatch, PlayedFlops};
use solver::measure::exploitability::real_game::{FlopValues, Responder};
use solver::measure::exploitability::{FlopWork, RealGame};
use solver::walk::last_round::Precision;
use solver::walk::{Player, PreparedGame, Real};
use std::path::Path;
use tables::together::progress::Silent;

/// Four suits, from two to four rounds, one to four bets in the last one.
fn games() -> [GameDefinition; 4] {
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 4, 2, "2 1 1", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 3", "0 2"),
    ]
}

/// A policy of hashed buckets.
struct Measured {
    definition: GameDefinition,
    buckets: SymmetricBuckets,
    policy: HashedPolicy,
}

impl Measured {
    fn new(definition: &GameDefinition, seed: u64) -> Self {
        let counts = vec![5; definition.rounds()];
        Self {
            buckets: SymmetricBuckets::new(definition, &counts, seed),
            policy: HashedPolicy::new(definition, &counts, 30 + seed),
            definition: definition.clone(),
        }
    }

    fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: &self.buckets, strategies: &self.policy }
    }

    /// What a position wins with each starting hand: the walk over all complete boards.
    fn by_starting_hand(&self, position: usize) -> Vec<f64> {
        let game = PreparedGame::<f64>::new(&self.definition).unwrap();
        let rules = &game.rules;
        let (mut chips, mut combos) = (vec![0.0; STARTING_HANDS], vec![0.0; STARTING_HANDS]);
        let class = |id: usize| Holding::from_number(id).unwrap().starting_hand().number();
        for board in all_boards(rules) {
            for (id, value) in walk_values(&game, [self.player(), self.player()], &board, position) {
                chips[class(usize::from(id))] += value;
            }
        }
        for holding in (0..1326).filter(|&id| (rules.hole(id as u16) - rules.deck()).is_empty()) {
            combos[class(holding)] += 1.0;
        }
        let games = boards_of_a_pair(rules) * choose(rules.deck().len() - 2, 2) as f64;
        chips
            .iter()
            .zip(&combos)
            .map(|(chips, combos)| if *combos > 0.0 { chips / (games * combos) } else { 0.0 })
            .collect()
    }
}

/// How many complete boards two holdings can see.
fn boards_of_a_pair(rules: &CardRules) -> f64 {
    let dealt = |round: usize| rules.board_cards(round);
    (1..rules.rounds())
        .map(|it| choose(rules.deck().len() - 4 - dealt(it - 1), dealt(it) - dealt(it - 1)) as f64)
        .product()
}

/// What a player wins, exactly, from all canonical flops.
fn exact_own_play<T: Precision>(game: &RealGame<T>, player: &Responder<'_, T>) -> ResponseValue {
    let (flops, opening) = (game.flops(), player.opening_round());
    let values: Vec<_> = flops.iter().map(|flop| player.flop_values(flop)).collect();
    opening.exact_own_play(flops.iter().zip(&values))
}

#[test]
fn what_a_policy_wins_with_each_starting_hand_matches_the_walk_over_all_boards() {
    for (number, definition) in games().iter().enumerate() {
        let measured = Measured::new(definition, number as u64);
        let game = RealGame::<f64>::new(definition).unwrap();
        let single = RealGame::<f32>::new(definition).unwrap();
        let mut both = 0.0;
        for position in 0..2 {
            let expected = measured.by_starting_hand(position);
            let found = exact_own_play(&game, &game.seated(position, measured.player(), measured.player()));
            let found_in_single =
                exact_own_play(&single, &single.seated(position, measured.player(), measured.player()));
            for (hand, &expected) in expected.iter().enumerate() {
                for (found, tolerance) in [(&found, 1e-9), (&found_in_single, 1e-4)] {
                    let found = found.by_starting_hand[hand];
                    let what = format!("game {number}, position {position}, hand {hand}");
                    assert!(
                        (found - expected).abs() <= tolerance * expected.abs().max(1.0),
                        "{what}: {found} {expected}"
                    );
                }
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
    let measured = Measured::new(&definition, 7);
    let game = RealGame::<f64>::new(&definition).unwrap();
    for position in 0..2 {
        let responder = game.responder(position, measured.player());
        let flops = game.flops();
        let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
        let best = responder.opening_round().exact_response(flops.iter().zip(&values));
        let own = exact_own_play(&game, &game.seated(position, measured.player(), measured.player()));
        let losses: Vec<f64> =
            best.by_starting_hand.iter().zip(&own.by_starting_hand).map(|(best, own)| best - own).collect();
        assert!(losses.iter().all(|&loss| loss >= -1e-9), "{losses:?}");
        assert!(losses.iter().any(|&loss| loss > 0.1), "{losses:?}");
    }
}

#[test]
fn losses_from_drawn_flops_are_right_on_average_and_their_errors_are_as_large_as_reported() {
    let definition = limit_game(4, 4, 2, "3 2 2", "0 2 1");
    let measured = Measured::new(&definition, 6);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let itself = [0, 1].map(|position| game.seated(position, measured.player(), measured.player()));
    let responders = [0, 1].map(|position| game.responder(position, measured.player()));
    let openings = itself.each_ref().map(Responder::opening_round);
    let all = PlayedFlops::all(game.flops());
    let values = |players, work| {
        let flops = &all.distinct();
        FlopBatch { rules: game.rules(), players, work, flops, kept: None, progress: &Silent }.play().unwrap()
    };
    let (best, own) = (values(&responders, FlopWork::BestResponse), values(&itself, FlopWork::OwnPlay));
    let exact = all.losses(openings.each_ref(), &best, &own);
    for position in 0..2 {
        let expected = exact_own_play(&game, &itself[position]).value;
        assert!((exact[position].own_play.value - expected).abs() < 1e-9 && exact[position].own_play.error == 0.0);
        let best = all.responses(openings.each_ref(), &best).by_seat[position];
        assert!((exact[position].loss.value - (best - expected)).abs() < 1e-9);
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
            let mean = values.iter().sum::<f64>() / samples as f64;
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let spread = (squares / (samples - 1) as f64).sqrt();
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
    let measured = Measured::new(&definition, 9);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let kept = KeptFlops::open(folder.path(), json!("a policy")).unwrap();
    let flops = game.flops();
    let flops: Vec<&BoardOrbit> = flops.iter().collect();
    let itself = [0, 1].map(|position| game.seated(position, measured.player(), measured.player()));
    let responders = [0, 1].map(|position| game.responder(position, measured.player()));
    let values = |players: &[Responder<'_, f64>; 2], work| {
        let (flops, kept) = (&flops, Some(&kept));
        FlopBatch { rules: game.rules(), players, work, flops, kept, progress: &Silent }.play().unwrap()
    };
    let own = values(&itself, FlopWork::OwnPlay);
    let best = values(&responders, FlopWork::BestResponse);
    assert_ne!(own, best);
    let files = |ending: &str| {
        let list = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let entries = list(folder.path()).flat_map(|policy| list(&policy));
        entries.filter(|path| path.extension().is_some_and(|it| it == ending)).count()
    };
    assert_eq!([files("own"), files("response")], [2 * flops.len(); 2]);
    // What is there is taken as it is, in its own place.
    kept.flop(FlopWork::OwnPlay, flops[2], 1).write(&own[1][0]).unwrap();
    assert_eq!(values(&itself, FlopWork::OwnPlay)[2], [own[2][0].clone(), own[1][0].clone()]);
    assert_eq!(values(&responders, FlopWork::BestResponse), best);
}
