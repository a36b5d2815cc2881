//! One stage: done before → skipped, else worked and recorded.

use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::time::Instant;
use tables::fingerprint::{Fingerprint, Parent};
use tables::progress::{Progress, Update};
use tables::run_folder::RunFolder;
use tables::stage_record::{StageRecord, StageStatus};

use crate::error::StudyError;

/// How a stage of a run ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageOutcome {
    /// The stage's name.
    pub name: String,
    /// `done`, or `skipped` where it was done before.
    pub status: &'static str,
    /// Wall time of the stage, of earlier runs, too.
    pub seconds: f64,
}

/// Runs stages in a folder and keeps their outcomes.
pub struct Stages<'a> {
    /// The run folder.
    pub folder: &'a RunFolder,
    /// Whoever watches.
    pub progress: &'a dyn Progress,
    /// What has been done so far.
    pub outcomes: Vec<StageOutcome>,
}

impl Stages<'_> {
    /// Runs `work` unless the stage is done with this recipe and these parents and its products still exist.
    ///
    /// Gives back the fingerprint by which later stages name this one as their parent.
    ///
    /// # Errors
    /// What the work meets; the time spent is recorded all the same.
    pub fn run(
        &mut self,
        name: &str,
        recipe: &Value,
        parents: &[Parent],
        products: &[&Path],
        work: impl FnOnce(&dyn Progress) -> Result<(), StudyError>,
    ) -> Result<Parent, StudyError> {
        let fingerprint = Fingerprint::of("stage", recipe, parents);
        let path = self.folder.stage(name)?;
        // A record that cannot be read counts as none: its stage is done again.
        let before = StageRecord::read(&path).unwrap_or(None).filter(|record| record.fingerprint == fingerprint);
        let parent = Parent::new(name, fingerprint);
        let mut seconds = before.as_ref().map_or(0.0, |record| record.seconds);
        if before.is_some_and(|record| record.status == StageStatus::Done) && products.iter().all(|path| path.exists())
        {
            self.outcomes.push(StageOutcome { name: name.to_owned(), status: "skipped", seconds });
            return Ok(parent);
        }
        let start = Instant::now();
        self.progress.check()?;
        let outcome = work(&Named { name, progress: self.progress });
        seconds += start.elapsed().as_secs_f64();
        let status = if outcome.is_ok() { StageStatus::Done } else { StageStatus::Interrupted };
        let recorded = StageRecord { name: name.to_owned(), fingerprint, status, seconds }.write(&path);
        // The work's own failure says more than that it could not be recorded.
        outcome?;
        recorded?;
        self.outcomes.push(StageOutcome { name: name.to_owned(), status: "done", seconds });
        Ok(parent)
    }
}

/// Puts the stage's name before what a library calls its work.
struct Named<'a> {
    name: &'a str,
    progress: &'a dyn Progress,
}

impl Progress for Named<'_> {
    fn report(&self, update: &Update<'_>) {
        let stage = format!("{}: {}", self.name, update.stage);
        self.progress.report(&Update { stage: &stage, note: update.note.clone(), ..*update });
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}
