//! The walk over all histories of a board, held to plain recursion over the betting tree and showdowns pair by pair.

use crate::naive::Pairs;
use crate::support::{BuiltIn, Made, assert_close, history_lanes, limit_game, on_threads};
use evaluator::card::{Card, parse_cards};
use evaluator::processor::Processor;
use solver::boards::card_rules::board_of;
use solver::game::GameDefinition;
use solver::policy::FixedPolicy;
use solver::train::TableLayout;
use solver::walk::{BoardMemory, ChunkId, LANES, Player, PreparedGame, Real};

/// No flush possible, a straight flush on the board, quads on the board, and a flush.
pub const BOARDS: [&str; 4] = ["Qs7h2cAdTd", "8h9hThJhQh", "2c2d2h2sKs", "4d5d9d6cJs"];

/// The walk's values of a position on a board with the contestants' numbers.
pub fn walk_values<T: Real>(
    game: &PreparedGame<T>,
    players: [Player<'_, T>; 2],
    board: &[Card],
    player: usize,
) -> Vec<(u16, T)> {
    let mut memory = BoardMemory::default();
    let walk = game.walk_board(players, board, &mut memory);
    walk.boards[player].order.ids().iter().copied().zip(walk.values(player, None)).collect()
}

/// Two players with abstractions of their own; the second distinguishes more.
fn hashed(game: &GameDefinition, seed: u64) -> [Made; 2] {
    [Made::hashed(game, &[2], seed), Made::hashed(game, &[3], seed + 1)]
}

/// Holds what position 0 wins with each holding, and on average, to all pairs of holdings; the other position loses it.
fn assert_walk_matches(
    game: &PreparedGame<f64>,
    players: [Player<'_, f64>; 2],
    pairs: &mut Pairs<'_>,
    board: &[Card],
) -> f64 {
    let expected = pairs.on_board(board);
    let (mut total, mut meetings) = (0.0, 0.0);
    let values = walk_values(game, players, board, 0);
    assert_eq!(values.len(), expected.len());
    for (id, value) in values {
        let [won, met] = expected[&game.rules.hole(id)];
        assert!((value - won).abs() <= 1e-9 * 10.0 * met, "{board:?} {id}: {value}, expected {won}");
        (total, meetings) = (total + won, meetings + met);
    }
    let mean = game.value_on_board(players, board, &mut BoardMemory::default());
    assert_close(mean, total / meetings, 1e-8, &format!("{board:?}"));
    let lost: f64 = walk_values(game, players, board, 1).iter().map(|it| it.1).sum();
    assert!((total + lost).abs() <= 1e-10 * meetings, "{board:?}: {total} {lost}");
    total
}

#[test]
fn fixed_policies_on_the_full_deck_match_all_pairs_of_holdings() {
    let definition = GameDefinition::holdem_limit();
    let game = PreparedGame::<f64>::new(&definition);
    let made =
        FixedPolicy::LIMIT.map(|policy| (BuiltIn::new(&definition, policy), Made::built_in(&definition, policy)));
    for (first, plain) in &made {
        for (second, other) in &made {
            let mut pairs = Pairs::new(&definition, [plain, other]);
            let board = parse_cards(BOARDS[0]).unwrap();
            assert_walk_matches(&game, [first.player(), second.player()], &mut pairs, &board);
        }
    }
}

#[test]
fn players_with_different_abstractions_match_all_pairs_of_holdings() {
    let holdem = GameDefinition::holdem_limit();
    let reduced = [
        limit_game(4, 4, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(2, 5, 2, "2 2 1 1", "0 1 1 1"),
        limit_game(4, 3, 1, "4 4 2", "0 2 1"),
        GameDefinition::leduc(),
        GameDefinition::kuhn(),
    ];
    for (definition, seed) in [&holdem].into_iter().chain(&reduced).zip(0..) {
        let game = PreparedGame::<f64>::new(definition);
        let boards: Vec<Vec<Card>> = match seed {
            0 => BOARDS.map(|text| parse_cards(text).unwrap()).into(),
            _ => (0..8).map(|number| board_of(&game.rules, seed, number)).collect(),
        };
        for (board, number) in boards.iter().zip(0..) {
            let [first, second] = &hashed(definition, seed * 1000 + number);
            let mut pairs = Pairs::new(definition, [first, second]);
            let won = assert_walk_matches(&game, [first.player(), second.player()], &mut pairs, board);
            assert!(won != 0.0, "{board:?}");
        }
    }
}

#[test]
fn single_precision_follows_double_precision() {
    let definition = GameDefinition::holdem_limit();
    let single = PreparedGame::<f32>::new(&definition);
    let double = PreparedGame::<f64>::new(&definition);
    let made = hashed(&definition, 7);
    for text in BOARDS {
        let board = parse_cards(text).unwrap();
        let expected = walk_values(&double, made.each_ref().map(Made::player), &board, 0);
        let scale = expected.iter().fold(0.0f64, |most, &(_, value)| most.max(value.abs()));
        let values = walk_values(&single, made.each_ref().map(Made::player), &board, 0);
        for ((id, expected), (same, found)) in expected.into_iter().zip(values) {
            assert_eq!(id, same);
            assert!((f64::from(found) - expected).abs() <= 1e-3 * scale, "{text}: {found}, expected {expected}");
        }
    }
}

#[test]
fn every_processor_and_number_of_threads_gives_the_same_bits() {
    let definition = GameDefinition::holdem_limit();
    let mut game = PreparedGame::<f32>::new(&definition);
    let made = hashed(&definition, 8);
    let board = parse_cards(BOARDS[3]).unwrap();
    let bits = |game: &PreparedGame<f32>| -> Vec<u32> {
        let players = made.each_ref().map(Made::player);
        walk_values(game, players, &board, 1).iter().map(|(_, value)| value.to_bits()).collect()
    };
    game.processor = Processor::Portable;
    let portable = bits(&game);
    for processor in Processor::available() {
        game.processor = processor;
        for threads in [1, 2, 3] {
            assert!(on_threads(threads, || bits(&game)) == portable, "{processor:?}, {threads} threads");
        }
    }
}

#[test]
fn every_entry_of_holdem_has_exactly_one_lane() {
    let lanes = history_lanes(&GameDefinition::holdem_limit());
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
    let lanes = history_lanes(&GameDefinition::holdem_limit());
    let counts = [169, 9_000, 9_000, 9_000];
    let table = TableLayout::with_counts(&lanes, &counts);
    let (mut next_row, mut information_sets) = (0, 0);
    for at in table.chunks() {
        let ChunkId { round, chunk } = at;
        assert_eq!(table.chunk(at).start, next_row);
        for bucket in 0..counts[round] {
            assert_eq!(table.bucket(at, bucket), next_row..next_row + lanes.shape(at).slots);
            next_row += lanes.shape(at).slots;
        }
        assert_eq!(table.chunk(at).end, next_row);
        let live = lanes.rounds[round].entries[chunk].iter().flatten().count();
        information_sets += live * counts[round] * lanes.shape(at).nodes.len();
    }
    assert_eq!((table.rows(), table.cells()), (next_row, next_row * LANES));
    assert_eq!(information_sets, 57_331_352);
}
