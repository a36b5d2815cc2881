//! The threads that work runs on: one pool for each process, and one thread for what policies begin.

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex};

use super::failure::{WorkError, wrong};
use super::watched::locked;

/// The threads of one process.
struct Threads {
    process: u32,
    count: usize,
    pool: Arc<ThreadPool>,
}

/// Only ever locked by a thread that holds the interpreter lock, so that no other can hold it while a process forks.
static THREADS: Mutex<Option<Threads>> = Mutex::new(None);
/// The same for what a policy begins while it is asked on one of the pool's threads, which cannot wait for itself.
static THREAD_OF_POLICIES: Mutex<Option<Threads>> = Mutex::new(None);

/// Whether a policy is being asked on this thread.
pub fn is_in_policy() -> bool {
    rayon::current_thread_index().is_some()
}

/// The threads to work with: made at the first call, and anew in a process that was forked, which has none of its
/// parent's.
pub fn pool(py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let here = std::process::id();
    let (threads, usual) = if is_in_policy() {
        (&THREAD_OF_POLICIES, 1)
    } else {
        (&THREADS, std::thread::available_parallelism().map_or(1, |count| count.get()))
    };
    let mut threads = locked(threads);
    let count = match &*threads {
        Some(threads) if threads.process == here => return Ok(threads.pool.clone()),
        Some(threads) => threads.count,
        None => usual,
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

fn start(_py: Python<'_>, threads: &mut Option<Threads>, process: u32, count: usize) -> PyResult<Arc<ThreadPool>> {
    let built = ThreadPoolBuilder::new().num_threads(count).build();
    let pool = Arc::new(built.map_err(|error| WorkError::new_err(format!("{count} threads: {error}")))?);
    let before = threads.replace(Threads { process, count, pool: pool.clone() });
    if let Some(before) = before.filter(|before| before.process != process) {
        // Its threads are the parent's and cannot be waited for.
        std::mem::forget(before);
    }
    Ok(pool)
}
