//! Policies: the built-in ones, strategy files unpacked, and the way of an average strategy into a file and back.

mod naive;

use evaluator::card::parse_cards;
use naive::mix;
use serde_json::json;
use solver::cfr::TableLayout;
use solver::error::SolverError;
use solver::game::{Action, BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::measure::expected_value::{Player, PreparedGame};
use solver::policy::average::AverageStrategies;
use solver::policy::{FixedPolicy, OneBucket, StoredPolicy};
use solver::public_board::PublicBoard;
use solver::walk::{HistoryLanes, LANES, Row, Strategies};
use std::path::Path;
use tables::strategy_block::{NodeStrategy, compress_block};
use tables::strategy_writer::{StrategyDescription, StrategyNode, StrategyWriter};

use Action::{Call, Fold, Raise};

#[test]
fn fixed_policies_call_at_the_cap_and_check_instead_of_folding() {
    let third = 1.0 / 3.0;
    let all = [&[Call][..], &[Call, Raise], &[Fold, Call], &[Fold, Call, Raise]];
    let table: [(FixedPolicy, [&[f64]; 4]); 5] = [
        (FixedPolicy::AlwaysFold, [&[1.0], &[1.0, 0.0], &[1.0, 0.0], &[1.0, 0.0, 0.0]]),
        (FixedPolicy::AlwaysCall, [&[1.0], &[1.0, 0.0], &[0.0, 1.0], &[0.0, 1.0, 0.0]]),
        (FixedPolicy::AlwaysRaise, [&[1.0], &[0.0, 1.0], &[0.0, 1.0], &[0.0, 0.0, 1.0]]),
        (FixedPolicy::CallRaise, [&[1.0], &[0.5, 0.5], &[0.0, 1.0], &[0.0, 0.5, 0.5]]),
        (FixedPolicy::Uniform, [&[1.0], &[0.5, 0.5], &[0.5, 0.5], &[third, third, third]]),
    ];
    for (policy, expected) in table {
        for (actions, expected) in all.iter().zip(expected) {
            assert_eq!(policy.probabilities(actions), expected, "{policy} {actions:?}");
        }
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    let error = "always-win".parse::<FixedPolicy>().unwrap_err();
    assert!(error.contains("'always-win'") && error.contains("call-raise"), "{error}");
}

/// Writes a file with a byte distribution for every decision of a tree: `parts(node, bucket)`.
fn write_strategy(path: &Path, tree: &BettingTree, counts: &[u32], parts: impl Fn(usize, usize) -> Vec<f32>) {
    let description = StrategyDescription {
        recipe: json!({"by": "hand"}),
        parents: Vec::new(),
        buckets_per_round: counts.to_vec(),
        facts: json!({}),
    };
    let mut writer = StrategyWriter::new(description);
    for (number, node) in tree.nodes().iter().enumerate() {
        let buckets = counts[node.round] as usize;
        let actions = parts(number, 0).len();
        let mut strategy = NodeStrategy::new(actions, buckets).unwrap();
        for bucket in 0..buckets {
            assert!(strategy.set(bucket, &parts(number, bucket)));
        }
        let head = StrategyNode { round: node.round as u8, player: node.player as u8, actions: actions as u8 };
        writer.push(head, &compress_block(strategy.bytes()).unwrap()).unwrap();
    }
    writer.write(path).unwrap();
}

/// Whole parts of 255 for a decision's actions.
fn hashed_parts(node: usize, actions: usize) -> Vec<u8> {
    let mut left = 255u64;
    let mut parts: Vec<u8> = (1..actions as u64)
        .map(|action| {
            let part = mix(node as u64 ^ action << 40) % (left + 1);
            left -= part;
            part as u8
        })
        .collect();
    parts.push(left as u8);
    parts
}

#[test]
fn a_strategy_file_written_by_hand_is_read_part_by_part() {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let layout = TreeLayout::new(&tree).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("by-hand.strategy");
    let parts = |node: usize| hashed_parts(node, tree.nodes()[node].actions.len());
    write_strategy(&path, &tree, &[1; 4], |node, _| parts(node).iter().map(|&it| f32::from(it) / 255.0).collect());
    let stored = StoredPolicy::read(&game, &path).unwrap();
    let lanes = HistoryLanes::new(&layout);
    assert!((0..4).all(|round| stored.buckets(round) == 1));
    for number in 0..tree.nodes().len() {
        let place = layout.place(NodeId(number as u32));
        let expected = parts(number);
        assert_eq!(stored.parts(place, 0)[..expected.len()], expected[..], "decision {number}");
        assert!(stored.parts(place, 0)[expected.len()..].iter().all(|&part| part == 0));
        let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
        let round = &lanes.rounds[place.round];
        let mut rows = vec![Row::<f64>::default(); round.slots];
        stored.load(place.round, chunk, tree.nodes()[number].player, &[0], &mut rows);
        let first = round.nodes[place.node].first_slot;
        for (row, part) in rows[first..].iter().zip(expected) {
            assert!((row.0[lane] - f64::from(part) / 255.0).abs() < 1e-12);
        }
    }
}

#[test]
fn a_stored_built_in_policy_wins_what_the_built_in_one_wins() {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let layout = TreeLayout::new(&tree).unwrap();
    let prepared = PreparedGame::<f64>::new(&game).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("always-raise.strategy");
    let raise = |node: usize, _| -> Vec<f32> {
        FixedPolicy::AlwaysRaise.probabilities(tree.nodes()[node].actions).iter().map(|&it| it as f32).collect()
    };
    write_strategy(&path, &tree, &[1; 4], raise);
    let stored = StoredPolicy::read(&game, &path).unwrap();
    let (fixed, other) = (FixedPolicy::AlwaysRaise.strategies(&layout), FixedPolicy::Uniform.strategies(&layout));
    let board = parse_cards("Qs7h2cAdTd").unwrap();
    let value = |strategies: &dyn Strategies<f64>| {
        let player = |strategies| Player { buckets: &OneBucket, strategies };
        prepared.value_on_board([player(strategies), player(&other)], &board, &mut PublicBoard::default())
    };
    assert!((value(&stored) - value(&fixed)).abs() < 1e-12);
    assert!(value(&stored).abs() > 0.01);
}

#[test]
fn a_strategy_of_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leduc.strategy");
    let tree = BettingTree::new(&GameDefinition::leduc());
    let uniform = |node: usize, _: usize| vec![1.0; tree.nodes()[node].actions.len()];
    write_strategy(&path, &tree, &[3, 6], uniform);
    assert!(StoredPolicy::read(&GameDefinition::leduc(), &path).is_ok());
    let Err(error) = StoredPolicy::read(&GameDefinition::holdem_limit(), &path) else { panic!("read as hold'em") };
    assert!(matches!(error, SolverError::Unfit { what: "strategy file", .. }) && error.is_input_error(), "{error}");
    assert!(error.to_string().contains("6378 decisions in 4 rounds"), "{error}");
    // As many decisions, but one action too many in each.
    write_strategy(&path, &tree, &[3, 6], |_, _| vec![1.0; 3]);
    let Err(error) = StoredPolicy::read(&GameDefinition::leduc(), &path) else { panic!("read other actions") };
    assert!(matches!(error, SolverError::Unfit { what: "strategy file", .. }), "{error}");
    std::fs::write(&path, b"no strategy").unwrap();
    assert!(matches!(StoredPolicy::read(&GameDefinition::leduc(), &path), Err(SolverError::Table(_))));
    assert!(matches!(
        StoredPolicy::read(&GameDefinition::leduc(), &folder.path().join("none")),
        Err(SolverError::Table(_))
    ));
}

/// Tables of a made-up run: a third of the decisions unreached, a third of those without positive regret.
fn made_up_tables(rows: usize) -> [Vec<[f32; LANES]>; 2] {
    let cell = |table: u64, row: usize, lane: usize| {
        let hash = mix(table << 60 ^ (row as u64) << 8 ^ lane as u64);
        (hash % 20_001) as f32 / 10.0 - 1000.0
    };
    let table = |number| (0..rows).map(|row| std::array::from_fn(|lane| cell(number, row, lane))).collect();
    let [regrets, mut sums]: [Vec<[f32; LANES]>; 2] = [table(1), table(2)];
    sums.iter_mut().flatten().for_each(|sum| *sum = sum.max(0.0));
    [regrets, sums]
}

#[test]
fn an_exported_average_comes_back_within_a_part_and_stands_in_where_nothing_was_reached() {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let layout = TreeLayout::new(&tree).unwrap();
    let lanes = HistoryLanes::new(&layout);
    let counts = [5, 3, 2, 2];
    let table = TableLayout::with_counts(&lanes, &counts);
    let [regrets, strategy_sums] = made_up_tables(table.rows());
    let average = AverageStrategies { lanes: &lanes, layout: &table, regrets: &regrets, strategy_sums: &strategy_sums };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("average.strategy");
    let description = StrategyDescription {
        recipe: json!({}),
        parents: Vec::new(),
        buckets_per_round: counts.map(|count| count as u32).to_vec(),
        facts: json!({}),
    };
    average.export(&tree, &layout, description, &path).unwrap();
    let stored = StoredPolicy::read(&game, &path).unwrap();
    let mut seen = [0; 3];
    let lane_of_entries: Vec<_> = (0..4).map(|round| lanes.lane_of_entries(round)).collect();
    for (number, node) in tree.nodes().iter().enumerate() {
        let place = layout.place(NodeId(number as u32));
        let (chunk, lane) = lane_of_entries[place.round][place.entry];
        let first = lanes.rounds[place.round].nodes[place.node].first_slot;
        let (buckets, actions) = ((0..counts[place.round] as u32).collect::<Vec<_>>(), node.actions.len());
        let slots = lanes.rounds[place.round].slots;
        let mut loaded = vec![Row::<f32>::default(); buckets.len() * slots];
        average.load(place.round, chunk, node.player, &buckets, &mut loaded);
        for bucket in 0..counts[place.round] {
            let rows = table.bucket(place.round, chunk, bucket).start + first;
            let weights = |cells: &[[f32; LANES]]| -> Vec<f64> {
                cells[rows..rows + actions].iter().map(|cell| f64::from(cell[lane].max(0.0))).collect()
            };
            let (sums, regrets) = (weights(&strategy_sums), weights(&regrets));
            let total = |weights: &[f64]| weights.iter().sum::<f64>();
            let (kind, weights) = match (total(&sums) > 0.0, total(&regrets) > 0.0) {
                (true, _) => (0, sums),
                (false, true) => (1, regrets),
                (false, false) => (2, vec![1.0; actions]),
            };
            seen[kind] += 1;
            let parts = stored.parts(place, bucket);
            assert_eq!(parts.iter().map(|&part| u32::from(part)).sum::<u32>(), 255);
            for action in 0..actions {
                let exact = weights[action] / total(&weights);
                assert!(
                    (f64::from(parts[action]) / 255.0 - exact).abs() <= 1.0 / 255.0,
                    "{number} {bucket}: {parts:?}"
                );
                let loaded = f64::from(loaded[bucket * slots + first + action].0[lane]);
                assert!((loaded - exact).abs() < 1e-5, "{number} {bucket}: {loaded} {exact}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}
