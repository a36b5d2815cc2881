//! What this process has used: core time and peak memory, read from `/proc`; nothing is known where there is none.

use std::fs;
use std::time::Instant;
use tables::stage_record::StageCost;

/// Linux counts core time in hundredths of a second, whatever the kernel's own clock.
const TICKS_PER_SECOND: f64 = 100.0;

/// Measures one piece of work of this process.
pub struct UsageClock {
    start: Instant,
    core_seconds: Option<f64>,
    /// The peak so far, where it could not be forgotten.
    peak_before: Option<u64>,
}

impl UsageClock {
    /// Starts the clock and has the kernel forget the peak of memory so far, where it lets us.
    pub fn start() -> Self {
        // The kernel's word for "reset the peak"; refused in some containers.
        let forgotten = fs::write("/proc/self/clear_refs", "5").is_ok();
        let peak_before = peak_memory().filter(|_| !forgotten);
        Self { start: Instant::now(), core_seconds: core_seconds(), peak_before }
    }

    /// What was used since the start; disk space is the caller's to count.
    pub fn stop(&self) -> StageCost {
        let core = self.core_seconds.zip(core_seconds()).map(|(before, after)| after - before);
        // A peak that did not rise belongs to earlier work.
        let memory = peak_memory().filter(|&peak| self.peak_before.is_none_or(|before| peak > before));
        StageCost {
            seconds: self.start.elapsed().as_secs_f64(),
            core_seconds: core,
            memory_bytes: memory,
            disk_bytes: None,
        }
    }
}

/// User and system time of all threads.
fn core_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name stands in brackets and may hold anything; times are the 12th and 13th fields after it.
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
}

/// The largest resident memory since it was last forgotten.
fn peak_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
