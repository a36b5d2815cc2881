//! Strategies that are asked for decision by decision.

use crate::dump_buckets::all_buckets;
use exchange::bucket_strategy::BucketStrategy;
use exchange::error::ExchangeError;
use serde_json::{Map, json};
use solver::game::{Action, BettingTree, GameDefinition, NodeId};
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::error::Failure;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

fn strategy(buckets: &[BucketTable; 3]) -> BucketStrategy<'_> {
    BucketStrategy { buckets, recipe: Map::new(), facts: json!({}) }
}

/// How a bucket acts after a betting: something else everywhere.
fn row(betting: &str, bucket: usize, salt: u64) -> [f64; 3] {
    let number = betting.bytes().fold(bucket as u64 + salt, |sum, letter| sum.wrapping_mul(131) + u64::from(letter));
    let parts = [1, 9, 17].map(|shift| ((number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) % 100) as f64 + 1.0);
    parts.map(|part| part / parts.iter().sum::<f64>())
}

fn written(folder: &Path, name: &str, salt: u64) -> StrategyReader {
    let (buckets, file) = (all_buckets(folder), folder.join(name));
    let ask = |betting: &str, rows: &mut [[f64; 3]]| {
        rows.iter_mut().enumerate().for_each(|(bucket, to)| *to = row(betting, bucket, salt));
        Ok::<(), ExchangeError>(())
    };
    let bytes = strategy(&buckets).write_asked("mine", ask, &file, &Silent).unwrap();
    assert_eq!(bytes, std::fs::metadata(&file).unwrap().len());
    StrategyReader::open(&file).unwrap()
}

#[test]
fn every_bucket_does_what_was_said_as_far_as_it_is_legal() {
    let folder = tempfile::tempdir().unwrap();
    let reader = written(folder.path(), "mine.strategy", 0);
    assert_eq!(reader.buckets_per_round(), [169, 3, 3, 2]);
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let mut moved = 0;
    for (number, node) in tree.nodes().iter().enumerate() {
        let (betting, block) = (tree.history(NodeId(number as u32)), reader.node_block(number).unwrap());
        assert_eq!(block.buckets(), [169, 3, 3, 2][node.round]);
        for bucket in 0..block.buckets() {
            let said = row(&betting, bucket, 0);
            let found = block.probabilities(bucket).unwrap();
            for (place, action) in node.actions.iter().enumerate() {
                let lost = [Action::Fold, Action::Raise(0)].iter().filter(|it| !node.actions.contains(it));
                let lost: f64 = lost.map(|&it| said[it.column()]).sum();
                moved += usize::from(lost > 0.0);
                let expected = said[action.column()] + if *action == Action::Call { lost } else { 0.0 };
                assert!((f64::from(found[place]) - expected).abs() < 2e-5, "{betting} {bucket} {action:?}");
            }
        }
    }
    assert!(moved > 1_000);
    // Another strategy of that name is another file; the same one is the same.
    let [again, other] = [("again", 0), ("other", 1)].map(|(name, salt)| written(folder.path(), name, salt));
    assert_eq!(again.file().fingerprint(), reader.file().fingerprint());
    assert_ne!(other.file().fingerprint(), reader.file().fingerprint());
}

#[test]
fn what_is_no_distribution_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (buckets, file) = (all_buckets(folder.path()), folder.path().join("refused.strategy"));
    for wrong in [[0.5, 0.5, 0.1], [-0.1, 1.1, 0.0], [f64::NAN, 0.5, 0.5], [0.0; 3]] {
        let ask = |betting: &str, rows: &mut [[f64; 3]]| {
            rows.fill([0.0, 1.0, 0.0]);
            if betting == "cr" {
                rows[7] = wrong;
            }
            Ok::<(), ExchangeError>(())
        };
        let error = strategy(&buckets).write_asked("mine", ask, &file, &Silent).unwrap_err();
        let line = error.to_string();
        assert!(
            error.is_input_error() && line.contains("'mine' after betting 'cr'") && line.contains("bucket 7"),
            "{line}"
        );
        assert!(line.lines().count() == 1 && !file.exists());
    }
    // Before anything is asked: a folder that is not there, and buckets that would be lost.
    let ask = |_: &str, _: &mut [[f64; 3]]| -> Result<(), ExchangeError> { panic!("asked") };
    for (place, why) in [("none/mine.strategy", "does not exist"), ("turn.buckets", "the buckets of the turn")] {
        let error = strategy(&buckets).write_asked("mine", ask, &folder.path().join(place), &Silent).unwrap_err();
        assert!(error.to_string().contains(why) && error.to_string().lines().count() == 1, "{error}");
    }
    // What the caller fails with comes through.
    let ask = |_: &str, _: &mut [[f64; 3]]| Err(Failed::Mine);
    assert!(matches!(strategy(&buckets).write_asked("mine", ask, &file, &Silent), Err(Failed::Mine)));
    assert!(!file.exists());
}

#[derive(Debug)]
enum Failed {
    Mine,
    Exchange,
}

impl From<ExchangeError> for Failed {
    fn from(_: ExchangeError) -> Self {
        Self::Exchange
    }
}
