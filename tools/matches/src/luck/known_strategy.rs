//! A strategy that is known: what it does with any hand, its own or one it might have held.

use solver::boards::Buckets;
use solver::game::Place;
use tables::strategy::block::MAX_ACTIONS;

use crate::agent::Agent;

/// Somebody whose play is known for every hand.
pub trait KnownStrategy: Sync {
    /// Which hands it cannot tell apart.
    fn buckets(&self) -> &dyn Buckets;

    /// How often it takes the legal actions of a decision (fold, call, raise as far as legal, then zeros), as shares
    /// of their sum, which is not 0.
    fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS];
}

impl KnownStrategy for Agent {
    fn buckets(&self) -> &dyn Buckets {
        self.player::<f32>().buckets
    }

    fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS] {
        Self::weights(self, place, bucket)
    }
}

/// The same as probabilities.
pub(super) fn probabilities(weights: [u16; MAX_ACTIONS]) -> [f64; MAX_ACTIONS] {
    let sum: f64 = weights.iter().copied().map(f64::from).sum();
    weights.map(|weight| f64::from(weight) / sum)
}
