//! How long-running work reports its progress and is asked to stop: typed updates and a cancel flag, no printing.

use std::fmt;

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
    /// Takes one update.
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

/// The work stopped because it was asked to; what was finished before stays usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted before the end; run the same command again")
    }
}

impl std::error::Error for Cancelled {}
