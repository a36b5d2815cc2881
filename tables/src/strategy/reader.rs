//! Reading a strategy file: any node's distribution by random access, unpacking that node's block alone.

use serde_json::Value;
use std::path::Path;

use super::block::{MAX_ACTIONS, NodeStrategy, ProbabilityBits};
use super::content::most_bytes;
use super::frames::unpack;
use super::writer::{BLOCKS, StrategyNode, are_possible};
use crate::buckets::table::MAX_BUCKETS;
use crate::error::TableError;
use crate::file::array::ArrayFile;
use crate::file::header::FileKind;
use crate::together::progress::Progress;

/// If a player's own actions lead to a decision with a hand less often than this, the hand is *not reached* there, and
/// what a strategy would do with it is hardly trained. Documents print six decimals.
pub const LEAST_REACH: f64 = 1e-6;

/// The section of the older coding, of 8 bits only, a byte for each probability: read, no longer written.
const PLAIN_BLOCKS: &str = "blocks";

/// An opened strategy file. Blocks are read unverified: damage gives an error or a wrong number, no more.
#[derive(Debug)]
pub struct StrategyReader {
    file: ArrayFile,
    bits: ProbabilityBits,
    /// The section with the blocks, which says how they are coded.
    blocks: &'static str,
    buckets_per_round: Vec<u32>,
    nodes: usize,
}

impl StrategyReader {
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::of(ArrayFile::open(path)?)
    }

    /// The same of an opened file.
    pub fn of(file: ArrayFile) -> Result<Self, TableError> {
        let file = file.of_kind(FileKind::Strategy)?;
        let bits: ProbabilityBits = file.meta("bits")?;
        let is_plain = bits == ProbabilityBits::Eight && file.header().section(PLAIN_BLOCKS).is_some();
        let blocks = if is_plain { PLAIN_BLOCKS } else { BLOCKS };
        let buckets_per_round: Vec<u32> = file.meta("buckets_per_round")?;
        if !are_possible(&buckets_per_round) {
            let (expected, found) =
                (format!("1 to 4 numbers from 1 to {MAX_BUCKETS}"), format!("{buckets_per_round:?}"));
            return Err(TableError::shape(file.path(), "buckets of the rounds", expected, found));
        }
        let nodes = file.section::<u64>("block_offsets")?.len().saturating_sub(1);
        file.section_of_shape::<u64>("block_offsets", &[nodes as u64 + 1])?;
        file.section_of_shape::<u8>("nodes", &[nodes as u64, 3])?;
        file.section::<u8>(blocks)?;
        Ok(Self { file, bits, blocks, buckets_per_round, nodes })
    }

    pub fn node_count(&self) -> usize {
        self.nodes
    }

    pub fn bits(&self) -> ProbabilityBits {
        self.bits
    }

    pub fn buckets_per_round(&self) -> &[u32] {
        &self.buckets_per_round
    }

    /// The game, the algorithm and whatever else is needed to make it again.
    pub fn recipe(&self) -> &Value {
        &self.file.header().recipe
    }

    /// The facts that the writer recorded.
    pub fn meta(&self) -> &Value {
        &self.file.header().meta
    }

    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// Round, player and number of actions of a node.
    pub fn node(&self, node: usize) -> Result<StrategyNode, TableError> {
        let path = self.file.path();
        let triples = self.file.section::<u8>("nodes")?;
        let Some(&[round, player, actions]) = triples.get(node.saturating_mul(3)..).and_then(|rest| rest.first_chunk())
        else {
            let (count, found) = (self.nodes as u64, node as u64);
            return Err(TableError::OutOfRange { path: path.into(), what: "node", count, found });
        };
        let found = StrategyNode { round, player, actions };
        if !found.is_possible(self.buckets_per_round.len()) {
            return Err(TableError::shape(path, format!("node {node}"), "a possible node", format!("{found:?}")));
        }
        Ok(found)
    }

    pub fn node_block(&self, node: usize) -> Result<NodeStrategy, TableError> {
        let path = self.file.path();
        let shape = self.node(node)?;
        let offsets = self.file.section::<u64>("block_offsets")?;
        let blocks = self.file.section::<u8>(self.blocks)?;
        let what = || format!("block of node {node}");
        let offset = |at: usize| offsets.get(at).and_then(|&offset| usize::try_from(offset).ok());
        let range = offset(node).zip(node.checked_add(1).and_then(offset));
        let Some(block) = range.and_then(|(start, end)| blocks.get(start..end)) else {
            let (expected, found) = (format!("a place within {} bytes", blocks.len()), format!("{range:?}"));
            return Err(TableError::shape(path, what(), expected, found));
        };
        let (actions, buckets) = (shape.actions as usize, self.buckets_per_round[shape.round as usize] as usize);
        let free = (actions - 1) * buckets;
        let is_plain = self.blocks == PLAIN_BLOCKS;
        // Never unpacked to more than such a node can have.
        let most = if is_plain { free } else { most_bytes(free, self.bits) };
        let content = unpack(block, most)
            .map_err(|error| TableError::shape(path, what(), format!("at most {most} compressed bytes"), error))?;
        let read = if is_plain { NodeStrategy::from_plain_bytes } else { NodeStrategy::from_bytes };
        read(actions, buckets, self.bits, &content).ok_or_else(|| {
            let expected = format!("the strategy of {actions} actions and {buckets} buckets");
            TableError::shape(path, what(), expected, format!("{} other bytes", content.len()))
        })
    }

    /// Unpacks every block, as whoever plays the strategy does.
    pub(crate) fn verify_blocks(&self, progress: &dyn Progress) -> Result<(), TableError> {
        for node in 0..self.nodes {
            progress.check()?;
            self.node_block(node)?;
        }
        Ok(())
    }

    /// The probabilities of a bucket's actions at a node, zero beyond its actions; unpacks that node alone.
    pub fn probabilities(&self, node: usize, bucket: usize) -> Result<[f32; MAX_ACTIONS], TableError> {
        let block = self.node_block(node)?;
        block.probabilities(bucket).ok_or_else(|| TableError::OutOfRange {
            path: self.file.path().into(),
            what: "bucket",
            count: block.buckets() as u64,
            found: bucket as u64,
        })
    }
}
