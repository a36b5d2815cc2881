//! The walk over all histories of a board, held to plain recursion over the betting tree and showdowns pair by pair.

use crate::naive::{HashedBuckets, HashedPolicy, limit_game, outcome, sign, walk_values};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::processor::Processor;
use solver::boards::OneBucket;
use solver::boards::card_rules::board_of;
use solver::game::{BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::policy::FixedPolicy;
use solver::train::TableLayout;
use solver::walk::{BoardMemory, ChunkId, HistoryLanes, LANES, Player, PreparedGame};
use std::collections::HashMap;

const BOARDS: [&str; 4] = ["Qs7h2cAdTd", "8h9hThJhQh", "2c2d2h2sKs", "4d5d9d6cJs"];

/// Two hashed players with abstractions of their own; the second distinguishes more.
struct Hashed {
    buckets: [HashedBuckets; 2],
    policies: [HashedPolicy; 2],
}

impl Hashed {
    fn new(game: &GameDefinition, seed: u64) -> Self {
        let counts = [vec![2; game.rounds()], vec![3; game.rounds()]];
        Self {
            buckets: [0, 1].map(|seat| HashedBuckets::new(game, &counts[seat], seed + seat as u64)),
            policies: [0, 1].map(|seat| HashedPolicy::new(game, &counts[seat], seed + 10 + seat as u64)),
        }
    }

    fn players<T: solver::walk::Real>(&self) -> [Player<'_, T>; 2] {
        [0, 1].map(|seat| Player { buckets: &self.buckets[seat], strategies: &self.policies[seat] })
    }

    /// Position 0's chips with a pair of hands, from the betting tree alone.
    fn value_of_pair(&self, tree: &BettingTree, board: &[Card], holes: [CardSet; 2]) -> f64 {
        let buckets = [0, 1].map(|seat| self.buckets[seat].signature(holes[seat], board));
        let [folds, stake] = self.outcome(tree, &buckets);
        folds + stake * sign(CardSet::of(board), holes[0], holes[1])
    }

    fn outcome(&self, tree: &BettingTree, buckets: &[Vec<u32>; 2]) -> [f64; 2] {
        let play = |player: usize, node: NodeId| self.policies[player].at(node, buckets[player][tree[node].round]);
        outcome(tree, NodeId::ROOT, &play)
    }
}

fn assert_close(found: f64, expected: f64, scale: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * scale, "{what}: found {found}, expected {expected}, scale {scale}");
}

#[test]
fn fixed_policies_on_the_full_deck_match_all_pairs_of_holdings() {
    let definition = GameDefinition::holdem_limit();
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let tree = BettingTree::new(&definition);
    let layout = TreeLayout::new(&tree).unwrap();
    let board = parse_cards(BOARDS[0]).unwrap();
    let holes: Vec<CardSet> = game.rules.holes(CardSet::of(&board)).collect();
    // Meetings, and showdowns won minus lost, of each holding.
    let mut met = HashMap::new();
    for &own in &holes {
        let others = holes.iter().filter(|other| !own.intersects(**other));
        let signs: Vec<f64> = others.map(|&other| sign(CardSet::of(&board), own, other)).collect();
        met.insert(own.bits(), (signs.len() as f64, signs.iter().sum::<f64>()));
    }
    for first in FixedPolicy::ALL {
        for second in FixedPolicy::ALL {
            let policies = [first, second];
            let strategies = policies.map(|policy| policy.strategies(&layout));
            let players = [0, 1].map(|seat| Player { buckets: &OneBucket, strategies: &strategies[seat] });
            let probabilities: Vec<Vec<f64>> =
                tree.nodes().iter().map(|node| policies[node.player].probabilities(node.actions)).collect();
            let [folds, stake] = outcome(&tree, NodeId::ROOT, &|_, node| probabilities[node.number()].as_slice());
            for (id, value) in walk_values(&game, players, &board, 0) {
                let (meetings, balance) = met[&game.rules.hole(id).bits()];
                let expected = meetings * folds + balance * stake;
                assert_close(value, expected, 990.0 * 10.0, 1e-9, &format!("{first} {second} {id}"));
            }
            let mean = game.value_on_board(players, &board, &mut BoardMemory::default());
            assert_close(mean, folds, 10.0, 1e-9, &format!("{first} against {second}"));
        }
    }
}

#[test]
fn hashed_players_with_different_abstractions_match_all_pairs_of_holdings_of_the_full_deck() {
    let definition = GameDefinition::holdem_limit();
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let tree = BettingTree::new(&definition);
    for (number, text) in BOARDS.iter().enumerate() {
        let hashed = Hashed::new(&definition, 100 * number as u64);
        let board = parse_cards(text).unwrap();
        let holes: Vec<CardSet> = game.rules.holes(CardSet::of(&board)).collect();
        let signatures = [0, 1].map(|seat: usize| -> Vec<Vec<u32>> {
            holes.iter().map(|&hole| hashed.buckets[seat].signature(hole, &board)).collect()
        });
        // Hands in the same buckets on all rounds play alike: each pair of signatures is played out once.
        let mut outcomes: HashMap<[&Vec<u32>; 2], [f64; 2]> = HashMap::new();
        let strengths: Vec<usize> = holes
            .iter()
            .map(|hole| {
                evaluator::hand_strength::HandStrength::of(hole.iter().chain(board.iter().copied()).collect()).number()
            })
            .collect();
        let mut expected = HashMap::new();
        for (own, &hole) in holes.iter().enumerate() {
            let mut sum = 0.0;
            for (other, _) in holes.iter().enumerate().filter(|(_, it)| !hole.intersects(**it)) {
                let key = [&signatures[0][own], &signatures[1][other]];
                let [folds, stake] =
                    *outcomes.entry(key).or_insert_with(|| hashed.outcome(&tree, &key.map(Clone::clone)));
                sum += folds + stake * (strengths[own].cmp(&strengths[other]) as i32 as f64);
            }
            expected.insert(hole.bits(), sum);
        }
        let scale = expected.values().fold(0.0f64, |most, value| most.max(value.abs()));
        for (id, value) in walk_values(&game, hashed.players(), &board, 0) {
            assert_close(value, expected[&game.rules.hole(id).bits()], scale, 1e-9, &format!("{text} {id}"));
        }
        let mean = game.value_on_board(hashed.players(), &board, &mut BoardMemory::default());
        assert_close(mean, expected.values().sum::<f64>() / (1081.0 * 990.0), 10.0, 1e-9, text);
    }
}

#[test]
fn reduced_decks_match_the_recursion_of_every_pair() {
    for (definition, seed) in [
        (limit_game(4, 4, 2, "1 1 1 1", "0 3 1 1"), 1),
        (limit_game(2, 5, 2, "2 2 1 1", "0 1 1 1"), 2),
        (limit_game(4, 3, 1, "4 4 2", "0 2 1"), 3),
        (GameDefinition::leduc(), 4),
        (GameDefinition::kuhn(), 5),
    ] {
        let game = PreparedGame::<f64>::new(&definition).unwrap();
        let tree = BettingTree::new(&definition);
        for number in 0..8 {
            let hashed = Hashed::new(&definition, seed * 1000 + number);
            let board = board_of(&game.rules, seed, number);
            let holes: Vec<CardSet> = game.rules.holes(CardSet::of(&board)).collect();
            let (mut total, mut meetings) = (0.0, 0.0);
            for (id, value) in walk_values(&game, hashed.players(), &board, 0) {
                let own = game.rules.hole(id);
                let others: Vec<CardSet> = holes.iter().copied().filter(|it| !own.intersects(*it)).collect();
                let pair = |&other: &CardSet| hashed.value_of_pair(&tree, &board, [own, other]);
                let expected: f64 = others.iter().map(pair).sum();
                assert_close(value, expected, 10.0 * others.len() as f64, 1e-9, &format!("{board:?} {id}"));
                total += expected;
                meetings += others.len() as f64;
            }
            let mean = game.value_on_board(hashed.players(), &board, &mut BoardMemory::default());
            assert_close(mean, total / meetings, 10.0, 1e-9, &format!("{board:?}"));
        }
    }
}

#[test]
fn single_precision_follows_double_precision() {
    let definition = GameDefinition::holdem_limit();
    let (single, double) =
        (PreparedGame::<f32>::new(&definition).unwrap(), PreparedGame::<f64>::new(&definition).unwrap());
    let hashed = Hashed::new(&definition, 7);
    for text in BOARDS {
        let board = parse_cards(text).unwrap();
        let expected = walk_values(&double, hashed.players(), &board, 0);
        let scale = expected.iter().fold(0.0f64, |most, &(_, value)| most.max(value.abs()));
        for ((id, expected), (same, found)) in
            expected.into_iter().zip(walk_values(&single, hashed.players(), &board, 0))
        {
            assert_eq!(id, same);
            assert_close(f64::from(found), expected, scale, 1e-3, text);
        }
    }
}

#[test]
fn every_processor_and_number_of_threads_gives_the_same_bits() {
    let definition = GameDefinition::holdem_limit();
    let mut game = PreparedGame::<f32>::new(&definition).unwrap();
    let hashed = Hashed::new(&definition, 8);
    let board = parse_cards(BOARDS[3]).unwrap();
    let bits = |game: &PreparedGame<f32>| -> Vec<u32> {
        walk_values(game, hashed.players(), &board, 1).iter().map(|(_, value)| value.to_bits()).collect()
    };
    game.processor = Processor::Portable;
    let portable = bits(&game);
    for processor in Processor::available() {
        game.processor = processor;
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| bits(&game)) == portable, "{processor:?}, {threads} threads");
        }
    }
}

#[test]
fn what_one_player_wins_the_other_loses() {
    for definition in
        [GameDefinition::holdem_limit(), limit_game(4, 4, 2, "1 1 1 1", "0 3 1 1"), GameDefinition::leduc()]
    {
        let game = PreparedGame::<f64>::new(&definition).unwrap();
        for number in 0..3 {
            let hashed = Hashed::new(&definition, number);
            let board = board_of(&game.rules, 5, number);
            let total =
                |player| walk_values(&game, hashed.players(), &board, player).iter().map(|it| it.1).sum::<f64>();
            assert_close(total(0), -total(1), game.rules.meetings(), 1e-10, &format!("{board:?}"));
            assert!(total(0) != 0.0);
        }
    }
}

#[test]
fn every_entry_of_holdem_has_exactly_one_lane() {
    let layout = TreeLayout::new(&BettingTree::new(&GameDefinition::holdem_limit())).unwrap();
    let lanes = HistoryLanes::new(&layout);
    assert_eq!(lanes.rounds.iter().map(|round| round.entries.len()).collect::<Vec<_>>(), [1, 1, 4, 36]);
    for (number, (round, expected)) in lanes.rounds.iter().zip([1, 7, 63, 567]).enumerate() {
        let mut entries: Vec<usize> = round.entries.iter().flatten().flatten().copied().collect();
        entries.sort_unstable();
        assert_eq!(entries, (0..expected).collect::<Vec<_>>());
        for (entry, (chunk, lane)) in lanes.lane_of_entries(number).into_iter().enumerate() {
            assert_eq!(round.entries[chunk][lane], Some(entry));
        }
    }
}

#[test]
fn the_table_of_the_paper_has_57_331_352_information_sets_and_no_gap() {
    let lanes = HistoryLanes::new(&TreeLayout::new(&BettingTree::new(&GameDefinition::holdem_limit())).unwrap());
    let counts = [169, 9_000, 9_000, 9_000];
    let table = TableLayout::with_counts(&lanes, &counts);
    let (mut next_row, mut information_sets) = (0, 0);
    for ChunkId { round, chunk } in table.chunks() {
        let rows = table.chunk(ChunkId { round, chunk });
        assert_eq!(rows.start, next_row);
        for bucket in 0..counts[round] {
            assert_eq!(table.bucket(ChunkId { round, chunk }, bucket), next_row..next_row + lanes.rounds[round].slots);
            next_row += lanes.rounds[round].slots;
        }
        assert_eq!(rows.end, next_row);
        let live = lanes.rounds[round].entries[chunk].iter().flatten().count();
        information_sets += live * counts[round] * lanes.rounds[round].nodes.len();
    }
    assert_eq!((table.rows(), table.cells()), (next_row, next_row * LANES));
    assert_eq!(information_sets, 57_331_352);
}
