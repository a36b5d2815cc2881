//! Strategies of Slumbot 2017, from files that a writer of this test makes and from some that its program wrote.

use crate::blind_dump::BlindDump;
use crate::dump_buckets::{GIVEN, all_buckets};
use evaluator::card::Card;
use evaluator::holding::{Holding, StartingHand};
use exchange::import_strategy::DumpedStrategy;
use solver::game::{Action, BettingTree, GameDefinition, Next, NodeId};
use std::path::PathBuf;
use tables::error::Failure;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;
use tempfile::TempDir;

/// The types of the streets' files.
const ENDINGS: [&str; 4] = ["d", "c", "s", "i"];
/// Pairs of cards before the flop; one flop bucket is no hand's.
const COUNTS: [usize; 4] = [1326, 4, 3, 2];

/// An entry, by what is played so far and the action; some decisions have none above zero.
fn entry(round: usize, betting: &str, bucket: usize, action: Action) -> i64 {
    let text = format!("{round}{betting}{bucket}{}", action.letter());
    let mixed = text.bytes().fold(7u64, |mixed, byte| (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)) >> 20;
    let nothing = betting.len() % 5 == 3 && bucket == 0;
    match ENDINGS[round] {
        _ if nothing => 0,
        "c" => (mixed % 256) as i64,
        "s" => (mixed % 65_536) as i64,
        "i" => (mixed % 3_000_000) as i64 - 1_000_000,
        _ => (mixed % 1_000) as i64,
    }
}

struct Made {
    folder: TempDir,
    tree: BettingTree,
    /// Buckets before the flop.
    preflop: usize,
}

impl Made {
    /// Two iterations, of which the earlier one has nothing but zeros; `first` acts first before the flop.
    fn new(first: usize, preflop: usize) -> Self {
        let (folder, game) = (tempfile::tempdir().unwrap(), GameDefinition::holdem_limit());
        let made = Self { folder, tree: BettingTree::new(&game), preflop };
        std::fs::create_dir(made.sums()).unwrap();
        let mut files = vec![[Vec::new(), Vec::new()]; 4];
        made.write_below(NodeId::ROOT, first, &mut files);
        for (street, (of_players, ending)) in files.iter().zip(ENDINGS).enumerate() {
            for (player, bytes) in of_players.iter().enumerate() {
                let file = |iteration: u32| {
                    made.sums().join(format!("sumprobs.x.0.0.{street}.{iteration}.p{player}.{ending}"))
                };
                std::fs::write(file(100), bytes).unwrap();
                std::fs::write(file(20), vec![0; bytes.len()]).unwrap();
            }
        }
        std::fs::write(made.sums().join("regrets.x.0.0.0.200.p0.d"), b"others").unwrap();
        made
    }

    fn counts(&self) -> [usize; 4] {
        [self.preflop, COUNTS[1], COUNTS[2], COUNTS[3]]
    }

    fn sums(&self) -> PathBuf {
        self.folder.path().join("sums")
    }

    /// A decision, then what follows a call, then what follows a bet.
    fn write_below(&self, id: NodeId, first: usize, files: &mut [[Vec<u8>; 2]]) {
        let (node, betting) = (&self.tree[id], self.tree.history(id));
        let player = first ^ usize::from(node.player != self.tree[NodeId::ROOT].player);
        let file = &mut files[node.round][player];
        for bucket in 0..self.counts()[node.round] {
            for action in [Action::Call, Action::Fold, Action::Raise] {
                if node.actions.contains(&action) {
                    let value = entry(node.round, &betting, bucket, action);
                    match ENDINGS[node.round] {
                        "c" => file.push(value as u8),
                        "s" => file.extend((value as u16).to_le_bytes()),
                        "i" => file.extend((value as i32).to_le_bytes()),
                        _ => file.extend((value as f64 / 8.0).to_le_bytes()),
                    }
                }
            }
        }
        for action in [Action::Call, Action::Raise] {
            let child = node.actions.iter().position(|&own| own == action).map(|own| node.children[own]);
            if let Some(Next::Decision(next)) = child {
                self.write_below(next, first, files);
            }
        }
    }

    /// Imports what lies at a path of the made folder; the strategy's file, or why not.
    fn import(&self, dump: &str, counts: [usize; 4]) -> Result<(PathBuf, u64), String> {
        let file = self.folder.path().join("imported.strategy");
        let (dump, buckets) = (self.folder.path().join(dump), all_buckets(self.folder.path()));
        let imported = DumpedStrategy { dump: &dump, counts, buckets: &buckets }.import(&file, &Silent);
        let imported = imported.map_err(|error| {
            assert!(error.is_input_error() && !file.exists());
            error.to_string()
        })?;
        Ok((file, imported.without_entries))
    }

    /// The dump's buckets behind a bucket of ours.
    fn theirs(&self, round: usize, bucket: usize) -> Vec<usize> {
        match round {
            0 if self.preflop == 1 => vec![0],
            0 => {
                let pairs = (0..52u8).flat_map(|high| (0..high).map(move |low| [low, high].map(Card::from_number)));
                let hands = pairs.map(|[low, high]| Holding::new(low.unwrap(), high.unwrap()).unwrap().starting_hand());
                if self.preflop == 1326 {
                    return hands
                        .enumerate()
                        .filter(|(_, hand)| hand.number() == bucket)
                        .map(|(pair, _)| pair)
                        .collect();
                }
                let mut met: Vec<usize> = Vec::new();
                hands.for_each(|hand| met.extend((!met.contains(&hand.number())).then_some(hand.number())));
                vec![met.iter().position(|&hand| hand == bucket).unwrap()]
            }
            1 => vec![GIVEN[bucket] as usize],
            _ => vec![bucket],
        }
    }
}

#[test]
fn every_probability_comes_from_its_own_sums() {
    for (first, preflop) in [(1, 1326), (0, 169), (1, 1)] {
        let made = Made::new(first, preflop);
        let (file, without_entries) = made.import("sums", made.counts()).unwrap();
        let reader = StrategyReader::open(&file).unwrap();
        assert_eq!(reader.buckets_per_round(), [169, 3, 3, 2]);
        let mut without = 0;
        let theirs: Vec<Vec<Vec<usize>>> = [169, 3, 3, 2]
            .into_iter()
            .enumerate()
            .map(|(round, buckets)| (0..buckets).map(|bucket| made.theirs(round, bucket)).collect())
            .collect();
        for (number, node) in made.tree.nodes().iter().enumerate() {
            let betting = made.tree.history(NodeId(number as u32));
            let block = reader.node_block(number).unwrap();
            for (bucket, theirs) in theirs[node.round].iter().enumerate() {
                let values = node.actions.iter().map(|&action| {
                    theirs.iter().map(|&theirs| entry(node.round, &betting, theirs, action).max(0)).sum::<i64>()
                });
                let values: Vec<i64> = values.collect();
                let sum: i64 = values.iter().sum();
                without += u64::from(sum == 0);
                let found = block.probabilities(bucket).unwrap();
                for (action, value) in values.into_iter().enumerate() {
                    let expected = match sum {
                        0 => f64::from(u8::from(node.actions[action] == Action::Call)),
                        sum => value as f64 / sum as f64,
                    };
                    let found = f64::from(found[action]);
                    assert!((expected - found).abs() < 2e-5, "{betting} {bucket} {action}: {expected} {found}");
                }
            }
        }
        assert!(without > 100 && without_entries == without, "{without} {without_entries}");
    }
}

#[test]
fn starting_hands_are_counted_as_that_program_does() {
    let made = Made::new(0, 169);
    // Ranks from the deuce on, suited or not: 22, 32s, 32o, 33, 42s, 42o, 43s, and last the aces.
    let hands = [(0, 0, false), (1, 0, true), (1, 0, false), (1, 1, false), (2, 0, true), (2, 0, false), (2, 1, true)];
    for (number, (high, low, suited)) in hands.into_iter().enumerate() {
        assert_eq!(made.theirs(0, StartingHand::new(high, low, suited).number()), [number]);
    }
    assert_eq!(made.theirs(0, StartingHand::new(12, 12, false).number()), [168]);
}

#[test]
fn a_file_stands_for_its_iteration_and_others_are_refused() {
    let made = Made::new(1, 1326);
    // The earlier iteration, in which nothing was played.
    let (file, without) = made.import("sums/sumprobs.x.0.0.2.20.p1.s", COUNTS).unwrap();
    let reader = StrategyReader::open(&file).unwrap();
    let sets: usize = made.tree.nodes().iter().map(|node| reader.buckets_per_round()[node.round] as usize).sum();
    assert_eq!(without, sets as u64);
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(made.folder.path().join("empty")).unwrap();
    for (dump, counts, words) in [
        ("empty", COUNTS, "found none"),
        ("sums/sumprobs.x.0.0.2.30.p1.s", COUNTS, "expected a file sumprobs.x.0.0.0.30.p"),
        ("sums", [169, 4, 3, 2], "bytes for 169 buckets"),
        ("sums", [1326, 5, 3, 2], "bytes for 5 buckets"),
        ("sums", [1326, 4, 3, usize::MAX], "bytes for 18446744073709551615 buckets"),
        ("sums", [170, 4, 3, 2], "1, 169 or 1326 buckets before the flop"),
        ("flop.buckets", COUNTS, "expected a folder of Slumbot 2017"),
    ] {
        let reason = made.import(dump, counts).unwrap_err();
        assert!(reason.contains(words), "{reason}");
    }
    // A number that is none, a file cut off, and one that is not there.
    let first = made.sums().join("sumprobs.x.0.0.0.100.p1.d");
    let whole = std::fs::read(&first).unwrap();
    for damage in [f64::NAN, f64::INFINITY] {
        let bytes = [&whole[..16], &damage.to_le_bytes(), &whole[24..]].concat();
        std::fs::write(&first, bytes).unwrap();
        assert!(made.import("sums", COUNTS).unwrap_err().contains("expected a number at byte 16"));
    }
    std::fs::write(&first, &whole[..whole.len() - 8]).unwrap();
    assert!(made.import("sums", COUNTS).unwrap_err().contains("0.100.p1.d: expected 116688 bytes for 1326 buckets"));
    std::fs::write(&first, whole).unwrap();
    std::fs::remove_file(made.sums().join("sumprobs.x.0.0.3.100.p0.i")).unwrap();
    assert!(
        made.import("sums", COUNTS).unwrap_err().contains("expected a file sumprobs.x.0.0.3.100.p0.d, .i, .c or .s")
    );
}

/// `dumps/slumbot` has the sums of its TCFR with one bucket a street, and `dumps/slumbot.printed` what a walk of its
/// own betting tree, in the order of its own reader, finds in them: betting (`-` for none), calling, folding, raising.
#[test]
fn sums_that_the_program_wrote_say_what_its_own_tree_finds_in_them() {
    let theirs = BlindDump::import("slumbot");
    let printed = theirs.printed("slumbot.printed");
    assert!(printed.lines().count() > 150);
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let shares = [2, 1, 3].map(|place| words[place].parse().unwrap());
        theirs.expect(words[0].trim_start_matches('-'), shares);
    }
}
