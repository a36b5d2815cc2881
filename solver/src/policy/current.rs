//! The current strategy of a training run: regret matching of the regrets as they are.
//!
//! It wanders about the equilibrium and need not converge, but costs no sums and is purer than the average.

use crate::train::regret_matching::match_regrets;
use crate::train::{Cells, TableLayout};
use crate::walk::player::rounded;
use crate::walk::{ChunkId, HistoryLanes, Real, Row, Strategies};

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
