//! Policies: the built-in ones, and strategy files unpacked.

use crate::naive::mix;
use crate::written_strategies::write_strategy;
use evaluator::card::parse_cards;
use solver::boards::OneBucket;
use solver::error::SolverError;
use solver::game::{Action, BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::policy::{FixedPolicy, StoredPolicy};
use solver::walk::{BoardMemory, ChunkId, HistoryLanes, Player, PreparedGame, Row, Strategies};
use tables::error::{Failure, TableError};
use tables::strategy::block::ProbabilityBits;
use tables::strategy::reader::StrategyReader;

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

/// Whole parts for a decision's actions.
fn hashed_parts(node: usize, bucket: usize, actions: usize, bits: ProbabilityBits) -> Vec<u16> {
    let mut left = u64::from(bits.parts());
    let mut parts: Vec<u16> = (1..actions as u64)
        .map(|action| {
            let part = mix(node as u64 ^ action << 40 ^ (bucket as u64) << 50) % (left + 1);
            left -= part;
            part as u16
        })
        .collect();
    parts.push(left as u16);
    parts
}

#[test]
fn a_strategy_file_written_by_hand_is_read_part_by_part() {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let layout = TreeLayout::new(&tree).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("by-hand.strategy");
    let lanes = HistoryLanes::new(&layout);
    for bits in ProbabilityBits::ALL {
        let parts = |node: usize, bucket: usize| hashed_parts(node, bucket, tree.nodes()[node].actions.len(), bits);
        // Files of four bits are kept in parts of 255 in memory.
        let times = if bits == ProbabilityBits::Four { 17 } else { 1 };
        let whole = f64::from(bits.parts());
        write_strategy(&path, &tree, &[2; 4], bits, |node, bucket| {
            parts(node, bucket).iter().map(|&it| f32::from(it)).collect()
        });
        let stored = StoredPolicy::read(&game, &path).unwrap();
        assert!((0..4).all(|round| stored.buckets(round) == 2));
        for number in 0..tree.nodes().len() {
            let place = layout.place(NodeId(number as u32));
            let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
            let round = &lanes.rounds[place.round];
            let mut rows = vec![Row::<f64>::default(); 2 * round.slots];
            stored.load(ChunkId { round: place.round, chunk }, tree.nodes()[number].player, &[1, 0], &mut rows);
            for (bucket, rows) in [1, 0].into_iter().zip(rows.chunks_exact(round.slots)) {
                let expected = parts(number, bucket);
                let found = stored.parts(place, bucket);
                let scaled: Vec<u16> = expected.iter().map(|&part| times * part).collect();
                assert_eq!(found[..expected.len()], scaled[..], "{bits} bits, decision {number}");
                assert!(found[expected.len()..].iter().all(|&part| part == 0));
                let first = round.nodes[place.node].first_slot;
                for (row, part) in rows[first..].iter().zip(expected) {
                    assert!((row.0[lane] - f64::from(part) / whole).abs() < 1e-12, "{bits} bits");
                }
            }
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
    write_strategy(&path, &tree, &[1; 4], ProbabilityBits::Eight, raise);
    let stored = StoredPolicy::read(&game, &path).unwrap();
    let (fixed, other) = (FixedPolicy::AlwaysRaise.strategies(&layout), FixedPolicy::Uniform.strategies(&layout));
    let board = parse_cards("Qs7h2cAdTd").unwrap();
    let value = |strategies: &dyn Strategies<f64>| {
        let player = |strategies| Player { buckets: &OneBucket, strategies };
        prepared.value_on_board([player(strategies), player(&other)], &board, &mut BoardMemory::default())
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
    write_strategy(&path, &tree, &[3, 6], ProbabilityBits::Eight, uniform);
    assert!(StoredPolicy::read(&GameDefinition::leduc(), &path).is_ok());
    // One bit among the blocks of probabilities, wherever it is.
    let damaged = folder.path().join("damaged.strategy");
    let bytes = std::fs::read(&path).unwrap();
    let reader = StrategyReader::open(&path).unwrap();
    let blocks = reader.file().header().sections.iter().max_by_key(|section| section.bytes).unwrap();
    for place in blocks.offset..blocks.offset + blocks.bytes {
        let mut bytes = bytes.clone();
        bytes[place as usize] ^= 1;
        std::fs::write(&damaged, bytes).unwrap();
        let Err(error) = StoredPolicy::read(&GameDefinition::leduc(), &damaged) else { panic!("read a flipped bit") };
        assert!(matches!(error, SolverError::Table(TableError::Damaged { .. })), "{error}");
    }
    let Err(error) = StoredPolicy::read(&GameDefinition::holdem_limit(), &path) else { panic!("read as hold'em") };
    assert!(matches!(error, SolverError::Unfit { what: "strategy file", .. }) && error.is_input_error(), "{error}");
    assert!(error.to_string().contains("6378 decisions in 4 rounds"), "{error}");
    // As many decisions, but one action too many in each.
    write_strategy(&path, &tree, &[3, 6], ProbabilityBits::Eight, |_, _| vec![1.0; 3]);
    let Err(error) = StoredPolicy::read(&GameDefinition::leduc(), &path) else { panic!("read other actions") };
    assert!(matches!(error, SolverError::Unfit { what: "strategy file", .. }), "{error}");
    std::fs::write(&path, b"no strategy").unwrap();
    assert!(matches!(StoredPolicy::read(&GameDefinition::leduc(), &path), Err(SolverError::Table(_))));
    assert!(matches!(
        StoredPolicy::read(&GameDefinition::leduc(), &folder.path().join("none")),
        Err(SolverError::Table(_))
    ));
}
