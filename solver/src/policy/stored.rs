//! A strategy file unpacked into memory, a byte for each probability, in the order in which the walk reads it.

use evaluator::processor::{Kernel, Processor};
use std::path::Path;
use tables::strategy_block::{MAX_ACTIONS, PARTS};
use tables::strategy_reader::StrategyReader;

use crate::cfr::TableLayout;
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, NodeId, Place, TreeLayout};
use crate::walk::{HistoryLanes, LANES, Real, Row, Strategies};

/// All probabilities of a strategy file in parts of 255.
pub struct StoredPolicy {
    lanes: HistoryLanes,
    layout: TableLayout,
    lane_of_entries: Vec<Vec<(usize, usize)>>,
    parts: Vec<[u8; LANES]>,
    processor: Processor,
}

impl StoredPolicy {
    /// Unpacks a strategy of a game.
    ///
    /// # Errors
    /// A file for another game, or a damaged one.
    pub fn read(game: &GameDefinition, path: &Path) -> Result<Self, SolverError> {
        let reader = StrategyReader::open(path)?;
        let tree = BettingTree::new(game);
        let tree_layout = TreeLayout::new(&tree)?;
        let lanes = HistoryLanes::new(&tree_layout);
        let wrong_game = |found: String| SolverError::Unfit {
            what: "strategy file",
            expected: format!("{} decisions in {} rounds", tree.nodes().len(), tree.rounds()),
            found,
            advice: "give a strategy of this game",
        };
        let counts: Vec<usize> = reader.buckets_per_round().iter().map(|&count| count as usize).collect();
        if reader.node_count() != tree.nodes().len() || counts.len() != tree.rounds() {
            return Err(wrong_game(format!("{} decisions in {} rounds", reader.node_count(), counts.len())));
        }
        let layout = TableLayout::with_counts(&lanes, &counts);
        let lane_of_entries: Vec<_> = (0..tree.rounds()).map(|round| lanes.lane_of_entries(round)).collect();
        let mut parts = vec![[0; LANES]; layout.rows()];
        for (number, node) in tree.nodes().iter().enumerate() {
            let place = tree_layout.place(NodeId(number as u32));
            let (chunk, lane) = lane_of_entries[place.round][place.entry];
            let block = reader.node_block(number)?;
            if block.actions() != node.actions.len() || block.buckets() != counts[place.round] {
                return Err(wrong_game(format!("{} actions at decision {number}", block.actions())));
            }
            let first_slot = lanes.rounds[place.round].nodes[place.node].first_slot;
            for bucket in 0..counts[place.round] {
                let first = layout.bucket(place.round, chunk, bucket).start + first_slot;
                let mut left = PARTS;
                for action in 0..node.actions.len() - 1 {
                    let part = block.bytes()[action * counts[place.round] + bucket].min(left);
                    parts[first + action][lane] = part;
                    left -= part;
                }
                parts[first + node.actions.len() - 1][lane] = left;
            }
        }
        Ok(Self { lanes, layout, lane_of_entries, parts, processor: Processor::detect() })
    }

    /// The buckets that a round must have.
    pub fn buckets(&self, round: usize) -> usize {
        self.layout.buckets(round)
    }

    /// The parts (of 255) of a decision's actions for a bucket: fold, call, raise as far as legal, then zeros.
    #[inline]
    pub fn parts(&self, place: Place, bucket: usize) -> [u8; MAX_ACTIONS] {
        let (chunk, lane) = self.lane_of_entries[place.round][place.entry];
        let node = &self.lanes.rounds[place.round].nodes[place.node];
        let first = self.layout.bucket(place.round, chunk, bucket).start + node.first_slot;
        let mut parts = [0; MAX_ACTIONS];
        for (part, row) in parts.iter_mut().zip(&self.parts[first..first + node.children.len()]) {
            *part = row[lane];
        }
        parts
    }
}

impl<T: Real> Strategies<T> for StoredPolicy {
    fn load(&self, round: usize, chunk: usize, _player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        self.processor.run(Unpack {
            slots: self.lanes.rounds[round].slots,
            rows: &self.parts[self.layout.chunk(round, chunk)],
            buckets,
            strategies,
        });
    }
}

/// Turns parts of 255 into probabilities for the buckets of a board.
struct Unpack<'a, T> {
    slots: usize,
    rows: &'a [[u8; LANES]],
    buckets: &'a [u32],
    strategies: &'a mut [Row<T>],
}

impl<T: Real> Kernel for Unpack<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let scale = T::of(1.0 / f64::from(PARTS));
        for (&bucket, strategy) in self.buckets.iter().zip(self.strategies.chunks_exact_mut(self.slots)) {
            let rows = &self.rows[bucket as usize * self.slots..][..self.slots];
            for (row, parts) in strategy.iter_mut().zip(rows) {
                for (lane, &part) in row.0.iter_mut().zip(parts) {
                    *lane = T::of_byte(part).times(scale);
                }
            }
        }
    }
}
