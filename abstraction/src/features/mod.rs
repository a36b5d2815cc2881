//! What describes a hand: its strength distribution (HSD) and its strength against clusters of opponents (OCHS).

pub mod board_feature;
pub mod build_features;
pub mod distinct_rows;
pub mod embedding;
pub mod expected_strength;
pub mod feature_blocks;
pub mod hand_strength_distribution;
pub mod many_hands;
pub mod ochs_strength;
pub mod opponent_cluster_hand_strength;
pub mod opponent_clusters;
pub mod river_strengths;
pub mod runouts;
pub mod shipped_tables;
pub mod single_hand;

use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

/// Boards that one task takes: long enough to make scheduling free, short enough to stop soon when cancelled.
pub(crate) const BOARDS_AT_ONCE: usize = 32;

/// Counts finished work of many threads and passes it on.
pub(crate) struct Counter<'a> {
    progress: &'a dyn Progress,
    stage: &'a str,
    done: AtomicU64,
    of: u64,
    unit: &'static str,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(progress: &'a dyn Progress, stage: &'a str, of: usize, unit: &'static str) -> Self {
        Self { progress, stage, done: AtomicU64::new(0), of: of as u64, unit }
    }

    /// Adds finished work; an error once the user wants to stop.
    pub(crate) fn add(&self, amount: usize) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(amount as u64, Ordering::Relaxed) + amount as u64;
        self.progress.report(&Update { stage: self.stage, done, of: self.of, unit: self.unit, note: None });
        if self.progress.cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}
