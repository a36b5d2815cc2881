//! One source of features for all tests: river strengths and turn histograms are made once.

use abstraction::features::build_features::FeatureSource;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Kept for the next test; a failed test must not fail the others.
pub fn source() -> MutexGuard<'static, FeatureSource> {
    static SOURCE: OnceLock<Mutex<FeatureSource>> = OnceLock::new();
    SOURCE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}
