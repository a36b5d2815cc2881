//! Writing a strategy file: one compressed block per decision node, in the order of the nodes.

use serde_json::{Value, json};
use std::path::Path;

use super::block::{MAX_ACTIONS, ProbabilityBits};
use crate::buckets::table::MAX_BUCKETS;
use crate::error::TableError;
use crate::file::array::ElementType;
use crate::file::fingerprint::{Fingerprint, Parent};
use crate::file::header::{FileDescription, FileKind, Section};
use crate::file::writer::ArrayWriter;

/// The section with the blocks; another one for each coding, so that no reader takes one for the other.
pub(crate) const BLOCKS: &str = "marked_blocks";

/// What a strategy file says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategyDescription {
    /// The game (ACPC text), algorithm, iterations and whatever else is needed to make it again.
    pub recipe: Value,
    /// The bucket files, named `flop`, `turn`, `river`.
    pub parents: Vec<Parent>,
    /// Buckets of each of the game's 1 to 4 rounds, each from 1 to [`MAX_BUCKETS`].
    pub buckets_per_round: Vec<u32>,
    /// Further facts, shown but not used by readers.
    pub facts: Value,
}

/// A decision node as a strategy file knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategyNode {
    pub round: u8,
    pub player: u8,
    /// How many actions there are, 1 to [`MAX_ACTIONS`].
    pub actions: u8,
}

impl StrategyNode {
    /// Whether a game with that many rounds can have such a node.
    pub(crate) fn is_possible(self, rounds: usize) -> bool {
        (self.round as usize) < rounds && self.player < 2 && (1..=MAX_ACTIONS as u8).contains(&self.actions)
    }
}

/// A strategy file in the making; blocks are kept in memory, where the largest strategies take about 100 MB.
#[derive(Debug)]
pub struct StrategyWriter {
    description: StrategyDescription,
    bits: ProbabilityBits,
    nodes: Vec<u8>,
    block_offsets: Vec<u64>,
    blocks: Vec<u8>,
}

impl StrategyWriter {
    /// Starts a strategy without nodes, with probabilities of a given number of bits.
    pub fn with_bits(description: StrategyDescription, bits: ProbabilityBits) -> Self {
        Self { description, bits, nodes: Vec::new(), block_offsets: vec![0], blocks: Vec::new() }
    }

    /// Appends the next node with its block from [`super::block::NodeStrategy::compress`].
    pub fn push(&mut self, node: StrategyNode, block: &[u8]) -> Result<(), TableError> {
        if !node.is_possible(self.description.buckets_per_round.len()) {
            let problem = format!("node {} cannot be {node:?}", self.block_offsets.len() - 1);
            return Err(TableError::Unfinished { path: "strategy".into(), problem });
        }
        self.nodes.extend_from_slice(&[node.round, node.player, node.actions]);
        self.blocks.extend_from_slice(block);
        self.block_offsets.push(self.blocks.len() as u64);
        Ok(())
    }

    pub fn write(self, path: &Path) -> Result<Fingerprint, TableError> {
        if !are_possible(&self.description.buckets_per_round) {
            let problem = format!("{:?} cannot be the buckets of a game's rounds", self.description.buckets_per_round);
            return Err(TableError::Unfinished { path: path.into(), problem });
        }
        let nodes = self.block_offsets.len() as u64 - 1;
        let section = Section::new;
        let StrategyDescription { recipe, parents, buckets_per_round, facts } = self.description;
        let description = FileDescription {
            kind: FileKind::Strategy,
            recipe,
            parents,
            meta: json!({"bits": self.bits, "buckets_per_round": buckets_per_round, "facts": facts}),
            sections: vec![
                section("nodes", ElementType::U8, &[nodes, 3]),
                section("block_offsets", ElementType::U64, &[nodes + 1]),
                section(BLOCKS, ElementType::Bytes, &[self.blocks.len() as u64]),
            ],
        };
        let mut writer = ArrayWriter::create(path, &description)?;
        writer.write_section("nodes", &self.nodes)?;
        writer.write_section("block_offsets", &self.block_offsets)?;
        writer.write_section(BLOCKS, &self.blocks)?;
        writer.finish()
    }
}

/// Whether a game can have this many rounds with this many buckets; bounds what a reader allocates for a block.
pub(crate) fn are_possible(buckets_per_round: &[u32]) -> bool {
    (1..=4).contains(&buckets_per_round.len())
        && buckets_per_round.iter().all(|&count| (1..=MAX_BUCKETS).contains(&(count as usize)))
}
