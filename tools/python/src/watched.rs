//! Long work: the interpreter lock released, signals handled, progress reported, on threads that survive a fork.
//!
//! The work runs on a thread of its own while the calling one wakes up a few times a second, reports to the callback
//! where the work is and lets Python handle its signals. An exception of either, such as `KeyboardInterrupt`, asks the
//! work to stop at its next convenient place; what it saves then, it has saved before the exception is raised.

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tables::progress::{Progress, Update};

use crate::failure::{Failure, WorkError, raised, wrong};
use crate::policy::Failures;

/// The time between two checks of signals and progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// An update that outlives its report.
struct Reported {
    stage: String,
    done: u64,
    of: u64,
    unit: &'static str,
    note: Option<String>,
}

/// The caller's view of some work from Python.
pub struct Watch {
    /// What went wrong in the policies that are asked in this work, and whether to stop.
    failures: Arc<Failures>,
    /// The last update of each stage since the callback was last called.
    reported: Mutex<Vec<Reported>>,
    has_callback: bool,
}

impl Watch {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.failures.stopped.store(true, Ordering::Relaxed);
    }

    fn call(&self, callback: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(callback) = callback else { return Ok(()) };
        for Reported { stage, done, of, unit, note } in std::mem::take(&mut *locked(&self.reported)) {
            callback.call1((stage, done, of, unit, note))?;
        }
        Ok(())
    }
}

impl Progress for Watch {
    fn report(&self, update: &Update<'_>) {
        if !self.has_callback {
            return;
        }
        let &Update { stage, done, of, unit, ref note } = update;
        let mut reported = locked(&self.reported);
        match reported.last_mut().filter(|last| last.stage == stage) {
            // Threads may overtake each other.
            Some(last) if last.done > done => {}
            Some(last) => (last.done, last.of, last.note) = (done, of, note.clone()),
            None => reported.push(Reported { stage: stage.to_owned(), done, of, unit, note: note.clone() }),
        }
    }

    fn cancelled(&self) -> bool {
        self.failures.stopped.load(Ordering::Relaxed)
    }
}

/// Does long work. `progress` is called with stage, done, of, unit and note.
pub fn watched<T: Send, E: Failure + Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    watched_for(py, progress, &Arc::default(), work)
}

/// The same with policies that are asked: what goes wrong in one of them stops the work and is raised.
pub fn watched_for<T: Send, E: Failure + Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    failures: &Arc<Failures>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    let watch = Watch { failures: failures.clone(), reported: Mutex::default(), has_callback: progress.is_some() };
    // A policy is asked on a thread of the pool. What it wants done cannot wait for that thread.
    let pool = if rayon::current_thread_index().is_some() { Arc::new(built(1)?) } else { pool(py)? };
    let (finished, signal) = (Mutex::new(false), Condvar::new());
    let mut raised_here: Option<PyErr> = None;
    let result = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            // Reported even where the work panics.
            let _ends = Ends { finished: &finished, signal: &signal };
            pool.install(|| work(&watch))
        });
        loop {
            let is_finished = py.detach(|| {
                let waiting = signal.wait_timeout_while(locked(&finished), LOOK_EVERY, |finished| !*finished);
                *waiting.unwrap_or_else(PoisonError::into_inner).0
            });
            if raised_here.is_none() {
                let heard = py.check_signals().and_then(|()| watch.call(progress));
                raised_here = heard.err();
            }
            if raised_here.is_some() {
                watch.stop();
            }
            if is_finished {
                break;
            }
        }
        py.detach(|| worker.join())
    });
    if let Some(raised) = raised_here.or_else(|| failures.take()) {
        return Err(raised);
    }
    match result {
        Ok(result) => result.map_err(raised),
        Err(_) => Err(WorkError::new_err("a fault of the program itself; please report it")),
    }
}

struct Ends<'a> {
    finished: &'a Mutex<bool>,
    signal: &'a Condvar,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        *locked(self.finished) = true;
        self.signal.notify_all();
    }
}

/// What a lock guards stays sound whatever thread died with it: single words and whole updates.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads of one process.
struct Threads {
    process: u32,
    count: usize,
    pool: Arc<ThreadPool>,
}

/// Only ever locked by a thread that holds the interpreter lock, so that nobody else can hold it while a process forks.
static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

/// The threads to work with: made at the first call, and anew in a process that was forked, which has none of its
/// parent's.
pub fn pool(py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let here = std::process::id();
    let mut threads = locked(&THREADS);
    let count = match &*threads {
        Some(threads) if threads.process == here => return Ok(threads.pool.clone()),
        Some(threads) => threads.count,
        None => std::thread::available_parallelism().map_or(1, |count| count.get()),
    };
    start(py, &mut threads, here, count)
}

/// How many threads long work uses from now on; all cores at first.
#[pyfunction]
pub fn set_threads(py: Python<'_>, count: i64) -> PyResult<()> {
    let Some(count) = usize::try_from(count).ok().filter(|count| (1..=1024).contains(count)) else {
        return Err(wrong(format!("{count} threads: expected 1 to 1024")));
    };
    start(py, &mut locked(&THREADS), std::process::id(), count).map(drop)
}

fn built(count: usize) -> PyResult<ThreadPool> {
    let built = ThreadPoolBuilder::new().num_threads(count).build();
    built.map_err(|error| WorkError::new_err(format!("{count} threads: {error}")))
}

fn start(_py: Python<'_>, threads: &mut Option<Threads>, process: u32, count: usize) -> PyResult<Arc<ThreadPool>> {
    let pool = Arc::new(built(count)?);
    let before = threads.replace(Threads { process, count, pool: pool.clone() });
    if let Some(before) = before.filter(|before| before.process != process) {
        // Its threads are the parent's: there is nobody to wait for.
        std::mem::forget(before);
    }
    Ok(pool)
}
