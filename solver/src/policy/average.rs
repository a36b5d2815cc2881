//! The average strategy of a training run, which is what converges.
//!
//! Where the player's own strategy never reached a decision, its sums are empty: the current strategy stands in there,
//! or the uniform one where no regret is positive.
//!
//! The current strategy of a training run: regret matching of the regrets as they are.
//!
//! It wanders about the equilibrium and need not converge, but costs no sums and is purer than the average.

use crate::train::update_rule::{match_regrets, normalise};
use crate::train::{Cells, TableLayout};
use crate::walk::player::rounded;
use crate::walk::{ChunkId, HistoryLanes, Real, Row, Strategies};

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
                *weight = if total.0[lane].is_nothing() { regrets[lane].larger(T::default()) } else { sums[lane] };
            }
        }
    }
}

impl<C: Real, T: Real> Strategies<T> for AverageStrategies<'_, C> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[at.round];
        let mut weights = vec![Row::default(); lanes.slots];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            let first_row = self.layout.bucket(at, bucket as usize).start;
            for node in lanes.nodes.iter().filter(|node| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                self.weights(first_row, slots.clone(), &mut weights);
                normalise(&mut weights[slots.clone()]);
                for slot in slots {
                    strategy[slot] = rounded(weights[slot]);
                }
            }
        }
    }
}

/// The current strategy as a player that the walk can follow; uniform where no regret is positive.
pub struct CurrentStrategies<'a, T> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<T>],
}

impl<C: Real, T: Real> Strategies<T> for CurrentStrategies<'_, C> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[at.round];
        let mut matched = vec![Row::<C>::default(); lanes.slots];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            let rows = self.layout.bucket(at, bucket as usize);
            match_regrets(lanes, player, &self.regrets[rows], &mut matched);
            for node in lanes.nodes.iter().filter(|node| node.player == player) {
                for slot in node.first_slot..node.first_slot + node.children.len() {
                    strategy[slot] = rounded(matched[slot]);
                }
            }
        }
    }
}
