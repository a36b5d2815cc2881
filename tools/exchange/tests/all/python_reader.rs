//! The Python reader that is shipped reads the same as the Rust reader.
//!
//! It wants a Python with NumPy and the system's zstd library: `target/python` or `python3`.
//! Where there is none the test says so and passes.

use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::{BettingTree, GameDefinition, Node, NodeId};
use std::path::{Path, PathBuf};
use std::process::Command;
use tables::buckets::table::{BucketTable, BucketTableContents};
use tables::file::fingerprint::Parent;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::bundle::BundleContents;
use tables::strategy::reader::StrategyReader;
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::Silent;

#[path = "../../../../solver/tests/all/support/strategy_files.rs"]
mod strategy_files;
use strategy_files::write_strategy_of;

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python/equipoise_files.py");

/// Looks strategies up, beside it.
const LOOKUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python/equipoise_lookup.py");

/// A Python that can do it, or a line that says that the test is skipped.
#[expect(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn python() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python3");
    let found = [own, PathBuf::from("python3")].into_iter().find(|python| {
        let asked = "import numpy, ctypes.util, sys; sys.exit(not ctypes.util.find_library('zstd'))";
        Command::new(python).args(["-c", asked]).output().is_ok_and(|outcome| outcome.status.success())
    });
    if found.is_none() {
        eprintln!("skipped: no Python with NumPy and zstd");
    }
    found
}

/// Buckets 0 to 6 of made-up hands, with arrays of every type.
fn contents(round: Round, buckets: &[u32]) -> BucketTableContents<'_> {
    BucketTableContents {
        deck: Deck::FULL,
        round,
        recipe: json!({"made": "up"}),
        parents: Vec::new(),
        facts: json!({}),
        buckets,
        centres: &[0.5; 14],
        hands_in_bucket: &[1 << 40; 7],
        deals_in_bucket: &[5; 7],
        mean_strength: &[0.25; 7],
        cost_per_iteration: &[1.5, 1.25],
    }
}

fn read_with(python: &Path, words: &[&str]) -> Value {
    told_by(Command::new(python).arg(READER).args(words))
}

/// The JSON that a program prints.
fn told_by(command: &mut Command) -> Value {
    let outcome = command.output().unwrap();
    assert!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
    serde_json::from_slice(&outcome.stdout).unwrap()
}

#[test]
fn the_reader_for_python_is_short() {
    let lines = std::fs::read_to_string(READER).unwrap().lines().count();
    assert!(lines < 100, "{lines} lines");
}

#[test]
fn python_numbers_hands_and_decisions_as_rust_does() {
    let Some(python) = python() else { return };
    // Hands of every part of each street's index, their suits exchanged: canonical hands alone prove little.
    let (mut hands, mut expected) = (Vec::new(), Vec::new());
    for round in Round::ALL {
        let index = BoardFirst::of(Deck::FULL, round);
        let step = (index.hands() / 150).max(1);
        for (number, permutation) in (0..index.hands())
            .step_by(step as usize)
            .zip([[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]].into_iter().cycle())
        {
            let (hole, board) = index.unindex(HandIndex(number)).unwrap();
            let moved = |card: Card| Card::new(card.rank(), permutation[usize::from(card.suit())]).to_string();
            let (low, high) = hole.cards();
            let board: String = board.iter().map(moved).collect();
            hands.push(json!([format!("{}{}", moved(high), moved(low)), board]));
            expected.push(number);
        }
    }
    assert!(hands.len() > 450, "{}", hands.len());
    let script = "import json, sys; from equipoise_lookup import *; asked = json.load(open(sys.argv[1]))\n\
        print(json.dumps([[hand_index(*hand) for hand in asked], list(NODES)]))";
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("hands.json");
    std::fs::write(&asked, json!(hands).to_string()).unwrap();
    let place = Path::new(LOOKUP).parent().unwrap();
    let found = told_by(Command::new(&python).args(["-B", "-c", script]).arg(&asked).current_dir(place));
    assert_eq!(found[0], json!(expected));
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let histories = (0..tree.nodes().len()).map(|node| tree.history(NodeId(node as u32)).replace('/', ""));
    assert_eq!(found[1], json!(histories.collect::<Vec<String>>()));
}

#[test]
fn python_looks_a_hand_up_from_its_cards_and_the_betting() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [buckets, strategy] = ["flop.buckets", "made_up.strategy"].map(|name| folder.path().join(name));
    let numbers: Vec<u32> = (0..5000).map(|hand| hand * hand % 7).collect();
    let contents = contents(Round::Flop, &numbers);
    contents.write(&buckets).unwrap();
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let fingerprint = BucketTable::open(&buckets).unwrap().fingerprint();
    let parents = vec![Parent { name: "flop".to_owned(), fingerprint }];
    // No two decisions and buckets are played alike.
    let weights = |(number, node): (usize, &Node), bucket: usize| {
        (0..node.actions.len()).map(|it| (1 + number + 7 * bucket + it * it) as f32).collect()
    };
    let (game, counts) = (GameDefinition::holdem_limit(), [169, 7, 7, 7]);
    write_strategy_of(&strategy, &game, parents, &counts, ProbabilityBits::Sixteen, weights);
    let reader = StrategyReader::open(&strategy).unwrap();
    let look_up = |words: &[&str]| {
        Command::new(&python).args(["-B", LOOKUP, strategy.to_str().unwrap()]).args(words).output().unwrap()
    };
    let (hole, board) = BoardFirst::of(Deck::FULL, Round::Flop).unindex(HandIndex(4321)).unwrap();
    let [hole, board] = [hole.to_string(), board.iter().map(|card| card.to_string()).collect::<String>()];
    let bucket = numbers[4321] as usize;
    for (betting, words, index, bucket) in [
        ("r", vec!["r", "AhKd"], 167, 167),
        ("", vec!["", "KsAs"], 155, 155),
        ("crc/cr", vec!["crc/cr", &hole, &board, buckets.to_str().unwrap()], 4321, bucket),
    ] {
        let outcome = look_up(&words);
        assert!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
        let found: Value = serde_json::from_slice(&outcome.stdout).unwrap();
        let node = tree.node_at(betting).unwrap();
        let keys = [("node", node.number()), ("index", index), ("bucket", bucket)];
        assert!(keys.iter().all(|(key, number)| found[key] == json!(number)), "{betting}: {found}");
        let probabilities = reader.probabilities(node.number(), bucket).unwrap();
        for (action, probability) in tree[node].actions.iter().zip(probabilities) {
            let read = found["actions"][action.letter().to_string()].as_f64().unwrap();
            assert!((read - f64::from(probability)).abs() < 1e-6, "{betting}: {found}");
        }
    }
    let other = folder.path().join("other.buckets");
    BucketTableContents { recipe: json!({"made": "otherwise"}), ..contents }.write(&other).unwrap();
    for (words, said) in [
        (vec!["crc/cr", "AhKd"], "board of 0 cards"),
        (vec!["crc/cr", &hole, &board], "a hand with a board needs BUCKETS, the flop's bucket file"),
        (vec!["crc/cr", &hole, &board, other.to_str().unwrap()], "made with other flop buckets"),
        (vec!["rrrrr", "AhKd"], "the betting 'rrrrr' does not lead to a decision"),
        (vec!["r", "AhAh"], "each of them once"),
        (vec!["r", "Ah1d"], "'Ah1d': cards read like Ah"),
    ] {
        let refused = look_up(&words);
        let said_then = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said_then.contains(said), "{words:?}: {said_then}");
    }
}

#[test]
fn python_reads_bundles() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    // Three frames, of hands whose buckets cannot be guessed.
    let numbers: Vec<u32> = (0..5_000_000u32).map(|hand| hand.wrapping_mul(2_654_435_761) % 7).collect();
    let tables = [Round::Flop, Round::Turn, Round::River].map(|round| {
        let path = folder.path().join(round.name());
        contents(round, if round == Round::River { &numbers } else { &numbers[..50] }).write(&path).unwrap();
        BucketTable::open(&path).unwrap()
    });
    let parents = tables.iter().map(|it| Parent { name: it.round().to_string(), fingerprint: it.fingerprint() });
    let (strategy, game) = (folder.path().join("strategy"), GameDefinition::holdem_limit());
    let weights = |(number, node): (usize, &Node), bucket: usize| {
        (0..node.actions.len()).map(|it| (1 + number + 7 * bucket + it * it) as f32).collect()
    };
    write_strategy_of(&strategy, &game, parents.collect(), &[169, 7, 7, 7], ProbabilityBits::Eight, weights);
    let (reader, bundle) = (StrategyReader::open(&strategy).unwrap(), folder.path().join("one.bundle"));
    BundleContents { strategy: &reader, buckets: tables.each_ref() }.write(&bundle, &Silent).unwrap();
    let read = |path: &Path| read_with(&python, &[path.to_str().unwrap(), "9"]);
    assert_eq!(read(&bundle), read(&strategy));
    let script = "import sys; from equipoise_files import File; river = File(sys.argv[1], 'buckets', 'river')\n\
                  print(river.arrays['buckets'][[0, 4194303, 4999999]].tolist())";
    let place = Path::new(LOOKUP).parent().unwrap();
    let found = told_by(Command::new(&python).args(["-B", "-c", script]).arg(&bundle).current_dir(place));
    assert_eq!(found, json!([0, 4_194_303, 4_999_999].map(|hand: usize| numbers[hand])));
}

#[test]
fn python_reads_what_rust_reads() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let buckets = folder.path().join("turn.buckets");
    let numbers: Vec<u32> = (0..5000).map(|hand| hand * hand % 7).collect();
    let contents = contents(Round::Turn, &numbers);
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
        let (recipe, facts, parents) = (json!({}), json!({}), Vec::new());
        let description = StrategyDescription { recipe, parents, buckets_per_round: vec![37, 90], facts };
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
