//! What a policy wins from itself, starting hand by starting hand: beside what a best response wins, it shows where the policy
//! loses.

mod naive;
mod suit_symmetry;

use evaluator::holding::{Holding, STARTING_HANDS};
use naive::{HashedPolicy, limit_game, walk_values};
use serde_json::json;
use solver::dealing::all_boards;
use solver::game::GameDefinition;
use solver::game::card_counts::choose;
use solver::measure::expected_value::Player;
use solver::measure::real_game::flop_batch::respond_to_flops;
use solver::measure::real_game::flop_response::{FlopValues, Responder};
use solver::measure::real_game::flop_sample::sampled_own_play;
use solver::measure::real_game::game::RealGame;
use solver::measure::real_game::kept_flops::KeptFlops;
use solver::measure::real_game::opening_round::ResponseValue;
use solver::measure::real_game::suit_orbits::BoardOrbit;
use solver::public_board::CardRules;
use solver::walk::{PreparedGame, Real};
use suit_symmetry::SymmetricBuckets;
use tables::progress::Silent;

/// Four suits, from two to four rounds, one to four bets in the last one; either player acts first there.
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
fn exact<T: Real>(game: &RealGame<T>, player: &Responder<'_, T>) -> ResponseValue {
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
            let found = exact(&game, &game.policy_itself(position, measured.player()).unwrap());
            let found_in_single = exact(&single, &single.policy_itself(position, measured.player()).unwrap());
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
        let responder = game.responder(position, measured.player()).unwrap();
        let flops = game.flops();
        let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
        let best = responder.opening_round().exact_response(flops.iter().zip(&values));
        let own = exact(&game, &game.policy_itself(position, measured.player()).unwrap());
        let losses: Vec<f64> =
            best.by_starting_hand.iter().zip(&own.by_starting_hand).map(|(best, own)| best - own).collect();
        assert!(losses.iter().all(|&loss| loss >= -1e-9), "{losses:?}");
        assert!(losses.iter().any(|&loss| loss > 0.1), "{losses:?}");
    }
}

#[test]
fn drawn_flops_say_the_same_where_each_half_holds_all() {
    let definition = limit_game(4, 4, 2, "3 2 2", "0 2 1");
    let measured = Measured::new(&definition, 8);
    let game = RealGame::<f64>::new(&definition).unwrap();
    let flops = game.flops();
    for position in 0..2 {
        let player = game.policy_itself(position, measured.player()).unwrap();
        let expected = exact(&game, &player);
        let values: Vec<_> = flops.iter().map(|flop| player.flop_values(flop)).collect();
        let as_dealt = flops.iter().zip(&values).flat_map(|(flop, values)| vec![values; flop.size as usize]);
        let half: Vec<&FlopValues> = as_dealt.collect();
        let found = sampled_own_play(&player.opening_round(), [&half, &half]);
        for (found, expected) in found.by_starting_hand.iter().zip(&expected.by_starting_hand) {
            assert!((found - expected).abs() < 1e-9, "{position}: {found}, expected {expected}");
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
    let itself = [0, 1].map(|position| game.policy_itself(position, measured.player()).unwrap());
    let responders = [0, 1].map(|position| game.responder(position, measured.player()).unwrap());
    let values = |players: &[Responder<'_, f64>; 2]| {
        respond_to_flops(game.rules(), players, &flops, Some(&kept), &Silent).unwrap()
    };
    let (own, best) = (values(&itself), values(&responders));
    assert_ne!(own, best);
    assert_eq!((values(&itself), values(&responders)), (own, best));
}
