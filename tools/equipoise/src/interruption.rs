//! Signals: the first asks the work to stop at its next convenient place, the second ends the process at once.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::INTERRUPTED;
use crate::terminal;

/// Raised once the user wants the work to stop (SIGINT, SIGTERM, SIGHUP).
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens to signals; `quiet` leaves out the remark.
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
        Ok(raised)
    }

    /// Whether a signal came.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
