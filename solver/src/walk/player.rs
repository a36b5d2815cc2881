//! A player as the walks see it: how hands are told apart, and how each is played.

use super::down::ChunkId;
use super::reach_products::{LANES, Real, Row};
use crate::boards::Buckets;

/// How a player acts, however the probabilities are kept.
pub trait Strategies<T>: Sync {
    /// Writes the action probabilities of the player's decisions in a chunk for each of the buckets, `[bucket][slot]`;
    /// the other player's slots are left alone.
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]);

    /// The probabilities of some slots for all buckets of a chunk, `[bucket][slot]`, in parts of 255; `None` where they
    /// are not kept in such parts.
    fn parts(&self, _at: ChunkId, _slots: &[usize]) -> Option<Vec<[u8; LANES]>> {
        None
    }

    /// Whether the player is asked board by board, since no table could hold its answers.
    fn is_asked(&self) -> bool {
        false
    }

    /// The bytes that one probability takes in a table that uses single bytes where it can.
    fn probability_bytes(&self) -> usize {
        size_of::<T>()
    }
}

/// A player: an abstraction and the strategy on it.
#[derive(Clone, Copy)]
pub struct Player<'a, T> {
    /// The abstraction.
    pub buckets: &'a dyn Buckets,
    pub strategies: &'a dyn Strategies<T>,
}

/// Rounds a row to another precision.
#[inline(always)]
pub(crate) fn rounded<S: Real, T: Real>(row: Row<S>) -> Row<T> {
    let mut rounded = Row::default();
    for lane in 0..LANES {
        rounded.0[lane] = T::of(row.0[lane].as_f64());
    }
    rounded
}
