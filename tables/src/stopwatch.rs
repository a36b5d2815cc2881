//! Clocks for trying how long work takes: whoever asks for an estimate brings the one that is to be believed.

use std::time::Instant;

/// Measures pieces of work.
pub trait Stopwatch: Sync {
    /// Starts a measurement, and gives what tells the seconds since then.
    fn start(&self) -> Box<dyn Fn() -> f64>;
}

/// The clock on the wall: right where nothing else runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallClock;

impl Stopwatch for WallClock {
    fn start(&self) -> Box<dyn Fn() -> f64> {
        let start = Instant::now();
        Box::new(move || start.elapsed().as_secs_f64())
    }
}
