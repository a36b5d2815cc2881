//! Clocks for measuring how long work takes: the caller that asks for an estimate supplies the clock to be trusted.
//!
//! Processor time, as the system counts it: of this process, and of the other ranks where several share the work.
//!
//! It is not the time on the clock times the number of threads: threads that wait, for one another or for a processor
//! that other programs use, cost nothing.

use serde_json::json;
use std::fs;
use std::time::Instant;

use super::ranks::Ranks;

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

/// The name by which the ranks know the question for their processor time.
pub const JOB: &str = "processor time";

/// Linux counts processor time in hundredths of a second, whatever the kernel's own clock.
const TICKS_PER_SECOND: f64 = 100.0;
/// User time among the fields of `stat` after the program's name, from 0; system time follows it.
const USER_TIME: usize = 11;

/// User and system time of all threads of this process so far, in seconds; `None` where the system does not report it.
pub(crate) fn process_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name is in brackets and may contain anything, including brackets and spaces.
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(USER_TIME);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
}

/// Counts the processor time of this process from the moment it is made.
#[derive(Clone, Copy, Debug)]
pub struct ProcessorClock {
    begun: Option<f64>,
}

impl ProcessorClock {
    pub fn start() -> Self {
        Self { begun: process_seconds() }
    }

    /// Seconds since the start; `None` where the system does not report them.
    pub fn seconds(&self) -> Option<f64> {
        self.begun.zip(process_seconds()).map(|(begun, now)| now - begun)
    }
}

/// The other ranks' processor time, each a process of its own, since rank 0 asked last: what they spent on jobs, not on
/// waiting for one. They answer by [`send_seconds`].
pub fn seconds_of_others(ranks: &dyn Ranks) -> Option<f64> {
    if ranks.is_alone() {
        return Some(0.0);
    }
    ranks.broadcast(json!({ "job": JOB }).to_string().as_bytes());
    gather_seconds(ranks)
}

/// Adds up at rank 0 what all other ranks send by [`send_seconds`]; `None` where one of them does not know.
pub fn gather_seconds(ranks: &dyn Ranks) -> Option<f64> {
    let of_rank = |bytes: &Vec<u8>| bytes.as_slice().try_into().ok().map(f64::from_le_bytes);
    ranks.gather(&[]).iter().skip(1).map(of_rank).sum()
}

/// Sends rank 0 the processor time of this one, as one of the other ranks.
pub fn send_seconds(ranks: &dyn Ranks, seconds: Option<f64>) {
    let bytes = seconds.map(|seconds| seconds.to_le_bytes().to_vec());
    ranks.gather(&bytes.unwrap_or_default());
}
