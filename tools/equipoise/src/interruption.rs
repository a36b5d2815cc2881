//! Signals: the first asks the work to stop at its next safe place, a later one ends the process at once.
//!
//! A signal goes to the main thread if that takes it, and waits there until the thread comes back from the kernel,
//! which may take seconds while a large file is flushed to disk. So signals are handled by a thread of their own, and
//! by no other.
//!
//! `timeout`, batch systems and terminals send one wish as several signals: to a process and its group, SIGTERM and
//! SIGHUP. What arrives within [`ONE_WISH`] is one wish. A process that never looks at the flag, because it waits in
//! the kernel for a disk that does not answer, is ended after [`GRACE`]. One that has looked is saving, and is left to
//! it.

use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{
    sleep, {self},
};
use std::time::{Duration, Instant};

use super::failure::INTERRUPTED;
use super::terminal;

/// Signals this close to the first are part of the same wish.
const ONE_WISH: Duration = Duration::from_secs(1);
/// How long the work may take to notice that it is to stop.
const GRACE: Duration = Duration::from_secs(30);
/// How long a last line may take to be written: nobody may be reading.
const LAST_LINE: Duration = Duration::from_secs(1);

/// Raised once the user wants the work to stop (SIGINT, SIGTERM, SIGHUP).
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<State>);

#[derive(Debug, Default)]
struct State {
    raised: AtomicBool,
    /// The work has seen that it is to stop.
    noticed: AtomicBool,
    first: Mutex<Option<Instant>>,
}

impl Interruption {
    /// Listens to signals; `quiet` leaves out the remark. Call it before other threads are started, so that they
    /// receive no signals.
    pub fn listen(quiet: bool) -> anyhow::Result<Self> {
        let interruption = Self::default();
        let listening = interruption.clone();
        ctrlc::set_handler(move || listening.receive(quiet)).context("signals cannot be listened to; try again")?;
        #[cfg(unix)]
        leave_signals_to_their_thread()?;
        Ok(interruption)
    }

    pub fn is_raised(&self) -> bool {
        let raised = self.0.raised.load(Ordering::Relaxed);
        if raised {
            self.0.noticed.store(true, Ordering::Relaxed);
        }
        raised
    }

    fn receive(&self, quiet: bool) {
        let mut first = self.0.first.lock().unwrap_or_else(PoisonError::into_inner);
        match *first {
            None => {
                *first = Some(Instant::now());
                self.0.raised.store(true, Ordering::Relaxed);
                let state = Arc::clone(&self.0);
                // Without a thread for it, the work has all the time it wants.
                let _ = thread::Builder::new().name("grace".to_owned()).spawn(move || state.end_unless_noticed());
                if !quiet {
                    say("stopping at the next safe place; interrupt once more to stop at once");
                }
            }
            Some(first) if first.elapsed() < ONE_WISH => {}
            Some(_) => end("interrupted again and stopped at once; what was saved before is kept"),
        }
    }
}

impl State {
    fn end_unless_noticed(&self) {
        sleep(GRACE);
        if !self.noticed.load(Ordering::Relaxed) {
            let seconds = GRACE.as_secs();
            end(&format!("stopped: the work did not answer for {seconds} s; what was saved before is kept"));
        }
    }
}

/// Ends the process with one line, whatever its other threads wait for.
fn end(line: &str) -> ! {
    say(&terminal::complaint(line));
    std::process::exit(i32::from(INTERRUPTED));
}

/// Writes a line, but does not wait for a reader that does not read.
fn say(line: &str) {
    let (written, done) = mpsc::channel();
    let line = line.to_owned();
    let writer = thread::Builder::new().spawn(move || {
        terminal::remark(&line);
        let _ = written.send(());
    });
    if writer.is_ok() {
        let _ = done.recv_timeout(LAST_LINE);
    }
}

/// Blocks them for this thread and those that it starts.
#[cfg(unix)]
fn leave_signals_to_their_thread() -> anyhow::Result<()> {
    use nix::sys::signal::{SigSet, Signal};
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    signals.thread_block().context("signals cannot be left to their thread; try again")
}
