//! How long work would have taken if nothing else had run meanwhile: the core time of its threads, each thread's part
//! counted where it falls in the work. A busy machine then plans as an idle one does.

use std::fs;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Instant;
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
