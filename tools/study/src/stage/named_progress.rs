//! Progress that says which stage, or which part of one, a library's work belongs to.

use tables::together::progress::{Progress, Update};

/// Puts words before and after what a library calls its work.
pub(crate) struct NamedProgress<'a> {
    /// Such as `league: `.
    pub before: String,
    /// Such as `, part 2 of 6`.
    pub behind: String,
    /// Watches and can stop the work.
    pub progress: &'a dyn Progress,
}

impl Progress for NamedProgress<'_> {
    fn report(&self, update: &Update<'_>) {
        let stage = format!("{}{}{}", self.before, update.stage, self.behind);
        self.progress.report(&Update { stage: &stage, note: update.note.clone(), ..*update });
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}
