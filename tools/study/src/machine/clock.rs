//! How long work would have taken if nothing else had run meanwhile: the core time of its threads, each thread's part
//! counted where it falls in the work. A busy machine then plans as an idle one does.

use evaluator::processor::Processor;
use std::fs;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tables::run::record::StageEnd;
use tables::together::time::Stopwatch;

/// Such a clock; where the system does not report the core time of threads, it is the wall clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct UndisturbedClock;

impl Stopwatch for UndisturbedClock {
    fn start(&self) -> Box<dyn Fn() -> f64> {
        let now = || ThreadTimes::of_process(Path::new("/proc/self"), &fs::read_link("/proc/thread-self").ok()?);
        let (start, before) = (Instant::now(), now());
        let cores = available_parallelism().map_or(1, usize::from).min(rayon::current_num_threads());
        Box::new(move || {
            let wall = start.elapsed().as_secs_f64();
            before.zip(now()).map_or(wall, |(before, now)| now.since(before).undisturbed(wall, cores))
        })
    }
}

/// The core time that the threads of a process have used so far, in seconds.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ThreadTimes {
    /// The thread that asks: it does one thing after the other.
    pub own: f64,
    /// All others together: they share the work that is done in parallel.
    pub others: f64,
}

impl ThreadTimes {
    /// For the process with this folder of `/proc`; the calling thread is the one whose folder ends in the same name as
    /// `own`. `None` on systems that do not report core times.
    pub fn of_process(folder: &Path, own: &Path) -> Option<Self> {
        let mut sum = Self::default();
        for thread in fs::read_dir(folder.join("task")).ok()? {
            let thread = thread.ok()?;
            // Nanoseconds on a core come first. A thread may end meanwhile.
            let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
            let worked = text.split_ascii_whitespace().next()?.parse::<f64>().ok()? * 1e-9;
            *if own.file_name() == Some(&thread.file_name()) { &mut sum.own } else { &mut sum.others } += worked;
        }
        // Kernels without these statistics have zeros.
        (sum.own + sum.others > 0.0).then_some(sum)
    }

    fn since(self, before: Self) -> Self {
        Self { own: (self.own - before.own).max(0.0), others: (self.others - before.others).max(0.0) }
    }

    /// What `wall` seconds on the wall clock would have been on `cores` cores used by nothing else. How long threads
    /// waited for a core is no guide: one that waits keeps the others from work without their waiting for any core.
    pub fn undisturbed(self, wall: f64, cores: usize) -> f64 {
        let worked = self.own + self.others / cores as f64;
        // Nothing but waiting for a disk.
        if worked <= 0.0 { wall } else { worked.min(wall) }
    }
}

const SECONDS_OF_A_DAY: u64 = 86_400;

pub(crate) fn ended_now() -> StageEnd {
    let unix_seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    StageEnd { unix_seconds, processor: processor_name() }
}

/// What this machine is called in its network; empty where that is not known.
pub(crate) fn machine_name() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// The processor's name, its threads and the vector instructions used of it, in words.
pub fn processor_name() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let instructions = match Processor::detect() {
        Processor::Avx512 => ", AVX-512",
        Processor::Avx2 => ", AVX2",
        Processor::Portable => "",
    };
    let noun = if threads == 1 { "thread" } else { "threads" };
    format!("{}{instructions}, {threads} {noun}", model_of(&about))
}

/// The model that the kernel reports; the kind of processor if it reports none.
pub fn model_of(about: &str) -> String {
    let named = about.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == "model name");
    let model = named.map(|(_, name)| name.split_whitespace().collect::<Vec<&str>>().join(" "));
    model.filter(|model| !model.is_empty()).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The day of a moment, such as `2026-11-23` (UTC).
///
/// Howard Hinnant's `civil_from_days`: years that begin in March, so that the leap day is a year's last.
pub fn day_of(unix_seconds: u64) -> String {
    let days = unix_seconds / SECONDS_OF_A_DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day_of_month:02}", era * 400 + year + later)
}
