//! Signals: the first asks the work to stop at its next convenient place, the second ends the process at once.
//!
//! A signal goes to the main thread if that takes it, and waits there until the thread comes back from the kernel,
//! which may take seconds while a large file is flushed to disk. So signals are handled by a thread of their own, and
//! by no other.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::INTERRUPTED;
use crate::terminal;

/// Raised once the user wants the work to stop (SIGINT, SIGTERM, SIGHUP).
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens to signals; `quiet` leaves out the remark. Call it before other threads are started, so that they
    /// receive no signals.
    pub fn listen(quiet: bool) -> anyhow::Result<Self> {
        let raised = Self::default();
        let flag = raised.clone();
        ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
            if !quiet {
                terminal::remark("stopping at the next safe place; interrupt once more to stop at once");
            }
        })
        .context("signals cannot be listened to; try again")?;
        #[cfg(unix)]
        leave_signals_to_their_thread()?;
        Ok(raised)
    }

    /// Whether a signal came.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Blocks them for this thread and those that it starts.
#[cfg(unix)]
fn leave_signals_to_their_thread() -> anyhow::Result<()> {
    use nix::sys::signal::{SigSet, Signal};
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    signals.thread_block().context("signals cannot be left to their thread; try again")
}
