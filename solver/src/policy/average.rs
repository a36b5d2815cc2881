//! The average strategy of a training run, which is what converges, and its export to a strategy file.
//!
//! Where a decision was never reached by the player's own strategy its sum is empty: there the current strategy stands in,
//! and without any regret the uniform one.

use rayon::prelude::*;
use std::path::Path;
use tables::fingerprint::Fingerprint;
use tables::strategy_block::{MAX_ACTIONS, NodeStrategy, compress_block};
use tables::strategy_writer::{StrategyDescription, StrategyNode, StrategyWriter};

use crate::cfr::TableLayout;
use crate::cfr::regret_matching::normalise;
use crate::cfr::traversal::Cells;
use crate::error::SolverError;
use crate::game::{BettingTree, NodeId, TreeLayout};
use crate::walk::{HistoryLanes, Real, Row, Strategies};

/// The average strategy as a player that the walk can follow.
pub struct AverageStrategies<'a, T> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<T>],
    /// Sums of strategies.
    pub strategy_sums: &'a [Cells<T>],
}

impl<T: Real> AverageStrategies<'_, T> {
    /// The weight of an action: its strategy sum, or its positive regret in the lanes where all sums are empty.
    #[inline(always)]
    fn weights(&self, first_row: usize, slots: std::ops::Range<usize>, weights: &mut [Row<T>]) {
        let mut total = Row::default();
        for slot in slots.clone() {
            total = total + Row::from(self.strategy_sums[first_row + slot]);
        }
        for slot in slots {
            let (sums, regrets) = (self.strategy_sums[first_row + slot], self.regrets[first_row + slot]);
            for (lane, weight) in weights[slot].0.iter_mut().enumerate() {
                let empty = total.0[lane] <= T::default();
                *weight = if empty { regrets[lane].larger(T::default()) } else { sums[lane] };
            }
        }
    }
}

impl<T: Real> Strategies<T> for AverageStrategies<'_, T> {
    fn load(&self, round: usize, chunk: usize, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[round];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            let first_row = self.layout.bucket(round, chunk, bucket as usize).start;
            for node in lanes.nodes.iter().filter(|node| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                self.weights(first_row, slots.clone(), strategy);
                normalise(&mut strategy[slots]);
            }
        }
    }
}

impl<T: Real> AverageStrategies<'_, T> {
    /// All buckets' strategies at one decision.
    fn node(&self, tree: &TreeLayout, lane_of_entries: &[Vec<(usize, usize)>], id: NodeId) -> NodeStrategy {
        let place = tree.place(id);
        let (chunk, lane) = lane_of_entries[place.round][place.entry];
        let node = &self.lanes.rounds[place.round].nodes[place.node];
        let actions = node.children.len();
        let buckets = self.layout.buckets(place.round);
        let mut strategy = NodeStrategy::new(actions, buckets).expect("a decision has 1 to 3 actions");
        for bucket in 0..buckets {
            let first = self.layout.bucket(place.round, chunk, bucket).start + node.first_slot;
            let cells = |table: &[Cells<T>]| -> [f32; MAX_ACTIONS] {
                let mut weights = [0.0; MAX_ACTIONS];
                for (weight, cells) in weights.iter_mut().zip(&table[first..first + actions]) {
                    *weight = cells[lane].larger(T::default()).as_f64() as f32;
                }
                weights
            };
            let mut weights = cells(self.strategy_sums);
            if weights.iter().all(|&weight| weight <= 0.0) {
                weights = cells(self.regrets);
            }
            // Quantising turns weights that are all zero into equal ones.
            let fits = strategy.set(bucket, &weights[..actions]);
            debug_assert!(fits);
        }
        strategy
    }

    /// Writes the strategy file: one block for each decision, in the tree's order.
    ///
    /// # Errors
    /// What the writer meets.
    pub fn export(
        &self,
        tree: &BettingTree,
        layout: &TreeLayout,
        description: StrategyDescription,
        path: &Path,
    ) -> Result<Fingerprint, SolverError>
    where
        T: Real,
    {
        let lane_of_entries: Vec<_> = (0..layout.rounds.len()).map(|round| self.lanes.lane_of_entries(round)).collect();
        let blocks: Vec<(StrategyNode, Vec<u8>)> = (0..tree.nodes().len() as u32)
            .into_par_iter()
            .map(|number| {
                let node = &tree[NodeId(number)];
                let strategy = self.node(layout, &lane_of_entries, NodeId(number));
                let head = StrategyNode {
                    round: node.round as u8,
                    player: node.player as u8,
                    actions: node.actions.len() as u8,
                };
                compress_block(strategy.bytes()).map(|block| (head, block))
            })
            .collect::<Result<_, _>>()?;
        let mut writer = StrategyWriter::new(description);
        for (node, block) in &blocks {
            writer.push(*node, block)?;
        }
        Ok(writer.write(path)?)
    }
}
