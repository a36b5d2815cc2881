//! The strategies of a training run: the average, which is what converges, and the current one.
//!
//! Where the player's own strategy never reached a decision, the average's sums are empty: the current strategy stands
//! in there, regret matching of the regrets as they are, or the uniform one where no regret is positive. The current
//! strategy wanders about the equilibrium and need not converge, but costs no sums and is purer than the average.

use crate::train::update_rule::normalise;
use crate::train::{Cells, TableLayout};
use crate::walk::player::rounded;
use crate::walk::{ChunkId, HistoryLanes, Real, Row, Strategies};

/// A strategy of a run as a player that the walk can follow.
pub struct TrainedStrategies<'a, T> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<T>],
    /// Sums of strategies; empty for the current strategy.
    pub strategy_sums: &'a [Cells<T>],
}

impl<T: Real> TrainedStrategies<'_, T> {
    /// The weight of an action: its strategy sum, or its positive regret in the lanes where all sums are empty.
    #[inline(always)]
    fn weights(&self, first_row: usize, slots: std::ops::Range<usize>, weights: &mut [Row<T>]) {
        let sums_of = |slot: usize| self.strategy_sums.get(first_row + slot).copied().unwrap_or_default();
        let mut total = Row::default();
        for slot in slots.clone() {
            total = total + Row::from(sums_of(slot));
        }
        for slot in slots {
            let (sums, regrets) = (sums_of(slot), self.regrets[first_row + slot]);
            for (lane, weight) in weights[slot].0.iter_mut().enumerate() {
                *weight = if total.0[lane].is_nothing() { regrets[lane].larger(T::default()) } else { sums[lane] };
            }
        }
    }
}

impl<C: Real, T: Real> Strategies<T> for TrainedStrategies<'_, C> {
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
