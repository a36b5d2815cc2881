//! Dumps that other programs wrote themselves, of strategies that see no cards.

use crate::dump_buckets::bucket_file;
use evaluator::round::Round;
use exchange::import_strategy::{DumpedStrategy, ImportedStrategy};
use serde_json::json;
use solver::game::{Action, BettingTree, GameDefinition};
use std::path::{Path, PathBuf};
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;
use tempfile::TempDir;

/// Such a dump, imported.
pub struct BlindDump {
    pub imported: ImportedStrategy,
    reader: StrategyReader,
    tree: BettingTree,
    _folder: TempDir,
}

impl BlindDump {
    /// Imports a dump of `tests/dumps` with one bucket on every street.
    pub fn import(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rounds = [Round::Flop, Round::Turn, Round::River];
        let buckets = rounds.map(|round| bucket_file(folder.path(), round, json!({}), &[0.5]));
        let file = folder.path().join("theirs.strategy");
        let dumped = DumpedStrategy { dump: &dumps().join(name), counts: [1; 4], buckets: &buckets };
        let imported = dumped.import(&file, &Silent).unwrap();
        let (reader, tree) = (StrategyReader::open(&file).unwrap(), BettingTree::new(&GameDefinition::holdem_limit()));
        Self { imported, reader, tree, _folder: folder }
    }

    /// What the other program says of it.
    pub fn printed(&self, name: &str) -> String {
        std::fs::read_to_string(dumps().join(name)).unwrap()
    }

    /// Holds a decision to the shares of folding, calling and raising that the other program says.
    pub fn expect(&self, betting: &str, shares: [f64; 3]) {
        let id = self.tree.node_at(betting).unwrap();
        let found = self.reader.node_block(id.0 as usize).unwrap().probabilities(0).unwrap();
        for (share, action) in shares.into_iter().zip([Action::Fold, Action::Call, Action::Raise]) {
            let place = self.tree[id].actions.iter().position(|&own| own == action);
            let found = place.map_or(0.0, |place| f64::from(found[place]));
            assert!((found - share).abs() < 2e-5, "{betting}: {found}, not {share}, at {action:?}");
        }
    }
}

fn dumps() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dumps")
}
