//! The walk over all histories of a board, held to plain recursion over the betting tree and showdowns pair by pair.

use crate::naive::Pairs;
use crate::support::{BuiltIn, Made, assert_close, history_lanes, limit_game, on_threads, reduced_games, tree_layout};
use evaluator::card::{Card, parse_cards};
use evaluator::processor::Processor;
use solver::boards::card_rules::board_of;
use solver::game::{GameDefinition, GameOptions};
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
fn limit_holdem_has_1_1_4_and_36_chunks() {
    let lanes = history_lanes(&GameDefinition::holdem_limit());
    assert_eq!(lanes.rounds.iter().map(|round| round.entries.len()).collect::<Vec<_>>(), [1, 1, 4, 36]);
}

/// Limit hold'em, no-limit hold'em and small games of either kind.
fn games_in_lanes() -> Vec<GameDefinition> {
    let options = GameOptions { stack: Some(20.0), sizes: None };
    let short = GameDefinition::named_with("holdem-nolimit", &options).unwrap();
    reduced_games().into_iter().chain([GameDefinition::holdem_limit(), short]).collect()
}

#[test]
fn every_entry_has_exactly_one_lane_in_a_chunk_of_its_shape_that_follows_where_it_comes_from() {
    for game in games_in_lanes() {
        let (layout, lanes) = (tree_layout(&game), history_lanes(&game));
        let mut before: Vec<(usize, usize)> = Vec::new();
        for (number, (round, of_layout)) in lanes.rounds.iter().zip(&layout.rounds).enumerate() {
            let mut entries: Vec<usize> = round.entries.iter().flatten().flatten().copied().collect();
            entries.sort_unstable();
            assert_eq!(entries, (0..of_layout.entries).collect::<Vec<_>>());
            let here = lanes.lane_of_entries(number);
            for (entry, &(chunk, lane)) in here.iter().enumerate() {
                assert_eq!(round.entries[chunk][lane], Some(entry));
                let (shape, template) = (round.shape(chunk), of_layout.template(entry));
                assert_eq!((&shape.nodes, shape.exits), (&template.nodes, template.exits));
                if let Some(&(parent, _)) = of_layout.parent.get(entry) {
                    assert!(round.parents(chunk).contains(&before[parent].0), "{number} {entry}");
                }
            }
            before = here;
        }
    }
}

#[test]
fn the_chunks_around_an_entry_are_all_that_follow_and_whatever_leads_there() {
    for game in games_in_lanes() {
        let (layout, lanes) = (tree_layout(&game), history_lanes(&game));
        for round in 0..lanes.rounds.len() {
            let last = layout.rounds[round].entries - 1;
            for entry in [0, last / 2, last] {
                let around = lanes.chunks_around(round, entry);
                // Whatever is played needs all that its lanes come from.
                for (later, chunks) in around.iter().enumerate().skip(1) {
                    for chunk in (0..chunks.len()).filter(|&chunk| chunks[chunk]) {
                        assert!(lanes.rounds[later].parents(chunk).iter().all(|&parent| around[later - 1][parent]));
                    }
                }
                let mut entries = vec![entry];
                for (later, of_layout) in layout.rounds.iter().enumerate().skip(round) {
                    let places = lanes.lane_of_entries(later);
                    assert!(entries.iter().all(|&entry| around[later][places[entry].0]), "{later}");
                    let exits =
                        |entry: &usize| (0..of_layout.template(*entry).exits).map(|exit| (*entry, exit)).collect();
                    let after = entries.iter().flat_map(|entry| -> Vec<(usize, usize)> { exits(entry) });
                    entries = after.map(|(entry, exit)| of_layout.next_entry(entry, exit)).collect();
                }
            }
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
