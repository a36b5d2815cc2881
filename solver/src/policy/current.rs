//! The current strategy of a training run: regret matching of the regrets as they are.
//!
//! It wanders about the equilibrium and need not converge, but costs no sums and is purer than the average.

use crate::cfr::TableLayout;
use crate::cfr::regret_matching::match_regrets;
use crate::cfr::traversal::Cells;
use crate::walk::{HistoryLanes, Real, Row, Strategies};

/// The current strategy as a player that the walk can follow; uniform where no regret is positive.
pub struct CurrentStrategies<'a, T> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<T>],
}

impl<T: Real> Strategies<T> for CurrentStrategies<'_, T> {
    fn load(&self, round: usize, chunk: usize, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[round];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            let rows = self.layout.bucket(round, chunk, bucket as usize);
            match_regrets(lanes, player, &self.regrets[rows], strategy);
        }
    }
}
