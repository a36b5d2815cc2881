//! Strategy files: quantised fairly, read by random access, and no damage does more than give an error or a wrong number.

mod small_files;

use proptest::prelude::*;
use serde_json::json;
use std::fs;
use tables::error::TableError;
use tables::strategy_block::{NodeStrategy, compress_block, quantise};
use tables::strategy_reader::StrategyReader;
use tables::strategy_writer::{StrategyDescription, StrategyNode, StrategyWriter};

#[test]
fn a_strategy_file_gives_back_every_distribution() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eight.strategy");
    let fingerprint = small_files::strategy(&path).unwrap();
    let strategy = StrategyReader::open(&path).unwrap();
    strategy.file().verify().unwrap();
    assert_eq!(strategy.file().fingerprint(), fingerprint);
    assert_eq!((strategy.node_count(), strategy.buckets_per_round()), (2, &[2, 3][..]));
    assert_eq!(strategy.recipe()["algorithm"], "cfr+");
    assert_eq!(strategy.node(1).unwrap(), StrategyNode { round: 1, player: 1, actions: 2 });
    assert_eq!(strategy.probabilities(0, 0).unwrap(), [0.0, 1.0, 0.0]);
    assert_eq!(strategy.probabilities(0, 1).unwrap(), [51.0 / 255.0, 51.0 / 255.0, 153.0 / 255.0]);
    assert_eq!(strategy.probabilities(1, 0).unwrap(), [1.0, 0.0, 0.0]);
    assert_eq!(strategy.probabilities(1, 1).unwrap(), [0.0, 1.0, 0.0]);
    assert_eq!(strategy.probabilities(1, 2).unwrap(), [128.0 / 255.0, 127.0 / 255.0, 0.0]);
    assert!(matches!(strategy.probabilities(0, 2), Err(TableError::OutOfRange { count: 2, found: 2, .. })));
    assert!(matches!(strategy.probabilities(2, 0), Err(TableError::OutOfRange { .. })));
    assert!(matches!(strategy.probabilities(usize::MAX, 0), Err(TableError::OutOfRange { .. })));
}

#[test]
fn nodes_that_no_game_has_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.strategy");
    let writer = |buckets_per_round: &[u32]| {
        StrategyWriter::new(StrategyDescription {
            recipe: json!({}),
            parents: vec![],
            buckets_per_round: buckets_per_round.to_vec(),
            facts: json!({}),
        })
    };
    for (round, player, actions) in [(2, 0, 2), (0, 2, 2), (0, 0, 0), (0, 0, 4)] {
        let node = StrategyNode { round, player, actions };
        assert!(matches!(writer(&[2, 3]).push(node, &[]), Err(TableError::Unfinished { .. })), "{node:?}");
    }
    for rounds in [&[][..], &[1, 1, 1, 1, 1], &[0], &[65_537]] {
        assert!(matches!(writer(rounds).write(&path), Err(TableError::Unfinished { .. })), "{rounds:?}");
    }
    assert!(!path.exists());
    writer(&[2]).write(&path).unwrap();
    assert_eq!(StrategyReader::open(&path).unwrap().node_count(), 0);
}

#[test]
fn blocks_and_offsets_of_wrong_length_are_errors_and_large_claims_allocate_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.strategy");
    let node = StrategyNode { round: 0, player: 0, actions: 3 };
    let bomb = compress_block(&vec![0; 100 << 20]).unwrap();
    let short = compress_block(&[1, 2, 3]).unwrap();
    let whole = compress_block(&[1, 2, 3, 4]).unwrap();
    let blocks = [&bomb[..], &short, &whole[..whole.len() - 1], b"", b"no zstd frame", &whole];
    let mut writer = StrategyWriter::new(StrategyDescription {
        recipe: json!({}),
        parents: vec![],
        buckets_per_round: vec![2],
        facts: json!({}),
    });
    for block in blocks {
        writer.push(node, block).unwrap();
    }
    writer.write(&path).unwrap();
    let strategy = StrategyReader::open(&path).unwrap();
    for wrong in 0..5 {
        assert!(matches!(strategy.node_block(wrong), Err(TableError::Shape { .. })), "block {wrong}");
    }
    assert_eq!(strategy.node_block(5).unwrap().bytes(), [1, 2, 3, 4]);

    let mut bytes = fs::read(&path).unwrap();
    let offsets = strategy.file().header().section("block_offsets").unwrap().offset as usize;
    bytes[offsets + 8 * 5..offsets + 8 * 6].copy_from_slice(&u64::MAX.to_le_bytes());
    fs::write(folder.path().join("offsets.strategy"), bytes).unwrap();
    let strategy = StrategyReader::open(&folder.path().join("offsets.strategy")).unwrap();
    assert!(matches!(strategy.node_block(4), Err(TableError::Shape { .. })));
    assert!(matches!(strategy.node_block(5), Err(TableError::Shape { .. })));
}

#[test]
fn a_node_takes_only_distributions_of_its_own_shape() {
    let mut node = NodeStrategy::new(2, 3).unwrap();
    assert!(!node.set(3, &[0.5, 0.5]));
    assert!(!node.set(0, &[0.5, 0.25, 0.25]));
    assert!(node.set(2, &[1.0, 0.0]));
    assert_eq!(node.bytes(), [0, 0, 255]);
    assert_eq!(node.probabilities(0), Some([0.0, 1.0, 0.0]));
    assert_eq!(node.probabilities(3), None);
    assert!(NodeStrategy::new(0, 3).is_none() && NodeStrategy::new(4, 3).is_none());
    assert!(NodeStrategy::from_bytes(2, 3, vec![0; 4]).is_none());
    assert_eq!(NodeStrategy::new(1, 3).unwrap().probabilities(2), Some([1.0, 0.0, 0.0]));
    // A damaged node may claim more than everything; the last action then gets nothing.
    let damaged = NodeStrategy::from_bytes(3, 1, vec![200, 100]).unwrap();
    assert_eq!(damaged.probabilities(0).unwrap()[2], 0.0);
    assert_eq!(NodeStrategy::new(2, 0).unwrap().probabilities(0), None);
}

#[test]
fn zero_and_one_stay_exact_and_ties_go_to_the_first_action() {
    assert_eq!(quantise(&[0.0, 1.0, 0.0]), [0, 255, 0]);
    assert_eq!(quantise(&[0.5, 0.5]), [128, 127, 0]);
    assert_eq!(quantise(&[1.0, 1.0, 1.0]), [85, 85, 85]);
    assert_eq!(quantise(&[0.0, 0.5, 0.5]), [0, 128, 127]);
    assert_eq!(quantise(&[1.0]), [255, 0, 0]);
    assert_eq!(quantise(&[]), [0, 0, 0]);
    assert_eq!(quantise(&[0.0, 0.0]), [128, 127, 0]);
    assert_eq!(quantise(&[f32::NAN, -1.0, 2.0]), [0, 0, 255]);
    assert_eq!(quantise(&[f32::INFINITY, 1.0, f32::INFINITY]), [128, 0, 127]);
}

/// The obvious way: of all triples that sum to 255, one with the least largest error.
fn least_largest_error(probabilities: &[f32; 3]) -> f64 {
    let sum: f64 = probabilities.iter().map(|&p| f64::from(p)).sum();
    let exact = probabilities.map(|p| f64::from(p) / sum * 255.0);
    let mut least = f64::MAX;
    for a in 0..=255u32 {
        for b in 0..=255 - a {
            let error =
                [a, b, 255 - a - b].iter().zip(exact).map(|(&n, x)| (f64::from(n) - x).abs()).fold(0.0, f64::max);
            least = least.min(error);
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_largest_error_of_a_probability_is_the_least_possible(weights in prop::array::uniform3(prop_oneof![Just(0.0f32), 0.0f32..1.0, 0.0f32..1e-3])) {
        prop_assume!(weights.iter().sum::<f32>() > 0.0);
        let parts = quantise(&weights);
        prop_assert_eq!(parts.iter().map(|&part| u32::from(part)).sum::<u32>(), 255);
        let sum: f64 = weights.iter().map(|&p| f64::from(p)).sum();
        let mut largest = 0.0f64;
        for (part, weight) in parts.into_iter().zip(weights) {
            prop_assert!(weight > 0.0 || part == 0);
            largest = largest.max((f64::from(part) - f64::from(weight) / sum * 255.0).abs());
        }
        prop_assert!(largest <= least_largest_error(&weights) + 1e-9);
        prop_assert!(largest < 1.0);
    }

    #[test]
    fn altered_blocks_never_panic(at in 0usize..200, byte in any::<u8>(), rows in prop::collection::vec(any::<u8>(), 300)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("altered.strategy");
        let mut block = compress_block(&rows).unwrap();
        let at = at % block.len();
        block[at] = byte;
        let mut writer = StrategyWriter::new(StrategyDescription {
            recipe: json!({}), parents: vec![], buckets_per_round: vec![150], facts: json!({}),
        });
        writer.push(StrategyNode { round: 0, player: 1, actions: 3 }, &block).unwrap();
        writer.write(&path).unwrap();
        if let Ok(node) = StrategyReader::open(&path).unwrap().node_block(0) {
            for bucket in 0..150 {
                prop_assert!(node.probabilities(bucket).unwrap().iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
    }
}
