//! Players on sampled boards, held to the walk over any tree, to all pairs of holdings one by one, and to all boards.

use crate::naive::{HashedBuckets, HashedPolicy, limit_game, outcome, sign};
use crate::suit_symmetry::SymmetricBuckets;
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::processor::Processor;
use solver::boards::card_rules::all_boards;
use solver::boards::{Buckets, OneBucket};
use solver::game::{BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::measure::exploitability::RealGame;
use solver::measure::value::boards::{exact_value, value_boards, value_in_groups};
use solver::measure::value::meeting::{Meeting, MeetingScratch};
use solver::policy::FixedPolicy;
use solver::walk::{BoardMemory, Player, PreparedGame, Real};
use std::collections::HashMap;
use tables::error::Failure;
use tables::together::progress::{Cancelled, Progress, Silent, Update};

/// Reduced decks with all four suits, one to four bets in the last round, and one whose last round begins in position
/// 1.
fn reduced_games() -> [GameDefinition; 5] {
    let last_first = limit_game(4, 3, 2, "2 3", "0 3").to_acpc_text().replace("firstPlayer = 2 1", "firstPlayer = 2 2");
    assert!(last_first.contains("firstPlayer = 2 2"), "{last_first}");
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 3, 2, "2 1 2", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 3", "0 2"),
        GameDefinition::parse(&last_first).unwrap(),
    ]
}

/// Somebody with pseudo-random probabilities.
struct Made {
    buckets: HashedBuckets,
    policy: HashedPolicy,
}

impl Made {
    fn new(definition: &GameDefinition, counts: &[usize], seed: u64) -> Self {
        let buckets = HashedBuckets::new(definition, counts, seed);
        Self { buckets, policy: HashedPolicy::new(definition, counts, 70 + seed) }
    }

    fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: &self.buckets, strategies: &self.policy }
    }
}

/// Three players with abstractions of their own.
fn made_players(definition: &GameDefinition) -> Vec<Made> {
    let rounds = definition.rounds();
    [5, 3, 7].into_iter().zip(1..).map(|(buckets, seed)| Made::new(definition, &vec![buckets; rounds], seed)).collect()
}

/// Everyone in position 0 against everyone in position 1.
fn all_seatings(players: usize) -> Vec<[usize; 2]> {
    (0..players).flat_map(|own| (0..players).map(move |opposing| [own, opposing])).collect()
}

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
}

/// Values on some boards of a game, found and by the walk.
fn found_and_walked<T: Real>(definition: &GameDefinition, processor: Processor) -> Vec<(f64, f64)> {
    let mut game = PreparedGame::<T>::new(definition).unwrap();
    game.processor = processor;
    let walked = PreparedGame::<f64>::new(definition).unwrap();
    let made = made_players(definition);
    let meeting = Meeting::new(&game, made.iter().map(Made::player).collect()).unwrap();
    let seatings = all_seatings(made.len());
    let (mut scratch, mut dealt) = (MeetingScratch::default(), BoardMemory::default());
    let mut values = Vec::new();
    for board in all_boards(&game.rules).iter().step_by(97) {
        let found = meeting.values(board, &seatings, &mut scratch);
        for (seats, found) in seatings.iter().zip(found) {
            let players = seats.map(|player| made[player].player());
            values.push((found, walked.value_on_board(players, board, &mut dealt)));
        }
    }
    values
}

#[test]
fn every_seating_has_the_value_of_the_walk() {
    for (number, definition) in reduced_games().iter().enumerate() {
        for (found, walked) in found_and_walked::<f64>(definition, Processor::detect()) {
            assert_close(found, walked, 1e-11, &format!("game {number}"));
        }
        for (found, walked) in found_and_walked::<f32>(definition, Processor::detect()) {
            assert_close(found, walked, 2e-5, &format!("game {number}, single precision"));
        }
    }
}

#[test]
fn all_instruction_sets_give_the_same_bits() {
    for definition in &reduced_games()[1..3] {
        let values: Vec<_> = Processor::available().map(|it| found_and_walked::<f32>(definition, it)).collect();
        assert!(values.iter().all(|it| *it == values[0]));
    }
}

/// What position 0 wins on a board: every pair of holdings, every decision.
fn value_of_pairs(definition: &GameDefinition, players: [&Made; 2], board: &[Card]) -> f64 {
    let tree = BettingTree::new(definition);
    let rules = &players[0].buckets.rules;
    let holes: Vec<CardSet> = rules.holes(CardSet::of(board)).collect();
    let seen = players
        .map(|player| -> Vec<Vec<u32>> { holes.iter().map(|&hole| player.buckets.signature(hole, board)).collect() });
    let mut outcomes: HashMap<[&[u32]; 2], [f64; 2]> = HashMap::new();
    let (mut total, mut meetings) = (0.0, 0);
    for (place, &hole) in holes.iter().enumerate() {
        for (other, &other_hole) in holes.iter().enumerate().filter(|(_, other)| !hole.intersects(**other)) {
            let buckets = [&*seen[0][place], &*seen[1][other]];
            let play = |player: usize, node: NodeId| players[player].policy.at(node, buckets[player][tree[node].round]);
            let [folds, stake] = *outcomes.entry(buckets).or_insert_with(|| outcome(&tree, NodeId::ROOT, &play));
            total += folds + stake * sign(CardSet::of(board), hole, other_hole);
            meetings += 1;
        }
    }
    total / f64::from(meetings)
}

#[test]
fn boards_of_the_full_deck_have_the_value_of_all_pairs_of_holdings() {
    let definition = GameDefinition::holdem_limit();
    let made = [Made::new(&definition, &[2, 2, 2, 3], 3), Made::new(&definition, &[1, 2, 1, 4], 4)];
    let (wide, single) =
        (PreparedGame::<f64>::new(&definition).unwrap(), PreparedGame::<f32>::new(&definition).unwrap());
    let wide = Meeting::new(&wide, made.iter().map(Made::player).collect()).unwrap();
    let single = Meeting::new(&single, made.iter().map(Made::player).collect()).unwrap();
    // No flush possible, a straight flush on the board, quads on the board.
    for text in ["Qs7h2cAdTd", "8h9hThJhQh", "2c2d2h2sKs"] {
        let board = parse_cards(text).unwrap();
        let seatings = [[0, 1], [1, 0]];
        let found = wide.values(&board, &seatings, &mut MeetingScratch::default());
        let rounded = single.values(&board, &seatings, &mut MeetingScratch::default());
        for (number, seats) in seatings.iter().enumerate() {
            let expected = value_of_pairs(&definition, seats.map(|player| &made[player]), &board);
            assert_close(found[number], expected, 1e-11, text);
            assert_close(rounded[number], expected, 1e-4, text);
        }
    }
}

#[test]
fn the_mean_over_all_boards_is_the_exact_value() {
    for (number, definition) in reduced_games()[..4].iter().enumerate() {
        let game = PreparedGame::<f32>::new(definition).unwrap();
        let counts = vec![4; definition.rounds()];
        let made = [1, 2].map(|seed| {
            let buckets = SymmetricBuckets::new(definition, &counts, seed);
            (buckets, HashedPolicy::new(definition, &counts, 90 + seed))
        });
        let boards = all_boards(&game.rules);
        let players = made.each_ref().map(|(buckets, policy)| Player { buckets, strategies: policy });
        let board = |number: u64| boards[number as usize].clone();
        let values = value_boards(&game, &players, &[(0, 1)], boards.len() as u64, board, &Silent).unwrap();
        let mean = values.iter().map(|pairs| pairs[0]).sum::<f64>() / boards.len() as f64;
        let players = made.each_ref().map(|(buckets, policy)| Player { buckets, strategies: policy });
        let exact = exact_value(&RealGame::<f32>::new(definition).unwrap(), players, None, &Silent).unwrap();
        assert!(exact.abs() > 1e-3, "nothing to tell apart: {exact}");
        assert_close(mean, exact, 1e-5, &format!("game {number}"));
    }
}

#[test]
fn company_groups_and_the_number_of_threads_change_no_bit() {
    let definition = limit_game(4, 3, 2, "2 1 2", "0 3 1");
    let game = PreparedGame::<f32>::new(&definition).unwrap();
    let made: Vec<Made> = (0..7).map(|seed| Made::new(&definition, &[3, 4, 2 + seed as usize], seed)).collect();
    let players: Vec<Player<'_, f32>> = made.iter().map(Made::player).collect();
    let boards = all_boards(&game.rules);
    let board = |number: u64| boards[31 * number as usize].clone();
    let pairs: Vec<(usize, usize)> = (0..7).flat_map(|one| (one..7).map(move |other| (other, one))).collect();
    let bits = |values: Vec<Vec<f64>>| -> Vec<Vec<u64>> {
        values.into_iter().map(|pairs| pairs.into_iter().map(f64::to_bits).collect()).collect()
    };
    let together = value_boards(&game, &players, &pairs, 9, board, &Silent).unwrap();
    // In the other order the sign alone changes; against itself a player wins nothing.
    let turned: Vec<(usize, usize)> = pairs.iter().map(|&(one, other)| (other, one)).collect();
    let turned = value_boards(&game, &players, &turned, 9, board, &Silent).unwrap();
    for (number, &(one, other)) in pairs.iter().enumerate() {
        let alone = value_boards(&game, &[players[one], players[other]], &[(0, 1)], 9, board, &Silent).unwrap();
        for board in 0..9 {
            assert_eq!(alone[board][0].to_bits(), together[board][number].to_bits());
            assert_eq!(turned[board][number], -together[board][number]);
            assert_eq!(one == other, together[board][number] == 0.0);
        }
    }
    let together = bits(together);
    for most_bytes in [0, 40_000, 80_000] {
        let grouped = value_in_groups(&game, &players, &pairs, 9, board, most_bytes, &Silent).unwrap();
        assert_eq!(bits(grouped), together, "{most_bytes}");
    }
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let values = pool.install(|| value_boards(&game, &players, &pairs, 9, board, &Silent).unwrap());
        assert_eq!(bits(values), together, "{threads} threads");
    }
}

#[test]
fn built_in_policies_have_the_value_of_the_walk() {
    let definition = limit_game(4, 3, 2, "3 2 3", "0 2 1");
    let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let strategies = FixedPolicy::ALL.map(|policy| policy.strategies(&layout));
    let players = strategies.each_ref().map(|it| Player { buckets: &OneBucket as &dyn Buckets, strategies: it });
    let meeting = Meeting::new(&game, players.to_vec()).unwrap();
    let seatings = all_seatings(players.len());
    let (mut scratch, mut dealt) = (MeetingScratch::default(), BoardMemory::default());
    for board in all_boards(&game.rules).iter().step_by(59) {
        let found = meeting.values(board, &seatings, &mut scratch);
        for (seats, found) in seatings.iter().zip(found) {
            let expected = game.value_on_board(seats.map(|player| players[player]), board, &mut dealt);
            assert_close(found, expected, 1e-11, &format!("{seats:?}"));
        }
    }
}

#[test]
fn games_that_the_kernels_are_not_made_for_are_refused() {
    for definition in [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(4, 4, 2, "1", "3")] {
        let game = PreparedGame::<f64>::new(&definition).unwrap();
        let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
        let strategies = FixedPolicy::Uniform.strategies(&layout);
        let player = Player { buckets: &OneBucket as &dyn Buckets, strategies: &strategies };
        let error = Meeting::new(&game, vec![player; 2]).err().expect("it must be refused");
        assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    }
}

/// Somebody who stops at once.
struct Stopping {
    /// Each may have ended a board before it asks.
    threads: usize,
}

impl Progress for Stopping {
    fn report(&self, update: &Update<'_>) {
        assert!(update.done <= self.threads as u64, "{update:?}");
    }

    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn an_interruption_ends_the_work() {
    let definition = limit_game(4, 3, 2, "2 1 2", "0 3 1");
    let game = PreparedGame::<f32>::new(&definition).unwrap();
    let made = made_players(&definition);
    let players: Vec<Player<'_, f32>> = made.iter().map(Made::player).collect();
    let board = all_boards(&game.rules).swap_remove(0);
    for threads in [1, 2] {
        let (pool, stopping) = (rayon::ThreadPoolBuilder::new().num_threads(threads), Stopping { threads });
        let value = || value_boards(&game, &players, &[(0, 1)], 5, |_| board.clone(), &stopping);
        let error = pool.build().unwrap().install(value).unwrap_err();
        assert_eq!(error.to_string(), Cancelled.to_string());
    }
}
