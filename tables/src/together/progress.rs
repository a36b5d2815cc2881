//! How long-running work reports its progress and is asked to stop: typed updates and a cancel flag, no printing.

use std::sync::atomic::{AtomicU64, Ordering};

/// One report of a stage at work; cheap to make, so it may be sent often and the receiver drops what it does not show.
#[derive(Debug, Clone, PartialEq)]
pub struct Update<'a> {
    /// The stage's name, such as `river features`.
    pub stage: &'a str,
    /// How much is done, in `unit`s.
    pub done: u64,
    /// How much there is in all, in `unit`s; 0 where that is not known.
    pub of: u64,
    /// What is counted, such as `boards`.
    pub unit: &'static str,
    /// Something worth showing beside the numbers, such as a cost.
    pub note: Option<String>,
}

/// The observer of a stage: shows its updates and can stop it.
///
/// Both methods may be called from several threads at once.
pub trait Progress: Sync {
    fn report(&self, update: &Update<'_>);

    /// True once the work should stop at its next convenient place.
    fn cancelled(&self) -> bool;

    /// [`Cancelled`] as an error once the work should stop, to be used with `?`.
    fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// An observer that shows nothing and never stops the work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// Passes on reports under a name that tells this piece of work from another of its kind.
pub struct Named<'a> {
    pub stage: &'a str,
    pub progress: &'a dyn Progress,
}

impl Progress for Named<'_> {
    fn report(&self, update: &Update<'_>) {
        self.progress.report(&Update { stage: self.stage, note: update.note.clone(), ..*update });
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}

/// Passes on the wish to stop, and no reports: for pieces of work that are counted as a whole.
pub struct StopsOnly<'a>(pub &'a dyn Progress);

impl Progress for StopsOnly<'_> {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// Counts the finished work of many threads, reports it, and says when to stop.
pub struct Counter<'a> {
    progress: &'a dyn Progress,
    stage: &'a str,
    unit: &'static str,
    done: AtomicU64,
    of: u64,
}

impl<'a> Counter<'a> {
    /// Counts up to `of` units of a stage.
    pub fn new(progress: &'a dyn Progress, stage: &'a str, unit: &'static str, of: u64) -> Self {
        Self { progress, stage, unit, done: AtomicU64::new(0), of }
    }

    /// The same with so many units done by an earlier run, which is reported at once.
    pub fn continuing_from(self, done: u64) -> Self {
        let counter = Self { done: AtomicU64::new(done), ..self };
        counter.report(done);
        counter
    }

    pub fn add(&self, units: u64) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        self.report(done);
        if done == self.of { Ok(()) } else { self.progress.check() }
    }

    fn report(&self, done: u64) {
        self.progress.report(&Update { stage: self.stage, done, of: self.of, unit: self.unit, note: None });
    }
}

/// The work stopped because it was asked to; what was finished before stays usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted before the end; run the same command again")]
pub struct Cancelled;
