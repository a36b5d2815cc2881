//! A strategy of heads-up limit hold'em by buckets, from any source, written to a file decision by decision.

use evaluator::deck::Deck;
use serde_json::{Map, Value, json};
use solver::game::{BettingTree, GameDefinition, Node, NodeId};
use solver::policy::fixed::{is_sound, made_legal};
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::fingerprint::{Parent, checksum};
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::file::sibling::require_place;
use tables::strategy::block::{LIMIT_ACTIONS, NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::{Progress, Update};

use super::error::ExchangeError;

/// What a strategy file says about itself, and the bucket files that it is based on.
#[derive(Clone, Debug)]
pub struct BucketStrategy<'a> {
    /// Flop, turn, river.
    pub buckets: &'a [BucketTable; 3],
    /// Where it comes from, so that no other strategy has the same; the game is added.
    pub recipe: Map<String, Value>,
    /// What else is known of it.
    pub facts: Value,
}

impl BucketStrategy<'_> {
    /// Buckets of the four rounds; before the flop the starting hands.
    pub fn counts(&self) -> [usize; 4] {
        let [flop, turn, river] = self.buckets.each_ref().map(BucketTable::bucket_count);
        [self.deck().starting_hand_count(), flop, turn, river]
    }

    fn deck(&self) -> Deck {
        self.buckets[0].deck()
    }

    /// Writes the file from the compressed blocks of all decisions, one for each in the order of the tree, and returns
    /// its length.
    pub(crate) fn write<'b>(
        mut self,
        tree: &BettingTree,
        blocks: impl IntoIterator<Item = &'b [u8]>,
        file: &Path,
    ) -> Result<u64, TableError> {
        let counts = self.counts();
        self.recipe.insert("game".to_owned(), json!(GameDefinition::holdem_limit_on(self.deck()).to_acpc_text()));
        let description = StrategyDescription {
            recipe: self.recipe.into(),
            parents: self.buckets.iter().map(|table| Parent::new(table.round().name(), table.fingerprint())).collect(),
            buckets_per_round: counts.map(|count| count as u32).to_vec(),
            facts: self.facts,
        };
        let mut writer = StrategyWriter::with_bits(description, ProbabilityBits::Sixteen);
        for (node, block) in tree.nodes().iter().zip(blocks) {
            let (round, player, actions) = (node.round as u8, node.player as u8, node.actions.len() as u8);
            writer.push(StrategyNode { round, player, actions }, block)?;
        }
        writer.write(file)?;
        Ok(std::fs::metadata(file).map_or(0, |metadata| metadata.len()))
    }

    /// Asks for a strategy decision by decision and writes the file. Its recipe also gets the name and a checksum of
    /// all blocks.
    ///
    /// `ask` is given a betting and fills one row for each bucket of that round: the probabilities of folding, calling
    /// and raising. Where a fold or a raise is not legal, its probability falls to the call.
    pub fn write_asked<E: From<ExchangeError>>(
        mut self,
        name: &str,
        mut ask: impl FnMut(&str, &mut [[f64; 3]]) -> Result<(), E>,
        file: &Path,
        progress: &dyn Progress,
    ) -> Result<u64, E> {
        self.require_writable(file)?;
        let tree = BettingTree::new(&GameDefinition::holdem_limit());
        let (counts, nodes) = (self.counts(), tree.nodes());
        let mut rows = vec![[0.0; 3]; counts.into_iter().max().unwrap_or(0)];
        let mut blocks = Vec::with_capacity(nodes.len());
        for (number, node) in nodes.iter().enumerate() {
            let (done, of) = (number as u64, nodes.len() as u64);
            progress.report(&Update { stage: "strategy", done, of, unit: "decisions", note: None });
            progress.check().map_err(ExchangeError::from)?;
            let betting = tree.history(NodeId(number as u32));
            let rows = &mut rows[..counts[node.round]];
            ask(&betting, rows)?;
            if let Some(bucket) = rows.iter().position(|row| !is_sound(row)) {
                let (name, found) = (name.to_owned(), rows[bucket]);
                return Err(ExchangeError::Probabilities { name, betting, bucket, found }.into());
            }
            let legal = rows.iter().map(|row| {
                let legal = made_legal(*row, node.actions);
                [0, 1, 2].map(|place| node.actions.get(place).map_or(0.0, |&action| legal[action.column()] as f32))
            });
            blocks.push(compressed(node, legal).map_err(ExchangeError::from)?);
        }
        let sums: Vec<u8> = blocks.iter().flat_map(|block| checksum(block).to_le_bytes()).collect();
        self.recipe.insert("name".to_owned(), json!(name));
        self.recipe.insert("checksum".to_owned(), json!(format!("{:016x}", checksum(&sums))));
        Ok(self.write(&tree, blocks.iter().map(Vec::as_slice), file).map_err(ExchangeError::from)?)
    }

    /// Before the work: a folder that is not there, and a file that would replace one of the bucket files or anything
    /// else that is no strategy.
    fn require_writable(&self, file: &Path) -> Result<(), ExchangeError> {
        require_place(file)?;
        let place = file.canonicalize();
        let is_this = |table: &&BucketTable| {
            table.file().path().canonicalize().is_ok_and(|it| place.as_ref().is_ok_and(|place| *place == it))
        };
        let refused = |table: &BucketTable| ExchangeError::Array {
            path: file.to_owned(),
            expected: "a place for the strategy".to_owned(),
            found: format!("the buckets of the {}", table.round()),
            advice: "give another file",
        };
        self.buckets.iter().find(is_this).map_or(Ok(()), |table| Err(refused(table)))?;
        Ok(require_kind(file, FileKind::Strategy)?)
    }
}

/// A decision's compressed block: for each bucket the probabilities of its actions, zero beyond them.
pub(crate) fn compressed(
    node: &Node,
    buckets: impl ExactSizeIterator<Item = [f32; LIMIT_ACTIONS]>,
) -> Result<Vec<u8>, TableError> {
    let actions = node.actions.len();
    let mut block = NodeStrategy::with_bits(actions, buckets.len(), ProbabilityBits::Sixteen)
        .expect("a decision of hold'em has two or three actions");
    for (bucket, probabilities) in buckets.enumerate() {
        let fits = block.set(bucket, &probabilities[..actions]);
        debug_assert!(fits, "as many probabilities as actions");
    }
    block.compress()
}
