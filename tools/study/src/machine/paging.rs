//! Progress with what the kernel does meanwhile: pages fetched and bytes moved, for tables that do not fit in memory.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tables::together::progress::{Progress, Update};

use crate::machine::usage::{PageTraffic, TrafficRates};

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
            last.text = described(now.rates_since(&before, elapsed));
            (last.at, last.traffic) = (Instant::now(), Some(now));
        }
        last.text.clone()
    }
}

/// The rates in words.
pub fn described(rates: TrafficRates) -> String {
    let megabytes = |bytes: f64| bytes / 1e6;
    format!(
        "{:.0} page faults/s, {:.0} MB/s read, {:.0} MB/s written",
        rates.major_faults,
        megabytes(rates.read_bytes),
        megabytes(rates.written_bytes)
    )
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
