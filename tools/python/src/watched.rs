//! Long work: the interpreter lock released, signals handled, progress reported, on threads that survive a fork.
//!
//! The work runs on a thread of its own while the calling one wakes up a few times a second, reports to the callback
//! where the work is, looks at the caller's handle and lets Python handle its signals. An exception of one of them,
//! such as `KeyboardInterrupt`, asks the work to stop at its next convenient place; what it saves then, it has saved
//! before the exception is raised. A policy that does not return meanwhile is interrupted.
//!
//! A handle stops work from another thread. There is one pool of threads for each process, and one thread for what
//! policies begin.

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tables::error::Failure;
use tables::together::progress::{Progress, Update};

use super::failure::{Stopped, WorkError, raised, shown, wrong};
use super::policy::PolicyCalls;

/// The time between two checks of signals and progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long a policy may take to return once the work is to stop, and the time between two interruptions of one that
/// does not.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a caller watches a call: a function for its progress, and a handle to stop it.
#[derive(FromPyObject)]
pub struct Watching<'py>(Option<Bound<'py, PyAny>>, Option<Bound<'py, Stop>>);

impl Watching<'_> {
    /// For calls too short to be watched.
    pub const NOT_AT_ALL: Self = Self(None, None);

    fn check(&self) -> PyResult<()> {
        if self.1.as_ref().is_some_and(|stop| stop.get().is_stopped()) {
            return Err(Stopped::new_err("stopped by its handle; what was saved is kept"));
        }
        Ok(())
    }
}

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
    /// The policies that are asked in this work: what went wrong in them, and whether to stop.
    policies: Arc<PolicyCalls>,
    /// The last update of each stage since the callback was last called.
    reported: Mutex<Vec<Reported>>,
    has_callback: bool,
}

impl Watch {
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
        self.policies.is_stopped()
    }
}

/// Does long work, which a policy that is being asked cannot begin.
pub fn watched<T: Send, E: Failure + Send>(
    py: Python<'_>,
    watching: &Watching<'_>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    watched_for(py, watching, &Arc::default(), work)
}

/// The same with policies that are asked: what goes wrong in one of them stops the work and is raised.
pub fn watched_for<T: Send, E: Failure + Send>(
    py: Python<'_>,
    watching: &Watching<'_>,
    policies: &Arc<PolicyCalls>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    if is_in_policy() {
        return Err(wrong(
            "a policy is being asked, and cannot begin other work; do that beforehand and let the policy look it up",
        ));
    }
    watched_anywhere(py, watching, policies, work)
}

/// Does work that asks no policies, and that policies may begin.
pub fn watched_in_policies<T: Send, E: Failure + Send>(
    py: Python<'_>,
    watching: &Watching<'_>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    watched_anywhere(py, watching, &Arc::default(), work)
}

fn watched_anywhere<T: Send, E: Failure + Send>(
    py: Python<'_>,
    watching: &Watching<'_>,
    policies: &Arc<PolicyCalls>,
    work: impl FnOnce(&Watch) -> Result<T, E> + Send,
) -> PyResult<T> {
    watching.check()?;
    let Watching(callback, _) = watching;
    let watch = Watch { policies: policies.clone(), reported: Mutex::default(), has_callback: callback.is_some() };
    let pool = pool(py)?;
    let (finished, signal) = (Mutex::new(false), Condvar::new());
    let mut raised_here: Option<PyErr> = None;
    let mut interrupted: Option<Instant> = None;
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
                let handled = py.check_signals().and_then(|()| watch.call(callback.as_ref()));
                // Work that is done is not stopped any more.
                raised_here = handled.and_then(|()| if is_finished { Ok(()) } else { watching.check() }).err();
            }
            if raised_here.is_some() {
                policies.stop();
            }
            if is_finished {
                break;
            }
            if policies.is_stopped() {
                let since = interrupted.get_or_insert_with(Instant::now);
                if since.elapsed() >= PATIENCE {
                    interrupted = Some(Instant::now());
                    // What cannot be interrupted is waited for.
                    let _ = policies.interrupt(py);
                }
            }
        }
        py.detach(|| worker.join())
    });
    if let Some(raised) = raised_here.or_else(|| policies.take()) {
        return Err(raised);
    }
    match result {
        Ok(result) => result.map_err(raised),
        Err(_) => Err(WorkError::new_err("a fault of the program itself; please report it")),
    }
}

/// Does short work on the pool's threads, without the interpreter lock; policies may begin it, too.
pub fn in_parallel<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool(py)?;
    if !is_in_policy() {
        return Ok(py.detach(|| pool.install(work)));
    }
    // Not on this thread: while it waits it would take on other work of its own pool, in the middle of the policy.
    let done = py.detach(|| std::thread::scope(|scope| scope.spawn(|| pool.install(work)).join()));
    done.map_err(|_| WorkError::new_err("a fault of the program itself; please report it"))
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

/// Stops the calls that it is given to as `stop`, from any thread or task: they save what there is to save and raise
/// `Stopped`.
///
/// In a `with` statement it stops them when the block is left, as it is when an asyncio task is cancelled.
#[pyclass(frozen, module = "equipoise")]
#[derive(Default)]
pub struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Stops the calls that were given this handle, and those that will be.
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has stopped them.
    #[getter]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }

    fn __repr__(&self) -> &'static str {
        if self.is_stopped() { "<Stop: stopped>" } else { "<Stop>" }
    }
}

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
pub fn set_threads(py: Python<'_>, count: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(count) = count.extract().ok().filter(|count| (1..=1024).contains(count)) else {
        return Err(wrong(format!("count: {} threads: expected 1 to 1024", shown(count))));
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
