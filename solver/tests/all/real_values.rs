//! Policy against policy on canonical boards, held to all deals one by one and to showdowns pair by pair.

use crate::naive::{HashedBuckets, HashedPolicy, limit_game, mix, outcome, sign};
use crate::suit_symmetry::SymmetricBuckets;
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::processor::Processor;
use serde_json::json;
use solver::boards::card_rules::all_boards;
use solver::boards::{Buckets, CardRules, DealtBoard, OneBucket};
use solver::game::{BettingTree, GameDefinition, NodeId, Place, TreeLayout};
use solver::measure::exploitability::{FlopValues, FlopWork, KeptFlops, RealGame};
use solver::measure::value::boards::{exact_value, seated_values as values_in_position_0};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
use solver::walk::{BoardMemory, HistoryLanes, Player, PreparedGame, Row, Stakes};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::error::Failure;
use tables::together::progress::{Progress, Silent, Update};

/// Reduced decks with all four suits, two or three cards on the flop, one to four bets in the last round.
fn reduced_games() -> [GameDefinition; 4] {
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 3, 2, "2 1 2", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 3", "0 2"),
    ]
}

/// A player with pseudo-random probabilities, who cannot distinguish suits.
struct Made {
    buckets: SymmetricBuckets,
    policy: HashedPolicy,
}

impl Made {
    fn new(definition: &GameDefinition, buckets: usize, seed: u64) -> Self {
        let counts = vec![buckets; definition.rounds()];
        Self {
            buckets: SymmetricBuckets::new(definition, &counts, seed),
            policy: HashedPolicy::new(definition, &counts, 70 + seed),
        }
    }

    fn player(&self) -> Player<'_, f64> {
        Player { buckets: &self.buckets, strategies: &self.policy }
    }
}

/// What position 0 wins a game: every board, every pair of holdings, every decision, one after the other.
fn value_of_all_deals(definition: &GameDefinition, players: [&Made; 2]) -> f64 {
    let (rules, tree) = (CardRules::new(definition), BettingTree::new(definition));
    let mut dealt = [DealtBoard::default(), DealtBoard::default()];
    let mut outcomes: HashMap<[Vec<u32>; 2], [f64; 2]> = HashMap::new();
    let (mut total, mut deals) = (0.0, 0);
    for board in all_boards(&rules) {
        dealt.iter_mut().zip(players).for_each(|(dealt, it)| dealt.deal(&rules, &it.buckets, &board));
        let holes: Vec<CardSet> = dealt[0].order.ids().iter().map(|&id| rules.hole(id)).collect();
        let seen = |player: usize, place: usize| -> Vec<u32> {
            let rows = (0..rules.rounds()).map(|round| dealt[player].row(round));
            rows.map(|row| row.distinct[usize::from(row.of_place[place])]).collect()
        };
        let seen = [0, 1].map(|player| (0..holes.len()).map(|place| seen(player, place)).collect::<Vec<_>>());
        for place in 0..holes.len() {
            for other in (0..holes.len()).filter(|&other| !holes[place].intersects(holes[other])) {
                let buckets = [&seen[0][place], &seen[1][other]];
                let [folds, stake] = *outcomes.entry(buckets.map(Clone::clone)).or_insert_with(|| {
                    let bucket = |player: usize, node: NodeId| buckets[player][tree[node].round];
                    outcome(&tree, NodeId::ROOT, &|player, node| players[player].policy.at(node, bucket(player, node)))
                });
                total += folds + stake * sign(CardSet::of(&board), holes[place], holes[other]);
                deals += 1;
            }
        }
    }
    total / f64::from(deals)
}

/// What position 0 wins in both seatings.
fn seated_values<T: Precision>(definition: &GameDefinition, players: [Player<'_, f64>; 2]) -> [f64; 2] {
    values_in_position_0(&RealGame::<T>::new(definition).unwrap(), players, None, &Silent).unwrap()
}

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
}

#[test]
fn the_value_on_canonical_boards_is_that_of_all_deals() {
    for (number, definition) in reduced_games().iter().enumerate() {
        let players = [Made::new(definition, 5, number as u64), Made::new(definition, 3, 20 + number as u64)];
        let expected =
            [[0, 1], [1, 0]].map(|seats| value_of_all_deals(definition, seats.map(|player| &players[player])));
        let [first, second] = &players;
        let found = seated_values::<f64>(definition, [first.player(), second.player()]);
        let single = seated_values::<f32>(definition, [first.player(), second.player()]);
        for seating in 0..2 {
            let what = format!("{definition:?}, seating {seating}");
            assert!(expected[seating].abs() > 0.01, "{what}: nothing to tell apart");
            assert_close(found[seating], expected[seating], 1e-9, &what);
            assert_close(single[seating], expected[seating], 1e-5, &format!("{what}, single precision"));
        }
    }
}

#[test]
fn built_in_policies_have_the_value_of_the_walk_over_all_boards() {
    let definition = limit_game(4, 3, 2, "3 2 3", "0 2 1");
    let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let boards = all_boards(&game.rules);
    let strategies = FixedPolicy::ALL.map(|policy| policy.strategies(&layout));
    let player = |number: usize| Player { buckets: &OneBucket as &dyn Buckets, strategies: &strategies[number] };
    let mut dealt = BoardMemory::default();
    for first in 0..FixedPolicy::ALL.len() {
        for second in first..FixedPolicy::ALL.len() {
            let found = seated_values::<f64>(&definition, [player(first), player(second)]);
            for (seating, players) in [[first, second], [second, first]].into_iter().enumerate() {
                let players = players.map(player);
                let values = boards.iter().map(|board| game.value_on_board(players, board, &mut dealt));
                let expected = values.sum::<f64>() / boards.len() as f64;
                let names = [first, second].map(|number| FixedPolicy::ALL[number].name());
                assert_close(found[seating], expected, 1e-9, &format!("{names:?}, seating {seating}"));
            }
        }
    }
}

#[test]
fn somebody_who_folds_loses_the_blinds_to_any_bet_and_one_of_them_to_a_call() {
    let definition = limit_game(4, 4, 2, "3 4 4 4", "0 3 1 1");
    let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
    let game = RealGame::<f32>::new(&definition).unwrap();
    let folds = FixedPolicy::AlwaysFold.strategies(&layout);
    let folds = Player { buckets: &OneBucket, strategies: &folds };
    let value = |opponent: FixedPolicy| {
        let opponent = opponent.strategies(&layout);
        let opponent = Player { buckets: &OneBucket, strategies: &opponent };
        mbb_per_game(exact_value(&game, [folds, opponent], None, &Silent).unwrap(), definition.big_blind())
    };
    // 5 chips on the button, and 10 in the big blind if a player bets; if none does, showdowns are even on every
    // board.
    assert_eq!(value(FixedPolicy::AlwaysRaise), -750.0);
    assert_eq!(value(FixedPolicy::AlwaysCall), -250.0);
    // The bet comes at once or on one of the later streets, unless it comes never: half, a quarter and so on.
    assert_close(value(FixedPolicy::CallRaise), -250.0 - 500.0 * (15.0 / 16.0), 1e-6, "call-raise");
}

#[test]
fn an_exchange_of_the_players_changes_the_sign_alone_and_a_player_wins_nothing_from_itself() {
    let definition = limit_game(4, 4, 2, "2 2 2", "0 2 1");
    let [first, second] = [Made::new(&definition, 6, 1), Made::new(&definition, 4, 2)];
    let game = RealGame::<f32>::new(&definition).unwrap();
    let value = |players: [&Made; 2]| exact_value(&game, players.map(Made::player), None, &Silent).unwrap();
    let found = value([&first, &second]);
    assert!(found.abs() > 0.01, "{found}");
    assert_eq!(found.to_bits(), (-value([&second, &first])).to_bits());
    assert_eq!(value([&first, &first]).to_bits(), 0f64.to_bits());
}

#[test]
fn any_number_of_threads_gives_the_same_value() {
    let definition = limit_game(4, 4, 2, "2 2 2", "0 2 1");
    let [first, second] = [Made::new(&definition, 6, 1), Made::new(&definition, 4, 2)];
    let game = RealGame::<f32>::new(&definition).unwrap();
    let players = [first.player(), second.player()];
    let values = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| exact_value(&game, players, None, &Silent).unwrap()).to_bits()
    });
    assert_eq!(values, [values[0]; 3]);
}

#[test]
fn games_that_cannot_be_walked_are_refused() {
    for definition in [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(4, 4, 2, "1", "3")] {
        let error = RealGame::<f64>::new(&definition).err().expect("it must be refused");
        assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    }
}

/// Stops after a number of reports and knows how many boards were done.
struct StopAfter {
    left: AtomicU64,
    done: AtomicU64,
}

impl StopAfter {
    fn new(reports: u64) -> Self {
        Self { left: AtomicU64::new(reports), done: AtomicU64::new(0) }
    }
}

impl Progress for StopAfter {
    fn report(&self, update: &Update<'_>) {
        assert_eq!(update.unit, "boards");
        self.done.fetch_max(update.done, Ordering::Relaxed);
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn cancelled(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn finished_flops_are_kept_and_a_resumed_value_is_the_same() {
    let definition = limit_game(4, 4, 2, "2 2 2", "0 2 1");
    let [first, second] = [Made::new(&definition, 6, 1), Made::new(&definition, 4, 2)];
    let game = RealGame::<f32>::new(&definition).unwrap();
    let players = [first.player(), second.player()];
    let flops = game.flops();
    let expected = exact_value(&game, players, None, &Silent).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let kept_files = || {
        let list = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let entries = list(folder.path()).flat_map(|players| list(&players));
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "match")).count()
    };
    let kept = KeptFlops::open(folder.path(), json!(["first", "second"])).unwrap();
    assert!(exact_value(&game, players, Some(&kept), &StopAfter::new(4)).is_err());
    assert!((1..2 * flops.len()).contains(&kept_files()), "{}", kept_files());
    let counter = StopAfter::new(u64::MAX);
    assert_eq!(exact_value(&game, players, Some(&kept), &counter).unwrap().to_bits(), expected.to_bits());
    assert_eq!(kept_files(), 2 * flops.len());
    let boards: u64 = flops.iter().map(|flop| flop.complete_boards(game.rules())).sum();
    assert_eq!(counter.done.into_inner(), 2 * boards);
    // What is there is taken as it is.
    let cells = game.seated(0, players[0], players[1]).flop_cells();
    let nothing = FlopValues { values: vec![0.0; cells], weights: vec![0.0; cells] };
    kept.flop(FlopWork::Match, &flops[2], 1).write(&nothing).unwrap();
    assert_ne!(exact_value(&game, players, Some(&kept), &Silent).unwrap().to_bits(), expected.to_bits());
    drop(kept);
    // What belongs to other players is not.
    let others = KeptFlops::open(folder.path(), json!(["second", "first"])).unwrap();
    assert_eq!(others.flop(FlopWork::Match, &flops[2], 1).read(cells).unwrap(), None);
}

/// One board of the full deck against all pairs of holdings, in lanes of some chunks; gives the values found.
fn value_of_pairs<T: Precision>(text: &str, processor: Processor, tolerance: f64) -> Vec<f64> {
    let definition = GameDefinition::holdem_limit();
    let (rules, tree) = (CardRules::new(&definition), BettingTree::new(&definition));
    let layout = TreeLayout::new(&tree).unwrap();
    let lanes = HistoryLanes::new(&layout);
    let counts = [[1, 1, 1, 7], [1, 1, 1, 5]];
    let buckets = [0, 1].map(|it| HashedBuckets::new(&definition, &counts[it], 5 + it as u64));
    let policies = [0, 1].map(|it| HashedPolicy::new(&definition, &counts[it], 8 + it as u64));
    let cards: Vec<Card> = parse_cards(text).unwrap();
    let mut boards = [DealtBoard::default(), DealtBoard::default()];
    boards.iter_mut().zip(&buckets).for_each(|(board, buckets)| board.deal_last_round(&rules, buckets, &cards));
    let ids = boards[0].order.ids().to_vec();
    let holes: Vec<CardSet> = ids.iter().map(|&id| rules.hole(id)).collect();
    let mut pairs = Vec::new();
    for (place, &hole) in holes.iter().enumerate() {
        for (other, &other_hole) in holes.iter().enumerate().filter(|(_, other)| !hole.intersects(**other)) {
            pairs.push((place, other, sign(CardSet::of(&cards), hole, other_hole)));
        }
    }
    let stakes = Stakes::<T>::new(&layout, &lanes);
    let players = [0, 1].map(|it| Player { buckets: &buckets[it] as &dyn Buckets, strategies: &policies[it] });
    let reach_of = |position: usize, id: u16, lane: usize| {
        (mix(u64::from(id) << 9 | (lane << 1 | position) as u64) % 100) as f64 / 100.0
    };
    let mut found_values = Vec::new();
    for seats in [[0, 1], [1, 0]] {
        let [own, opponent] = seats.map(|seat| players[seat]);
        let last = LastRoundValues::new(&lanes, &stakes, 0, opponent, Some(own), processor).unwrap();
        let of_place =
            seats.map(|it| holes.iter().map(|&hole| buckets[it].bucket(3, hole, &cards)).collect::<Vec<_>>());
        for (chunk, lane) in [(0, 3), (17, 0), (35, 6)] {
            let reach = [0, 1].map(|position| -> Vec<Row<T>> {
                // A single lane is reached: all others must not matter.
                let row = |id| {
                    Row::from(std::array::from_fn(|it| {
                        if it == lane { T::of(reach_of(position, id, lane)) } else { T::default() }
                    }))
                };
                (0..1326).map(row).collect()
            });
            let at =
                LastRoundAt { board: &boards[seats[1]], own_row: boards[seats[0]].last_row(), chunk, reach: &reach[1] };
            let mut memory = LastRoundMemory::default();
            let values = T::values(&last, at, &mut memory);
            let won =
                |(&id, value): (&u16, &Row<T>)| reach[0][usize::from(id)].0[lane].as_f64() * value.0[lane].as_f64();
            let found: f64 = ids.iter().zip(values).map(won).sum();
            let entry = lanes.rounds[3].entries[chunk][lane].unwrap();
            let root = layout.node_id(Place { round: 3, entry, node: 0 });
            let outcomes: Vec<Vec<[f64; 2]>> = (0..7)
                .map(|first| {
                    let of_pair = |second| {
                        outcome(&tree, root, &|player, node| {
                            let bucket = [first, second][player] % counts[seats[player]][3] as u32;
                            policies[seats[player]].at(node, bucket)
                        })
                    };
                    (0..7).map(of_pair).collect()
                })
                .collect();
            let (mut expected, mut scale) = (0.0, 0.0);
            for &(place, other, sign) in &pairs {
                let [folds, stake] = outcomes[of_place[0][place] as usize][of_place[1][other] as usize];
                let weight = reach_of(0, ids[place], lane) * reach_of(1, ids[other], lane);
                expected += weight * (folds + stake * sign);
                scale += weight * (folds.abs() + stake);
            }
            assert!(
                (found - expected).abs() <= tolerance * scale,
                "{text} {processor:?} {seats:?} {chunk} {lane}: {found}, expected {expected} of {scale}"
            );
            assert!(expected.abs() > 1e-3 * scale, "nothing to tell apart");
            found_values.push(found);
        }
    }
    found_values
}

#[test]
fn complete_boards_of_the_full_deck_match_all_pairs_of_holdings() {
    // No flush possible, a flush and a straight flush on the board, quads on the board.
    for text in ["Qs7h2cAdTd", "8h9hThJhQh", "2c2d2h2sKs"] {
        value_of_pairs::<f64>(text, Processor::detect(), 1e-12);
        value_of_pairs::<f32>(text, Processor::detect(), 1e-6);
    }
}

#[test]
fn all_instruction_sets_give_the_same_value() {
    let values: Vec<Vec<f64>> =
        Processor::available().map(|it| value_of_pairs::<f32>("4d5d9d6cJs", it, 1e-6)).collect();
    assert!(values.iter().all(|it| *it == values[0]));
}
