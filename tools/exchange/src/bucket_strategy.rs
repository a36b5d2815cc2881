//! A strategy of heads-up limit hold'em by buckets, from whatever source: decision by decision into a strategy file.

use evaluator::holding::STARTING_HANDS;
use serde_json::{Map, Value, json};
use solver::game::{BettingTree, GameDefinition, Node, NodeId};
use solver::policy::given_row::{is_sound, made_legal};
use std::path::Path;
use tables::bucket_table::BucketTable;
use tables::checksum::checksum;
use tables::error::TableError;
use tables::fingerprint::Parent;
use tables::progress::{Progress, Update};
use tables::strategy_bits::ProbabilityBits;
use tables::strategy_block::NodeStrategy;
use tables::strategy_writer::{StrategyDescription, StrategyNode, StrategyWriter};

use crate::error::ExchangeError;

/// What a strategy file says of itself, and the bucket files that it goes by.
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
        [STARTING_HANDS, flop, turn, river]
    }

    /// Writes the file from the compressed blocks of all decisions, in the order of the tree, and returns its length.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write<'b>(
        mut self,
        tree: &BettingTree,
        blocks: impl IntoIterator<Item = &'b [u8]>,
        file: &Path,
    ) -> Result<u64, TableError> {
        let counts = self.counts();
        self.recipe.insert("game".to_owned(), json!(GameDefinition::holdem_limit().to_acpc_text()));
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

    /// Asks for the strategy decision by decision and writes the file.
    ///
    /// The recipe also gets a checksum of all that was said. `ask` is given a betting and fills one row for each bucket of a decision's round: the probabilities of folding, calling and raising.
    /// Where a fold or a raise is not legal, its probability falls to the call.
    ///
    /// # Errors
    /// [`ExchangeError::Probabilities`] for the first row that is none, an interruption, what `ask` gives and what
    /// writing gives.
    pub fn write_asked<E: From<ExchangeError>>(
        mut self,
        mut ask: impl FnMut(&str, &mut [[f64; 3]]) -> Result<(), E>,
        file: &Path,
        progress: &dyn Progress,
    ) -> Result<u64, E> {
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
            blocks.push(block_of(node, &betting, rows)?);
        }
        let sums: Vec<u8> = blocks.iter().flat_map(|block| checksum(block).to_le_bytes()).collect();
        self.recipe.insert("checksum".to_owned(), json!(format!("{:016x}", checksum(&sums))));
        Ok(self.write(&tree, blocks.iter().map(Vec::as_slice), file).map_err(ExchangeError::from)?)
    }
}

fn block_of(node: &Node, betting: &str, rows: &[[f64; 3]]) -> Result<Vec<u8>, ExchangeError> {
    let mut block = NodeStrategy::with_bits(node.actions.len(), rows.len(), ProbabilityBits::Sixteen)
        .expect("a decision of hold'em has two or three actions");
    for (bucket, row) in rows.iter().enumerate() {
        if !is_sound(row) {
            return Err(ExchangeError::Probabilities { betting: betting.to_owned(), bucket, found: *row });
        }
        let legal = made_legal(*row, node.actions);
        let probabilities: Vec<f32> = node.actions.iter().map(|&action| legal[action as usize] as f32).collect();
        let fits = block.set(bucket, &probabilities);
        debug_assert!(fits, "as many probabilities as actions");
    }
    Ok(block.compress()?)
}
