//! What this process has used: core time, peak memory and traffic with the disk, read from `/proc`; unknown on systems
//! without it. And the memory and disk space that this machine has left for a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tables::memory;
use tables::run::record::StageCost;
use tables::run::table_home::TableHome;
use tables::together::progress::{Progress, Update};
use tables::together::time::ProcessorClock;

pub struct UsageClock {
    start: Instant,
    core: ProcessorClock,
    /// The peak so far, where it could not be reset.
    peak_before: Option<u64>,
}

impl UsageClock {
    /// Starts the clock and resets the kernel's memory peak, where that is allowed.
    pub fn start() -> Self {
        // The kernel's word for "reset the peak"; refused in some containers.
        let forgotten = fs::write("/proc/self/clear_refs", "5").is_ok();
        let peak_before = peak_memory().filter(|_| !forgotten);
        Self { start: Instant::now(), core: ProcessorClock::start(), peak_before }
    }

    /// What was used since the start; disk space is the caller's to count.
    pub fn stop(&self) -> StageCost {
        // A peak that did not rise belongs to earlier work.
        let memory = peak_memory().filter(|&peak| self.peak_before.is_none_or(|before| peak > before));
        StageCost {
            seconds: self.start.elapsed().as_secs_f64(),
            core_seconds: self.core.seconds(),
            memory_bytes: memory,
            disk_bytes: None,
        }
    }
}

/// What passed between memory and disk for this process so far: it shows what tables larger than memory cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageTraffic {
    /// Page faults that waited for a disk.
    pub major_faults: u64,
    pub read_bytes: u64,
    /// Bytes of pages changed that go to disks, now or when the kernel writes them back.
    pub written_bytes: u64,
}

impl PageTraffic {
    /// The traffic so far; `None` on systems that do not report it.
    pub fn now() -> Option<Self> {
        Self::of_process(Path::new("/proc/self"))
    }

    /// The traffic of the process with this folder of `/proc`.
    pub fn of_process(folder: &Path) -> Option<Self> {
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        let io = fs::read_to_string(folder.join("io")).ok()?;
        let number = |name: &str| io.lines().find_map(|line| line.strip_prefix(name))?.trim().parse().ok();
        Some(Self {
            major_faults: stat_fields(&stat)?.nth(MAJOR_FAULTS)?.parse().ok()?,
            read_bytes: number("read_bytes:")?,
            written_bytes: number("write_bytes:")?,
        })
    }

    /// The traffic per second since `before`, which was measured `elapsed` ago, in words.
    pub fn rates_since(&self, before: &Self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let rate =
            |now: u64, before: u64| if seconds > 0.0 { now.saturating_sub(before) as f64 / seconds } else { 0.0 };
        format!(
            "{:.0} page faults/s, {:.0} MB/s read, {:.0} MB/s written",
            rate(self.major_faults, before.major_faults),
            rate(self.read_bytes, before.read_bytes) / 1e6,
            rate(self.written_bytes, before.written_bytes) / 1e6
        )
    }
}

/// The place among the fields of `stat` after the program's name, from 0.
const MAJOR_FAULTS: usize = 9;

/// The name is in brackets and may contain anything, including brackets and spaces.
fn stat_fields(stat: &str) -> Option<impl Iterator<Item = &str>> {
    Some(stat.rsplit_once(')')?.1.split_ascii_whitespace())
}

/// The largest resident memory since the peak was last reset.
fn peak_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Seconds over which rates are taken.
const SECONDS: f64 = 1.0;

/// Adds page faults and disk traffic a second to every note.
pub struct PagingProgress<'a> {
    inner: &'a dyn Progress,
    last: Mutex<Seen>,
}

struct Seen {
    at: Instant,
    traffic: Option<PageTraffic>,
    text: String,
}

impl<'a> PagingProgress<'a> {
    /// Watches this process from now on and passes all else on.
    pub fn new(inner: &'a dyn Progress) -> Self {
        let seen = Seen { at: Instant::now(), traffic: PageTraffic::now(), text: String::new() };
        Self { inner, last: Mutex::new(seen) }
    }

    fn text(&self) -> String {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = last.at.elapsed();
        if elapsed.as_secs_f64() >= SECONDS
            && let (Some(before), Some(now)) = (last.traffic, PageTraffic::now())
        {
            last.text = now.rates_since(&before, elapsed);
            (last.at, last.traffic) = (Instant::now(), Some(now));
        }
        last.text.clone()
    }
}

impl Progress for PagingProgress<'_> {
    fn report(&self, update: &Update<'_>) {
        let text = self.text();
        let note = match (&update.note, text.is_empty()) {
            (note, true) => note.clone(),
            (None, false) => Some(text),
            (Some(note), false) => Some(format!("{note}, {text}")),
        };
        self.inner.report(&Update { note, ..update.clone() });
    }

    fn cancelled(&self) -> bool {
        self.inner.cancelled()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AvailableResources {
    /// Bytes of memory that can be had without swapping, within the limits of the process and its control groups.
    pub memory_bytes: Option<u64>,
    /// Bytes that can be written to the run folder's file system.
    pub disk_bytes: Option<u64>,
}

impl AvailableResources {
    /// What is left now, for a run in that folder, which need not exist.
    pub fn now(folder: &Path) -> Self {
        Self { memory_bytes: memory::available(), disk_bytes: free_disk(folder) }
    }
}

/// Memory that training needs beside its table: a batch of boards at work, and enough for the bucket files' pages not
/// to be read again and again.
const BESIDE_THE_TABLE: u64 = 1 << 30;

impl AvailableResources {
    /// Where a regret table of this size should live: in memory where it fits (or the machine does not report how much
    /// it has), else in a working file in a folder.
    pub fn table_home(self, table_bytes: u64, folder: &Path) -> TableHome<'_> {
        match self.memory_bytes {
            Some(memory) if table_bytes.saturating_add(BESIDE_THE_TABLE) > memory => TableHome::WorkingFile(folder),
            _ => TableHome::Memory,
        }
    }
}

/// What an ordinary user may still write to the file system of the nearest folder that exists.
fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder));
    free_in(folder.ancestors().find(|it| it.exists())?)
}

#[cfg(unix)]
fn free_in(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_in(_folder: &Path) -> Option<u64> {
    None
}
