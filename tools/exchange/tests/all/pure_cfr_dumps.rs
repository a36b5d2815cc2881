//! Strategies of open-pure-cfr, from dumps that a writer of this test makes and from one that the program itself wrote.

use crate::dump_buckets::{GIVEN, all_buckets, bucket_file};
use evaluator::round::Round;
use exchange::error::ExchangeError;
use exchange::import_strategy::DumpedStrategy;
use serde_json::json;
use solver::game::{Action, BettingTree, GameDefinition, Next, NodeId};
use std::path::{Path, PathBuf};
use tables::error::Failure;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;
use tempfile::TempDir;

/// The types of entries by round: bytes, whole numbers with and without sign, long ones.
const TYPES: [u32; 4] = [0, 1, 2, 3];
/// Buckets in the dump; one flop bucket is no hand's.
const COUNTS: [usize; 4] = [1, 4, 3, 2];

/// An entry: small, and for the second type below zero at times; some decisions have none above it.
fn entry(round: usize, bucket: usize, entry: usize) -> i64 {
    let mixed = (entry as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (8 * (bucket as u64 + 1));
    match (TYPES[round], mixed % 200) {
        (1, value) => value as i64 - 150,
        (_, value @ 0..=99) => value as i64,
        _ => 0,
    }
}

/// `[round]`: the decisions in the order in which a walk of the betting comes to them.
fn in_order(tree: &BettingTree, id: NodeId, decisions: &mut [Vec<NodeId>; 4]) {
    decisions[tree[id].round].push(id);
    for child in &tree[id].children {
        if let Next::Decision(next) = child {
            in_order(tree, *next, decisions);
        }
    }
}

struct Made {
    folder: TempDir,
    tree: BettingTree,
    decisions: [Vec<NodeId>; 4],
}

impl Made {
    fn new() -> Self {
        let tree = BettingTree::new(&GameDefinition::holdem_limit());
        let mut decisions = [const { Vec::new() }; 4];
        in_order(&tree, NodeId::ROOT, &mut decisions);
        let made = Self { folder: tempfile::tempdir().unwrap(), tree, decisions };
        std::fs::write(made.dump(), made.bytes()).unwrap();
        made
    }

    fn dump(&self) -> PathBuf {
        self.folder.path().join("made.iter-1.avg-strategy")
    }

    /// The dump as its program writes it.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for round in 0..4 {
            let entries: usize = self.decisions[round].iter().map(|&id| self.tree[id].actions.len()).sum();
            bytes.extend(TYPES[round].to_le_bytes());
            for bucket in 0..COUNTS[round] {
                for number in 0..entries {
                    let value = entry(round, bucket, number);
                    match TYPES[round] {
                        0 => bytes.push(value as u8),
                        3 => bytes.extend(value.to_le_bytes()),
                        _ => bytes.extend((value as i32).to_le_bytes()),
                    }
                }
            }
        }
        bytes
    }

    fn refusal(&self, dump: &Path, counts: [usize; 4]) -> String {
        let buckets = all_buckets(self.folder.path());
        let file = self.folder.path().join("refused.strategy");
        let error = DumpedStrategy { dump, counts, buckets: &buckets }.import(&file, &Silent).unwrap_err();
        assert!(matches!(error, ExchangeError::Array { .. }) && error.is_input_error() && !file.exists());
        error.to_string()
    }
}

#[test]
fn every_probability_comes_from_its_own_entries() {
    let made = Made::new();
    let buckets = all_buckets(made.folder.path());
    let file = made.folder.path().join("made.strategy");
    let dumped = DumpedStrategy { dump: &made.dump(), counts: COUNTS, buckets: &buckets };
    let imported = dumped.import(&file, &Silent).unwrap();
    let reader = StrategyReader::open(&file).unwrap();
    assert_eq!(reader.buckets_per_round(), [169, 3, 3, 2]);
    let mut without = 0;
    for (round, decisions) in made.decisions.iter().enumerate() {
        let mut first = 0;
        for &id in decisions {
            let actions = made.tree[id].actions;
            let block = reader.node_block(id.0 as usize).unwrap();
            let theirs: Vec<usize> = match round {
                0 => vec![0; 169],
                1 => GIVEN.map(|number| number as usize).to_vec(),
                _ => (0..COUNTS[round]).collect(),
            };
            assert_eq!(block.buckets(), theirs.len());
            for (bucket, &theirs) in theirs.iter().enumerate() {
                let values: Vec<i64> =
                    (0..actions.len()).map(|action| entry(round, theirs, first + action).max(0)).collect();
                let sum: i64 = values.iter().sum();
                without += u64::from(sum == 0);
                let expected = |action: usize| match sum {
                    0 => f64::from(u8::from(actions[action] == Action::Call)),
                    sum => values[action] as f64 / sum as f64,
                };
                let found = block.probabilities(bucket).unwrap();
                for action in 0..actions.len() {
                    let (expected, found) = (expected(action), f64::from(found[action]));
                    assert!((expected - found).abs() < 2e-5, "{id:?} {bucket} {action}: {expected} {found}");
                }
            }
            first += actions.len();
        }
    }
    assert!(without > 100 && imported.without_entries == without, "{without} {imported:?}");
    let sets = |round: usize| (made.decisions[round].len() * [169, 3, 3, 2][round]) as u64;
    assert_eq!(imported.information_sets, (0..4).map(sets).sum::<u64>());
    // Another dump of that name is another strategy.
    let mut bytes = made.bytes();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(made.dump(), bytes).unwrap();
    let other = made.folder.path().join("other.strategy");
    dumped.import(&other, &Silent).unwrap();
    let fingerprint = |path: &Path| StrategyReader::open(path).unwrap().file().fingerprint();
    assert_ne!(fingerprint(&file), fingerprint(&other));
}

/// What the program printed of a decision: its percentages of folding, calling and raising; 0 for what is not legal.
fn printed(line: &str) -> [f64; 3] {
    let mut shares = [0.0; 3];
    for (place, action) in ["f", "c", "r"].iter().enumerate() {
        let word = line.split_whitespace().find(|word| word.ends_with(&format!("%{action}")));
        shares[place] = word.map_or(0.0, |word| word[..word.len() - 2].parse::<f64>().unwrap() / 100.0);
    }
    shares
}

/// `dumps/` has a strategy of 15,691,000 iterations without cards, and what the program's own `print_player_strategy`
/// says of every decision before and on the flop, and of some forty each on turn and river.
#[test]
fn a_dump_that_the_program_wrote_says_what_the_program_prints() {
    let (folder, dumps) = (tempfile::tempdir().unwrap(), Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dumps"));
    let rounds = [Round::Flop, Round::Turn, Round::River];
    let buckets = rounds.map(|round| bucket_file(folder.path(), round, json!({}), &[0.5]));
    let (dump, file) = (dumps.join("holdem.iter-15691k.secs-150.avg-strategy"), folder.path().join("theirs.strategy"));
    let imported = DumpedStrategy { dump: &dump, counts: [1; 4], buckets: &buckets }.import(&file, &Silent).unwrap();
    assert_eq!((imported.information_sets, imported.without_entries), (8 * 169 + 70 + 630 + 5670, 229));
    let (reader, tree) = (StrategyReader::open(&file).unwrap(), BettingTree::new(&GameDefinition::holdem_limit()));
    let said = std::fs::read_to_string(dumps.join("holdem.iter-15691k.secs-150.printed")).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() > 300);
    for decision in lines.chunks(2) {
        let betting = decision[0].strip_prefix("STATE:0:").unwrap();
        let id = tree.node_at(betting).unwrap();
        let found = reader.node_block(id.0 as usize).unwrap().probabilities(0).unwrap();
        for (share, action) in printed(decision[1]).into_iter().zip([Action::Fold, Action::Call, Action::Raise(0)]) {
            let place = tree[id].actions.iter().position(|&own| own == action);
            let found = place.map_or(0.0, |place| f64::from(found[place]));
            assert!((found - share).abs() < 2e-5, "{betting}: {found}, not {share}, at {action:?}");
        }
    }
}

#[test]
fn dumps_that_do_not_fit_are_refused_with_a_reason() {
    let made = Made::new();
    let broken = |name: &str, bytes: &[u8]| {
        let path = made.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let bytes = made.bytes();
    let [mut wrong_type, mut longer] = [bytes.clone(), bytes.clone()];
    wrong_type[0] = 4;
    longer.push(0);
    for (path, counts, words) in [
        (broken("empty", &[]), COUNTS, "found the end of the file"),
        (broken("cut", &bytes[..bytes.len() - 1]), COUNTS, "bytes for [1, 4, 3, 2] buckets"),
        (broken("type", &wrong_type), COUNTS, "found type 4"),
        (broken("longer", &longer), COUNTS, "bytes for [1, 4, 3, 2] buckets"),
        (made.dump(), [1, 3, 3, 2], "--counts"),
        (made.dump(), [169, 4, 3, usize::MAX], "--counts"),
    ] {
        let reason = made.refusal(&path, counts);
        assert!(reason.contains(words), "{reason}");
    }
    // The river's file has fewer buckets than the dump.
    let mut buckets = all_buckets(made.folder.path());
    buckets[2] = bucket_file(made.folder.path(), Round::River, json!({}), &[9.0]);
    let dumped = DumpedStrategy { dump: &made.dump(), counts: COUNTS, buckets: &buckets };
    let reason = dumped.import(&made.folder.path().join("fewer.strategy"), &Silent).unwrap_err().to_string();
    assert!(reason.contains("expected 1 buckets in round 3, found 2"), "{reason}");
    // The flop's file has a bucket that was given number 3.
    let short = made.bytes();
    assert!(made.refusal(&broken("whole", &short), [1, 2, 3, 2]).contains("--counts"));
}
