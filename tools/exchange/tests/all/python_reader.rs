//! The Python reader that is shipped reads the same as the Rust reader.
//!
//! It wants a Python with NumPy and the system's zstd library: `target/python` (made by `.ci/run`) or `python3`.
//! Where there is none the test says so and passes.

use evaluator::round::Round;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tables::bucket_table::BucketTableContents;
use tables::strategy_bits::ProbabilityBits;
use tables::strategy_block::NodeStrategy;
use tables::strategy_reader::StrategyReader;
use tables::strategy_writer::{StrategyDescription, StrategyNode, StrategyWriter};

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python/equipoise_files.py");

/// A Python that can do it.
fn python() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python3");
    [own, PathBuf::from("python3")].into_iter().find(|python| {
        let asked = "import numpy, ctypes.util, sys; sys.exit(not ctypes.util.find_library('zstd'))";
        Command::new(python).args(["-c", asked]).output().is_ok_and(|outcome| outcome.status.success())
    })
}

fn read_with(python: &Path, words: &[&str]) -> Value {
    let outcome = Command::new(python).arg(READER).args(words).output().unwrap();
    assert!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
    serde_json::from_slice(&outcome.stdout).unwrap()
}

#[test]
fn the_reader_for_python_is_short() {
    let lines = std::fs::read_to_string(READER).unwrap().lines().count();
    assert!(lines < 100, "{lines} lines");
}

#[test]
fn python_reads_what_rust_reads() {
    let Some(python) = python() else {
        writeln!(std::io::stderr(), "skipped: no Python with NumPy and zstd").unwrap();
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let buckets = folder.path().join("turn.buckets");
    let numbers: Vec<u16> = (0..5000u32).map(|hand| (hand * hand % 7) as u16).collect();
    let contents = BucketTableContents {
        round: Round::Turn,
        recipe: json!({"made": "up"}),
        parents: Vec::new(),
        facts: json!({}),
        buckets: &numbers,
        centres: &[0.5; 14],
        hands_in_bucket: &[1 << 40; 7],
        deals_in_bucket: &[5; 7],
        mean_strength: &[0.25; 7],
        cost_per_iteration: &[1.5, 1.25],
    };
    contents.write(&buckets).unwrap();
    let found = read_with(&python, &[buckets.to_str().unwrap()]);
    let sum: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
    let expected = json!({
        "buckets": ["uint16", [5000], sum], "centres": ["float32", [7, 2], 7.0],
        "hands_in_bucket": ["uint64", [7], 7u64 << 40], "deals_in_bucket": ["uint64", [7], 35],
        "mean_strength": ["float32", [7], 1.75], "cost_per_iteration": ["float64", [2], 2.75],
    });
    assert_eq!((&found["kind"], &found["arrays"]), (&json!("buckets"), &expected));

    for bits in ProbabilityBits::ALL {
        let strategy = folder.path().join("made_up.strategy");
        let description = StrategyDescription {
            recipe: json!({}),
            parents: Vec::new(),
            buckets_per_round: vec![37, 90],
            facts: json!({}),
        };
        let mut writer = StrategyWriter::with_bits(description, bits);
        for node in 0..12u32 {
            let (round, actions) = (node % 2, 1 + node % 3);
            let mut block = NodeStrategy::with_bits(actions as usize, [37, 90][round as usize], bits).unwrap();
            for bucket in 0..block.buckets() {
                // Nothing, everything and numbers between, in every order.
                let weight = |action: u32| {
                    let hash = (node * 7919 + bucket as u32 * 104_729 + action * 1_299_709) % 11;
                    if hash < 5 { 0.0 } else { hash as f32 }
                };
                assert!(block.set(bucket, &(0..actions).map(weight).collect::<Vec<f32>>()));
            }
            let node = StrategyNode { round: round as u8, player: 0, actions: actions as u8 };
            writer.push(node, &block.compress().unwrap()).unwrap();
        }
        writer.write(&strategy).unwrap();
        let reader = StrategyReader::open(&strategy).unwrap();
        for node in 0..12 {
            let block = reader.node_block(node).unwrap();
            let expected: Vec<Vec<u16>> =
                (0..block.buckets()).map(|bucket| block.parts(bucket).unwrap()[..block.actions()].to_vec()).collect();
            let found = read_with(&python, &[strategy.to_str().unwrap(), &node.to_string()]);
            assert_eq!(found, json!(expected), "{bits} bits, decision {node}");
        }
    }
    let outcome = Command::new(&python).arg(READER).arg(READER).output().unwrap();
    assert!(!outcome.status.success() && String::from_utf8_lossy(&outcome.stderr).contains("no Equipoise file"));
}
