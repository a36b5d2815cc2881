//! Clocks for measuring how long work takes: the caller that asks for an estimate supplies the clock to be trusted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Measures pieces of work.
pub trait Stopwatch: Sync {
    /// Starts a measurement; the function returned gives the seconds since then.
    fn start(&self) -> Box<dyn Fn() -> f64>;
}

/// Wall-clock time: correct where nothing else runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallClock;

impl Stopwatch for WallClock {
    fn start(&self) -> Box<dyn Fn() -> f64> {
        let start = Instant::now();
        Box::new(move || start.elapsed().as_secs_f64())
    }
}

/// A clock that counts readings: every start and every reading is one second after the last. Tests of estimates use it,
/// so that they compare arithmetic and not how busy the machine was.
#[derive(Clone, Debug, Default)]
pub struct LookCounter {
    looks: Arc<AtomicU64>,
}

impl Stopwatch for LookCounter {
    fn start(&self) -> Box<dyn Fn() -> f64> {
        let looks = self.looks.clone();
        let look = move || looks.fetch_add(1, Ordering::Relaxed);
        let start = look();
        Box::new(move || (look() - start) as f64)
    }
}
