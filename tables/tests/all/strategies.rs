//! Strategy files: read by random access, and no damage does more than give an error or a wrong number.

use crate::random_nodes::{any_bits, any_weights, eight_bits, node_of};
use crate::small_files::{self, place};
use proptest::prelude::*;
use serde_json::json;
use tables::error::TableError;
use tables::strategy::block::{MAX_ACTIONS, ProbabilityBits, compress_block};
use tables::strategy::reader::StrategyReader;
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};

/// Numbers of a few actions, then zeros.
pub fn of_actions<T: Copy + Default, const GIVEN: usize>(given: [T; GIVEN]) -> [T; MAX_ACTIONS] {
    std::array::from_fn(|action| given.get(action).copied().unwrap_or_default())
}

#[test]
fn a_strategy_file_gives_back_what_went_in_and_refuses_what_it_has_not() {
    let (_folder, path) = place("eight.strategy");
    let fingerprint = small_files::strategy(&path).unwrap();
    let strategy = StrategyReader::open(&path).unwrap();
    strategy.file().verify().unwrap();
    assert_eq!(strategy.file().fingerprint(), fingerprint);
    assert_eq!((strategy.node_count(), strategy.buckets_per_round()), (2, &[2, 3][..]));
    assert_eq!(strategy.recipe()["algorithm"], "cfr+");
    assert_eq!(strategy.node(1).unwrap(), StrategyNode { round: 1, player: 1, actions: 2 });
    assert!(matches!(strategy.probabilities(0, 2), Err(TableError::OutOfRange { count: 2, found: 2, .. })));
    assert!(matches!(strategy.probabilities(2, 0), Err(TableError::OutOfRange { .. })));
    assert!(matches!(strategy.probabilities(usize::MAX, 0), Err(TableError::OutOfRange { .. })));
}

#[test]
fn nodes_that_no_game_has_are_not_written() {
    let (_folder, path) = place("wrong.strategy");
    let writer = |buckets_per_round: &[u32]| {
        writer_of(StrategyDescription { buckets_per_round: buckets_per_round.to_vec(), ..description(1) })
    };
    for (round, player, actions) in [(2, 0, 2), (0, 2, 2), (0, 0, 0), (0, 0, 17)] {
        let node = StrategyNode { round, player, actions };
        assert!(matches!(writer(&[2, 3]).push(node, &[]), Err(TableError::Unfinished { .. })), "{node:?}");
    }
    for rounds in [&[][..], &[1, 1, 1, 1, 1], &[0], &[(1 << 22) + 1]] {
        assert!(matches!(writer(rounds).write(&path), Err(TableError::Unfinished { .. })), "{rounds:?}");
    }
    assert!(!path.exists());
    writer(&[2]).write(&path).unwrap();
    assert_eq!(StrategyReader::open(&path).unwrap().node_count(), 0);
}

#[test]
fn a_round_can_have_more_buckets_than_16_bits_tell_apart() {
    const COUNT: usize = 70_000;
    let (_folder, path) = place("wide.strategy");
    let buckets_per_round = vec![COUNT as u32];
    let mut writer = writer_of(StrategyDescription { buckets_per_round, ..description(1) });
    let mut node = eight_bits(2, COUNT).unwrap();
    let share = |bucket: usize| (bucket * 7 % 256) as f32 / 255.0;
    for bucket in 0..COUNT {
        assert!(node.set(bucket, &[share(bucket), 1.0 - share(bucket)]));
    }
    writer.push(StrategyNode { round: 0, player: 0, actions: 2 }, &node.compress().unwrap()).unwrap();
    writer.write(&path).unwrap();
    let reader = StrategyReader::open(&path).unwrap();
    for bucket in (0..COUNT).step_by(1_111).chain([COUNT - 1]) {
        assert_eq!(reader.probabilities(0, bucket).unwrap()[0], share(bucket), "{bucket}");
    }
    assert!(matches!(reader.probabilities(0, COUNT), Err(TableError::OutOfRange { .. })));
}

#[test]
fn blocks_and_offsets_of_wrong_length_are_errors_and_large_claims_allocate_nothing() {
    let (_folder, path) = place("wrong.strategy");
    let node = StrategyNode { round: 0, player: 0, actions: 3 };
    let bomb = compress_block(vec![0; 100 << 20]).unwrap();
    // Between, between; nothing, all: then the two numbers.
    let content = [0b01_00_10_10, 51, 52];
    let short = compress_block(&content[..2]).unwrap();
    let whole = compress_block(content).unwrap();
    let blocks = [&bomb[..], &short, &whole[..whole.len() - 1], b"", b"no zstd frame", &whole];
    let mut writer = writer_of(description(2));
    for block in blocks {
        writer.push(node, block).unwrap();
    }
    writer.write(&path).unwrap();
    let strategy = StrategyReader::open(&path).unwrap();
    for wrong in 0..5 {
        assert!(matches!(strategy.node_block(wrong), Err(TableError::Shape { .. })), "block {wrong}");
    }
    let node = strategy.node_block(5).unwrap();
    assert_eq!((node.parts(0), node.parts(1)), (Some(of_actions([51, 52, 152])), Some(of_actions([0, 255, 0]))));

    small_files::alter(&path, "block_offsets", 8 * 5, &u64::MAX.to_le_bytes());
    let strategy = StrategyReader::open(&path).unwrap();
    assert!(matches!(strategy.node_block(4), Err(TableError::Shape { .. })));
    assert!(matches!(strategy.node_block(5), Err(TableError::Shape { .. })));
}

/// A thread keeps what it packs with.
#[test]
fn a_blocks_bytes_do_not_depend_on_the_blocks_packed_before() {
    let mixed = |length: u32| (0..length).map(|place| (place * 31 % 251) as u8).collect::<Vec<u8>>();
    let contents = [mixed(70_000), vec![], vec![7; 300], mixed(5), mixed(900)];
    let packed = |content: &Vec<u8>| compress_block(content).unwrap();
    let alone =
        contents.each_ref().map(|content| std::thread::scope(|it| it.spawn(|| packed(content)).join().unwrap()));
    for _ in 0..2 {
        assert_eq!(contents.each_ref().map(packed), alone);
    }
}

#[test]
fn a_node_takes_only_distributions_of_its_own_shape() {
    let mut node = eight_bits(2, 3).unwrap();
    assert!(!node.set(3, &[0.5, 0.5]));
    assert!(!node.set(0, &[0.5, 0.25, 0.25]));
    assert!(node.set(2, &[1.0, 0.0]));
    assert_eq!(node.parts(0), Some(of_actions([0, 255, 0])));
    assert_eq!(node.parts(2), Some(of_actions([255, 0, 0])));
    assert_eq!(node.probabilities(0), Some(of_actions([0.0, 1.0, 0.0])));
    assert_eq!(node.probabilities(3), None);
    assert!(eight_bits(0, 3).is_none() && eight_bits(17, 3).is_none());
    assert_eq!(eight_bits(1, 3).unwrap().probabilities(2), Some(of_actions([1.0, 0.0, 0.0])));
    assert!(eight_bits(1, 3).unwrap().bytes().is_empty());
    assert_eq!(eight_bits(2, 0).unwrap().probabilities(0), None);
}

fn writer_of(description: StrategyDescription) -> StrategyWriter {
    StrategyWriter::with_bits(description, ProbabilityBits::Eight)
}

fn description(buckets: usize) -> StrategyDescription {
    let (recipe, facts) = (json!({}), json!({}));
    StrategyDescription { recipe, parents: vec![], buckets_per_round: vec![buckets as u32], facts }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn single_probabilities_are_those_of_the_whole_within_a_part(
        nodes in prop::collection::vec((1usize..=3, prop::array::uniform5(any_weights())), 1..6), bits in any_bits()
    ) {
        let (_folder, path) = place("random.strategy");
        let mut writer = StrategyWriter::with_bits(description(5), bits);
        for (actions, weights) in &nodes {
            let head = StrategyNode { round: 0, player: 1, actions: *actions as u8 };
            writer.push(head, &node_of(*actions, bits, weights).compress().unwrap()).unwrap();
        }
        writer.write(&path).unwrap();
        let strategy = StrategyReader::open(&path).unwrap();
        prop_assert_eq!(strategy.bits(), bits);
        for (number, (actions, weights)) in nodes.iter().enumerate() {
            let block = strategy.node_block(number).unwrap();
            prop_assert_eq!(&block, &node_of(*actions, bits, weights));
            for bucket in 0..5 {
                let found = strategy.probabilities(number, bucket).unwrap();
                prop_assert_eq!(Some(found), block.probabilities(bucket));
                let weights = &weights[bucket][..*actions];
                let sum: f32 = weights.iter().sum();
                for (&found, &weight) in found.iter().zip(weights).filter(|_| sum > 0.0) {
                    prop_assert!((found - weight / sum).abs() < 1.0 / f32::from(bits.parts()) + 1e-6);
                }
                prop_assert!(found[*actions..].iter().all(|&beyond| beyond == 0.0));
            }
        }
    }

    #[test]
    fn altered_blocks_never_panic(
        at in 0usize..2000,
        byte in any::<u8>(),
        weights in prop::collection::vec(any_weights(), 150),
        bits in any_bits(),
    ) {
        let (_folder, path) = place("altered.strategy");
        let mut block = node_of(3, bits, &weights).compress().unwrap();
        let at = at % block.len();
        block[at] = byte;
        let mut writer = StrategyWriter::with_bits(description(150), bits);
        writer.push(StrategyNode { round: 0, player: 1, actions: 3 }, &block).unwrap();
        writer.write(&path).unwrap();
        if let Ok(node) = StrategyReader::open(&path).unwrap().node_block(0) {
            for bucket in 0..150 {
                prop_assert!(node.probabilities(bucket).unwrap().iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
    }
}
